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
        chain: { AsyncFrame.chainAroundThread },
        level: { AsyncFrame.level.map { ($0.levelAddress, $0) } }))
  }()
}

extension AsyncFrame: TaskResolution {
  var factory: FactoryReference { withDescription { FactoryReference($0) } }

  var around: (any TaskResolution)? { parent }

  // MARK: Strict tests

  /// Ends the strict call of this resolution, if there is one. Called before the resolution ends.
  @inline(never)
  func endStrict() { takeStrictCall()?.end(nil, self) }

  /// The innermost strict call of this resolution and those around it.
  var innermostStrictCall: StrictCall? {
    var next: AsyncFrame? = self
    while let frame = next {
      if let call = frame.strictCall { return call }
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

  var construction: (child: ContainerManager?, owner: (kind: Int, depth: UInt32))? {
    WaitGraph.lock.withLock(.waitGraph) {
      var ofCycle: (child: ContainerManager?, owner: (kind: Int, depth: UInt32))?
      var next: AsyncFrame? = self
      while let frame = next {
        let found = frame.withLinks { links in
          links.pointee.build.map { (child: links.pointee.child, owner: $0.owner) }
        }
        if let found {
          // An instance of the scope `graph` is a part of the instance around it.
          if found.owner.kind != FACTORY_OWNED_BY_CYCLE || found.child == nil { return found }
          if ofCycle == nil { ofCycle = found }
        }
        next = frame.parent
      }
      return ofCycle
    }
  }

  var captivities: [Captivity] {
    WaitGraph.lock.withLock(.waitGraph) {
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
