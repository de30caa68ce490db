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

  var isKeptByRoot: Bool {
    var next: AsyncFrame? = self
    while let frame = next {
      let owner = frame.description.owner
      if owner.is_kept != 0, !frame.hasEnded { return owner.is_root != 0 }
      next = frame.parent
    }
    return false
  }
}
