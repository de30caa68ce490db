// Factory, MIT licence; see LICENSE
//
// The asynchronous factories that the messages in Errors.md are about. Their constructions wait for
// each other in an order that does not depend on the scheduler.
@testable import FactoryKit

/// Suspends tasks until it is opened once.
private struct TaskGate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}

/// Runs the closure of `b` until that waits for `a`.
@globalActor private actor ActorOfB {
  static let shared = ActorOfB()
}

private let isBuildingA = TaskGate()
private let isBuildingB = TaskGate()

extension DocumentedContainer {
  var aInTask: AsyncFactory<A, Never> {
    AsyncFactory(self, name: "a", file: "App/A.swift", line: 3) {
      isBuildingA.open()
      await isBuildingB.wait()
      // The actor is free when the closure of `b` is suspended, which then waits for `a`. The task
      // that would wait last reports both, and is the first in the message.
      await { @ActorOfB in }()
      _ = await self.bInTask()
      return A()
    }.cached
  }

  var bInTask: AsyncFactory<B, Never> {
    AsyncFactory(self, name: "b", file: "App/B.swift", line: 3) { @ActorOfB in
      await isBuildingA.wait()
      isBuildingB.open()
      _ = await self.aInTask()
      return B()
    }.cached
  }
}
