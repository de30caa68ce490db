// Factory, MIT licence; see LICENSE
//
// Finds circular dependencies of asynchronous resolutions, and describes them.
internal import FactoryCore
internal import FactoryKitCore

extension AsyncFrame {
  /// The resolutions in progress around this one, outermost first, and this one.
  private var chain: [AsyncFrame] {
    var frames = [self]
    var next = parent
    while let frame = next {
      if !frame.hasEnded { frames.append(frame) }
      next = frame.parent
    }
    return frames.reversed()
  }

  /// The innermost construction in progress to which the frame belongs.
  var enclosingConstruction: Construction? {
    WaitGraph.lock.withLock(.waitGraph) { innermostConstruction }
  }

  /// The same as `enclosingConstruction`. Called under the lock of the wait graph.
  var innermostConstruction: Construction? {
    var next: AsyncFrame? = self
    while let frame = next {
      if let build = frame.withLinks({ $0.pointee.build }) { return build }
      next = frame.parent
    }
    return nil
  }

  /// The factories of the chain, as lines of a message.
  var chainDescription: [String] { chain.map { $0.withDescription(\.description) } }

  func withDescription<Result>(_ body: (Frame) -> Result) -> Result {
    var description = description
    return withUnsafeMutablePointer(to: &description, body)
  }

  /// Traps if the factory, whose closure is about to run, is already running its closure in a
  /// resolution around this one, in the same container and with the same parameter.
  @usableFromInline
  func checkForCycle() {
    var mine = description
    guard FrameChecks.everyStep || factory_frame_is_deep(&mine) else { return }
    var next = parent
    while let frame = next {
      next = frame.parent
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
  static func describe(_ waiting: [AnyObject]) -> String {
    // Passed by `Construction.wait`, which got them from `AsyncSearch`.
    let frames = waiting.map { assumedObject($0, AsyncFrame.self) }
    let chain = frames[0].chain
    // If all of them are in one chain, the circle is within one resolution and the tasks that it
    // has started.
    if frames.dropFirst().allSatisfy({ frame in chain.contains { $0 === frame } }) {
      return frames[0].circularMessage
    }
    return Message.waitingCycle(frames.map(\.chainDescription), "task", fix: .asynchronous)
  }

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
