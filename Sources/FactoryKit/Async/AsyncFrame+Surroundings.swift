// Factory, MIT licence; see LICENSE
//
// What synchronous resolutions need to know of the asynchronous ones around them.
internal import FactoryCore
internal import FactoryKitCore

extension TaskResolutions {
  /// Read before the first asynchronous resolution begins.
  static let activated: Void = {
    WaitingTasksMaker.shared.set(WaitingTasksMaker { ConstructionTasks() })
    shared.set(
      TaskResolutions(
        innermost: { AsyncFrame.current }, around: { AsyncFrame.surroundings },
        chain: { AsyncFrame.chainAroundThread }))
  }()
}

extension AsyncFrame: TaskResolution {
  var factory: FactoryReference { withDescription { FactoryReference($0) } }

  var around: (any TaskResolution)? { parent }

  // MARK: Strict tests

  /// Ends the construction of this resolution, if there is one. Called before the resolution ends.
  @inline(never)
  func endStrict() { takeStrictConstruction()?.end(nil, self) }

  /// The innermost construction of this resolution and those around it.
  var innermostStrictConstruction: StrictConstruction? {
    var next: AsyncFrame? = self
    while let frame = next {
      if let construction = frame.strictConstruction { return construction }
      next = frame.parent
    }
    return nil
  }

  // MARK: Captive instances

  /// Records what was used by a construction for which this resolution has waited.
  func recordUse(of used: UsedContainer?) {
    guard let used, factory_uses_are_recorded() else { return }
    for captivity in parent?.captivities ?? [] { captivity.record(used, nil, self) }
  }

  var captivities: [Captivity] {
    WaitGraph.lock.withLock {
      var found: [Captivity] = []
      var next: AsyncFrame? = self
      while let frame = next {
        if let captivity = frame.withLinks({ $0.pointee.build?.captivity }) {
          found.append(captivity)
        }
        next = frame.parent
      }
      return found
    }
  }
}
