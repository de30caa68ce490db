// Factory, MIT licence; see LICENSE
//
// `resolvedOrNil()` while an instance is being built, and if the result is nil.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Existing instances of async factories", .container) struct AsyncExistingInstanceTests {
  private let container = AsyncContainer()

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

  @Test("A nil result is not an existing instance")
  func nilResult() async throws {
    container.optional.register { nil }
    _ = try await container.optional()
    // The result is an optional of an optional.
    if case .some = container.optional.resolvedOrNil() { Issue.record("nil exists") }
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
