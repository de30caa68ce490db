// Factory, MIT licence; see LICENSE
//
// Which results are cached, errors, and `resolvedOrNil()`.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Scopes of async factories", .container) struct AsyncScopeTests {
  private let container = AsyncContainer()

  @Test("An optional result that is nil is not cached")
  func nilResult() async throws {
    let count = Counter()
    container.optional.register {
      count.increment()
      return nil
    }
    #expect(try await container.optional() == nil)
    #expect(try await container.optional() == nil)
    #expect(count.value == 2)
  }

  @Test("A value type in the shared scope is not cached")
  func valueInShared() async {
    let count = Counter()
    func factory() -> AsyncFactory<Int, Never> {
      AsyncFactory(container, key: "AsyncScopeTests.value") { count.increment() }.shared
    }
    #expect(await factory()() == 1)
    #expect(await factory()() == 2)
  }
}

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
    let gate = TaskGate()
    container.builder.during { number in
      await gate.wait()
      if number == 1 { throw TestError(number: number) }
    }
    kept.prepare(container)
    let tasks = await suspendedTasks(10) { try await kept.resolve(container) }
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
    let (gate, error) = (TaskGate(), ErrorObject())
    container.builder.during { _ in
      await gate.wait()
      throw error
    }
    let tasks = await suspendedTasks(3) { try await container.cached() }
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

@Suite("Existing instances of async factories", .container) struct AsyncExistingInstanceTests {
  private let container = AsyncContainer()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "resolvedOrNil returns nil while the instance is being built", arguments: AsyncKept.allCases)
  private func building(_ kept: AsyncKept) async throws {
    let gate = container.builder.closedGate()
    kept.prepare(container)
    let task = await suspendedTask { try await kept.resolve(container) }
    #expect(kept.existing(container) == nil)
    gate.open()
    #expect(try await task.value === kept.existing(container))
    #expect(container.builder.count.value == 1)
  }

  @Test("A nil result is not an existing instance")
  func nilResult() async throws {
    container.optional.register { nil }
    _ = try await container.optional()
    // The result is an optional of an optional.
    if case .some = container.optional.resolvedOrNil() { Issue.record("nil exists") }
  }

  @Test("Inside of the factory's own construction, resolvedOrNil returns nil")
  func inside() async throws {
    let seen = LockedArray<Bool>()
    // The step retains the container, which retains its builder.
    defer { container.builder.during { _ in } }
    container.builder.during { _ in seen.append(container.cached.resolvedOrNil() == nil) }
    _ = try await container.cached()
    #expect(seen.elements == [true])
  }
}
