// Factory, MIT licence; see LICENSE
//
// `resolvedOrNil()`: the cached instance, without building one and without waiting.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Existing instances of async factories", .container) struct AsyncExistingInstanceTests {
  private let container = AsyncContainer()

  @Test(
    "Without an instance, resolvedOrNil returns nil and builds none", arguments: AsyncKept.allCases)
  private func none(_ kept: AsyncKept) {
    kept.prepare(container)
    #expect(kept.existing(container) == nil)
    #expect(container.builder.count.value == 0)
  }

  @Test("resolvedOrNil returns the cached instance", arguments: AsyncKept.allCases)
  private func kept(_ kept: AsyncKept) async throws {
    kept.prepare(container)
    let instance = try await kept.resolve(container)
    #expect(kept.existing(container) === instance)
    #expect(container.builder.count.value == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "resolvedOrNil returns nil while the instance is being built", arguments: AsyncKept.allCases)
  private func building(_ kept: AsyncKept) async throws {
    let container = container
    let gate = TaskGate()
    container.builder.during { _ in await gate.wait() }
    kept.prepare(container)
    let task = WatchedTask { try await kept.resolve(container) }
    await task.suspended()
    #expect(kept.existing(container) == nil)
    gate.open()
    #expect(try await task.value === kept.existing(container))
    #expect(container.builder.count.value == 1)
  }

  @Test("After a reset, resolvedOrNil returns nil", arguments: AsyncKept.allCases)
  private func reset(_ kept: AsyncKept) async throws {
    kept.prepare(container)
    _ = try await kept.resolve(container)
    kept.reset(container)
    kept.prepare(container)
    #expect(kept.existing(container) == nil)
  }

  @Test("resolvedOrNil does not call a registered closure", arguments: AsyncKept.allCases)
  private func registered(_ kept: AsyncKept) {
    let count = Counter()
    kept.register(container) {
      count.increment()
      return TestService("registered")
    }
    kept.prepare(container)
    #expect(kept.existing(container) == nil)
    #expect(count.value == 0)
  }

  @Test("An unscoped factory has no existing instance")
  func unscoped() async throws {
    _ = try await container.unscoped()
    #expect(container.unscoped.resolvedOrNil() == nil)
  }

  @Test("resolvedOrNil calls no decorator")
  func decorators() async throws {
    let calls = Counter()
    container.decorator { _ in calls.increment() }
    container.shared.decorator { _ in calls.increment() }
    let instances = try await [container.cached(), container.shared()]
    #expect(calls.value == 2)
    #expect(container.cached.resolvedOrNil() === instances[0])
    #expect(container.shared.resolvedOrNil() === instances[1])
    #expect(calls.value == 2)
  }

  @Test("resolvedOrNil takes the parameter")
  func parameters() async throws {
    let one = try await container.perParameter(1)
    #expect(container.perParameter.resolvedOrNil(1) === one)
    #expect(container.perParameter.resolvedOrNil(2) == nil)
    let first = try await container.ofFirstParameter(1)
    #expect(container.ofFirstParameter.resolvedOrNil(2) === first)
  }

  @Test("A weakly held instance exists while something retains it")
  func weak() async throws {
    weak var released: TestService?
    do {
      let instance = try await container.shared()
      released = instance
      #expect(container.shared.resolvedOrNil() === instance)
    }
    await untilReleased { released }
    #expect(container.shared.resolvedOrNil() == nil)
  }

  @Test("A nil result is not an existing instance")
  func nilResult() async throws {
    container.optional.register { nil }
    _ = try await container.optional()
    // The result is an optional of an optional.
    if case .some = container.optional.resolvedOrNil() { Issue.record("nil exists") }
  }

  @Test("resolvedOrNil returns nil after an error")
  func error() async {
    container.builder.during { throw TestError(number: $0) }
    await #expect(throws: TestError.self) { _ = try await container.cached() }
    #expect(container.cached.resolvedOrNil() == nil)
  }

  @Test("Inside of the factory's own construction, resolvedOrNil returns nil")
  func inside() async throws {
    let container = container
    let seen = LockedArray<Bool>()
    // The step retains the container, which retains its builder.
    defer { container.builder.during { _ in } }
    container.builder.during { _ in seen.append(container.cached.resolvedOrNil() == nil) }
    _ = try await container.cached()
    #expect(seen.elements == [true])
  }
}
