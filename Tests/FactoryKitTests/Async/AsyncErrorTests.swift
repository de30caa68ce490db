// Factory, MIT licence; see LICENSE
//
// Errors go to all tasks that wait, and are not kept.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ErrorObject: Error, Sendable {}

extension AsyncContainer {
  fileprivate var dependent: AsyncFactory<TestService, any Error> {
    self {
      _ = try await self.cached()
      return TestService("dependent")
    }.cached
  }
}

@Suite("Errors of async factories", .container) struct AsyncErrorTests {
  private let container = AsyncContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("An error goes to all tasks that wait, and is not kept", arguments: AsyncKept.failing)
  private func all(_ kept: AsyncKept) async throws {
    let container = container
    let gate = TaskGate()
    container.builder.during { number in
      await gate.wait()
      if number == 1 { throw TestError(number: number) }
    }
    kept.prepare(container)
    let tasks = (0..<10).map { _ in WatchedTask { try await kept.resolve(container) } }
    for task in tasks { await task.suspended() }
    gate.open()
    for task in tasks { #expect(errorOf(await task.result) as? TestError == TestError(number: 1)) }
    #expect(container.builder.count.value == 1)
    #expect(kept.existing(container) == nil)
    let instance = try await kept.resolve(container)
    #expect(try await kept.resolve(container) === instance)
    #expect(container.builder.count.value == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("All tasks that wait get the same error object")
  func identity() async throws {
    let container = container
    let (gate, error) = (TaskGate(), ErrorObject())
    container.builder.during { _ in
      await gate.wait()
      throw error
    }
    let tasks = (0..<3).map { _ in WatchedTask { try await container.cached() } }
    for task in tasks { await task.suspended() }
    gate.open()
    for task in tasks { #expect(errorOf(await task.result) as? ErrorObject === error) }
  }

  @Test("A typed error keeps its type")
  func typed() async {
    container.builder.during { throw TestError(number: $0) }
    do {
      _ = try await container.typed()
      Issue.record("no error was thrown")
    } catch {
      let error: TestError = error
      #expect(error.number == 1)
    }
  }

  @Test("A CancellationError that the closure throws by itself is an error like any other")
  func ownCancellationError() async {
    container.builder.during { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { _ = try await container.cached() }
    #expect(container.builder.count.value == 1)
  }

  @Test("An error of a dependency reaches the caller, and both are built the next time")
  func dependency() async throws {
    container.builder.during { if $0 == 1 { throw TestError(number: 1) } }
    await #expect(throws: TestError(number: 1)) { _ = try await container.dependent() }
    #expect(container.dependent.resolvedOrNil() == nil)
    #expect(try await container.dependent().label == "dependent")
    #expect(container.builder.count.value == 2)
  }
}
