// Factory, MIT licence; see LICENSE
//
// onShutdown: the closures it takes, and the instances they are called with. What remains after a shutdown.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Shutdown hooks", .container) struct ShutdownHookTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  @Test("Every kind of factory has hooks, which run in reverse order of construction")
  func kinds() async throws {
    _ = container.plain()
    _ = container.byNumber(1)
    _ = try container.throwing()
    _ = try container.throwingByNumber(2)
    _ = try await container.async()
    _ = try await container.asyncByNumber(3)
    _ = await container.screen().name
    _ = await container.screenByNumber(4).name
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(
      closed == [
        "screen 4", "screen", "async 3", "async", "throwing 2", "throwing", "plain 1", "plain",
      ])
  }

  @Test("A hook may be synchronous or asynchronous, and may throw")
  func forms() async throws {
    let container = container
    container.bare.onShutdown { instance in container.closed.append(instance.name) }
    container.other.onShutdown { instance async in
      await Task.yield()
      container.closed.append(instance.name)
    }
    container.single.onShutdown { _ throws in throw ShutdownFailure.failed }
    container.weak.onShutdown { _ async throws in
      await Task.yield()
      throw ShutdownFailure.other
    }
    let weak = container.weak()
    _ = container.bare()
    _ = container.other()
    await #expect(throws: ShutdownError.self) {
      try await container.shutdown(hookLimit: longHookLimit)
    }
    #expect(closed == ["other", "bare"])
    withExtendedLifetime(weak) {}
  }

  @Test("A hook has the task-local values of the task that shuts down", arguments: [true, false])
  func taskLocalValues(isAsync: Bool) async throws {
    let container = container
    let shared = ShutdownContainer()
    let record = { @Sendable in
      container.closed.append(ShutdownContainer.shared === shared ? "own" : "other")
    }
    if isAsync {
      container.bare.onShutdown { _ in
        await Task.yield()
        record()
      }
    } else {
      container.bare.onShutdown { _ in record() }
    }
    _ = container.bare()
    try await ShutdownContainer.$shared.withValue(shared) {
      try await container.shutdown(hookLimit: longHookLimit)
    }
    #expect(closed == ["own"])
  }

  @Test("The hook of a main-actor factory runs on the main actor", arguments: [true, false])
  func mainActor(isAsync: Bool) async throws {
    let container = container
    let close = { @MainActor @Sendable (screen: ScreenResource) in
      MainActor.assertIsolated()
      container.closed.append(screen.name)
    }
    if isAsync {
      container.bareScreen.onShutdown { screen async throws in
        await Task.yield()
        close(screen)
      }
    } else {
      container.bareScreen.onShutdown { close($0) }
    }
    await MainActor.run { _ = container.bareScreen() }
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["screen"])
  }

  @Test("A registration and a context use the same hook")
  func otherClosures() async throws {
    container.plain.register { Resource("registered") }
    _ = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    container.plain.onDebug { Resource("context") }
    container.plain.onDevice { Resource("context") }
    _ = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["registered", "context"])
  }

  @Test("Resets, registrations and releasing the container do not call the hook")
  func drops() async throws {
    _ = container.plain()
    container.plain.reset(.scope)
    _ = container.plain()
    container.plain.register { Resource("registered") }
    _ = container.plain()
    container.reset()
    _ = container.byNumber(1)
    container.reset(scope: .cached)
    try await container.shutdown(hookLimit: longHookLimit)
    var other: ShutdownContainer? = ShutdownContainer()
    let closedThere = other!.closed
    _ = other!.plain()
    other = nil
    #expect(closed.isEmpty)
    #expect(closedThere.elements.isEmpty)
  }

  @Test("An unscoped instance, one of the graph scope and nil are not closed")
  func notKept() async throws {
    container.unscoped.closing(in: container)
    container.graph.closing(in: container)
    container.optional.onShutdown { [closed = container.closed] _ in closed.append("optional") }
    _ = container.unscoped()
    _ = container.graph()
    _ = container.optional()
    let async = AsyncFactory<Resource, any Error>(container) { Resource("async graph") }
      .onShutdown { [closed = container.closed] in closed.append($0.name) }.graph
    _ = try await async()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.isEmpty)
  }

  @Test("A weakly held instance is closed if it is alive")
  func weak() async throws {
    container.weak.closing(in: container)
    var instance: Resource? = container.weak()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["weak"])
    #expect(container.weak.resolvedOrNil() == nil)
    withExtendedLifetime(instance) {}
    instance = container.weak()
    instance = nil
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["weak"])
  }

  @Test("A hook that is set during a construction holds for those that begin later")
  func duringConstruction() async throws {
    let (container, gate, hasBegun) = (container, TaskGate(), TaskGate())
    container.async.registerSlow("async", hasBegun: hasBegun, mayEnd: gate)
    let task = Task { try await container.async() }
    await hasBegun.wait()
    container.async.onShutdown { [closed = container.closed] _ in closed.append("late") }
    gate.open()
    _ = try await task.value
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["async"])
  }

  @Test(
    "A hook that is set when there is an instance, with a hook or without, holds for those that are built later",
    arguments: [true, false])
  func later(replacesAnother: Bool) async throws {
    let log = container.closed
    if replacesAnother { container.bare.onShutdown { _ in log.append("first") } }
    _ = container.bare()
    container.bare.onShutdown { _ in log.append("second") }
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == (replacesAnother ? ["first"] : []))
    _ = container.bare()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.last == "second")
  }

  @Test("An instance with a hook is a hit, also if it is held weakly or by parameter")
  func hits() async throws {
    container.weak.closing(in: container)
    let weak = container.weak()
    #expect(container.plain() === container.plain())
    #expect(container.weak() === weak)
    #expect(container.byNumber(7) === container.byNumber(7))
    #expect(container.plain.resolvedOrNil() != nil)
    #expect(try await container.async() === container.async())
    #expect(container.built.elements == ["weak", "plain", "plain 7", "async"])
  }
}

@Suite("Shutdown", .container) struct ShutdownOrderTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

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
