// Factory, MIT licence; see LICENSE
//
// Finds circular dependencies of asynchronous resolutions, and describes them.
internal import FactoryCore
internal import FactoryKitCore

extension TaskFrame {
  /// The innermost construction in progress to which the frame belongs.
  var enclosingConstruction: Construction? {
    WaitGraph.lock.withLock(.waitGraph) { innermostConstruction }
  }

  /// The same as `enclosingConstruction`. Called under the lock of the wait graph.
  var innermostConstruction: Construction? {
    var next: TaskFrame? = resolution
    while let frame = next {
      if let build = frame.construction { return build }
      next = frame.outerResolution
    }
    return nil
  }

  /// Traps if the factory, whose closure is about to run, is already running its closure in a
  /// resolution around this one, in the same container and with the same parameter.
  @usableFromInline
  func checkForCycle() {
    var mine = description
    guard FrameChecks.everyStep || factory_frame_is_deep(&mine) else { return }
    var next = outerResolution
    while let frame = next {
      next = frame.outerResolution
      var other = frame.description
      if frame.hasEnded || !factory_same_factory(&mine, &other)
        || !Self.areEqual(parameter, frame.parameter)
      {
        continue
      }
      CircularDependency.stopIfTested(circularMessage)
      return
    }
  }

  /// The message for a circle that this resolution closes.
  var circularMessage: String {
    Message.circular(
      chainDescription, types: chain.map { "\($0.withDescription(\.product))" },
      fix: .asynchronous)
  }

  /// The message for resolutions that wait for each other's constructions.
  static func describe(_ frames: [TaskFrame]) -> String {
    let chain = frames[0].chain
    // If all of them are in one chain, the circle is within one resolution and the tasks that it
    // has started.
    if frames.dropFirst().allSatisfy({ frame in chain.contains { $0 === frame } }) {
      return frames[0].circularMessage
    }
    return Message.waitingCycle(frames.map(\.chainDescription), "task", fix: .asynchronous)
  }

  private var parameter: (any Sendable)? { withAsyncState { $0.parameter } }

  /// Whether two parameters are equal by `==` or, if they are not `Equatable`, by their bytes.
  private static func areEqual(_ lhs: (any Sendable)?, _ rhs: (any Sendable)?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    func compare<P>(_ lhs: P) -> Bool {
      guard let rhs = rhs as? P else { return false }
      return CircularDependency.areEqual(lhs, rhs)
    }
    return compare(lhs)
  }
}
