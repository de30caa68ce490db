// Factory, MIT licence; see LICENSE
//
// The order of a shutdown, and what remains after it.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Shutdown", .container) struct ShutdownOrderTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  @Test("Hooks run in reverse order of construction")
  func order() async throws {
    _ = try await container.client()
    _ = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["plain", "client", "pool", "settings"])
  }

  @Test("Hooks run one at a time")
  func oneAtATime() async throws {
    let running = Counter()
    let most = Counter()
    let factory = container.byNumber
    factory.onShutdown { _ in
      most.raise(to: running.increment())
      await Task.yield()
      running.increment(by: -1)
    }
    for number in 0..<20 { _ = factory(number) }
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(most.value == 1)
    #expect(closed.isEmpty)
  }

  @Test("All instances are dropped, also those without a hook")
  func drops() async throws {
    _ = try await container.client()
    _ = container.bare()
    _ = container.byNumber(3)
    let weak = container.weak()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(container.client.resolvedOrNil() == nil)
    #expect(container.repository.resolvedOrNil() == nil)
    #expect(container.bare.resolvedOrNil() == nil)
    #expect(container.byNumber.resolvedOrNil(3) == nil)
    #expect(container.weak.resolvedOrNil() == nil)
    withExtendedLifetime(weak) {}
  }

  @Test("The container can be used again, with its registrations")
  func again() async throws {
    container.plain.register { Resource("registered") }
    let first = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    let second = container.plain()
    #expect(first !== second)
    #expect(second.name == "registered")
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["registered", "registered"])
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.count == 2)
  }

  @Test("Until its own hook has run, an instance can be resolved, and not afterwards")
  func resolvable() async throws {
    let container = container
    let seen = LockedArray<Resource?>()
    container.bare.onShutdown { _ in
      seen.append(container.settings.resolvedOrNil())
      seen.append(container.bare.resolvedOrNil())
      seen.append(container.plain.resolvedOrNil())
    }
    let instances = [container.settings(), container.bare(), container.plain()]
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(seen.elements.map { $0?.name } == ["settings", "bare", nil])
    #expect(seen.elements[0] === instances[0] && seen.elements[1] === instances[1])
  }

  @Test("Another container is not affected")
  func otherContainer() async throws {
    let other = ShutdownContainer()
    let plain = other.plain()
    _ = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(other.plain() === plain)
    #expect(other.closed.elements.isEmpty)
  }

  @Test("A container that has never been used can be shut down")
  func unused() async throws {
    try await container.shutdown(hookLimit: longHookLimit)
    try await container.shutdown(hookLimit: 0)
    #expect(closed.isEmpty)
  }

  @Test("A pop does not bring back what was closed")
  func pop() async throws {
    let first = container.plain()
    container.manager.push()
    try await container.shutdown(hookLimit: longHookLimit)
    container.manager.pop()
    #expect(container.plain() !== first)
    container.manager.push()
    // A change saves the entry, with its instance, in the snapshot.
    container.plain.timeToLive(1000)
    let second = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    container.manager.pop()
    #expect(container.plain() !== second)
    #expect(closed == ["plain", "plain"])
  }
}
