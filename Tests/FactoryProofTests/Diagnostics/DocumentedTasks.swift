// Factory, MIT licence; see LICENSE
//
// The asynchronous factories that the messages in Errors.md are about. Their constructions wait for
// each other.
@testable import FactoryKit
@testable import FactoryKitCore

/// Suspends tasks until it is opened once.
private struct TaskGate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}

private let isBuildingA = TaskGate()
private let isBuildingB = TaskGate()

extension DocumentedContainer {
  var aInTask: AsyncFactory<A, Never> {
    AsyncFactory(self, name: "a", file: "App/A.swift", line: 3) {
      isBuildingA.open()
      await isBuildingB.wait()
      _ = await self.bInTask()
      return A()
    }.cached
  }

  var bInTask: AsyncFactory<B, Never> {
    AsyncFactory(self, name: "b", file: "App/B.swift", line: 3) {
      await isBuildingA.wait()
      isBuildingB.open()
      _ = await self.aInTask()
      return B()
    }.cached
  }
}
