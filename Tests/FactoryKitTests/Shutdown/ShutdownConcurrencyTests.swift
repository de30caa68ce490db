// Factory, MIT licence; see LICENSE
//
// Shutdowns while something else happens: another shutdown, resolutions, resets, and hooks that use
// the container.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Concurrent shutdowns", .container, .timeLimit(.minutes(30)))
struct ShutdownConcurrencyTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  @Test("Two shutdowns at once do the work once, return after it, and throw the same error")
  func twoAtOnce() async throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let (gate, hasBegun) = (TaskGate(), TaskGate())
    let container = container
    container.bare.onShutdown { instance in
      hasBegun.open()
      await gate.wait()
      container.closed.append(instance.name)
      throw ShutdownFailure.failed
    }
    _ = container.bare()
    let hasReturned = Counter()
    let shutdown = { @Sendable in
      defer { hasReturned.increment() }
      return await container.shutdownFailures()
    }
    let first = WatchedTask { await shutdown() }
    await hasBegun.wait()
    let second = WatchedTask { await shutdown() }
    await second.suspended()
    #expect(hasReturned.value == 0)
    gate.open()
    #expect(try await first.value == [.failed])
    #expect(try await second.value == [.failed])
    #expect(closed == ["bare"])
  }

  @Test(
    "A hook that calls the shutdown of its own container, also through another one's, returns",
    arguments: [false, true])
  func reentrant(throughAnother: Bool) async throws {
    let log = ExpectedLines(containing: "a shutdown hook calls the shutdown that runs it")
    let (container, other) = (container, ShutdownContainer())
    let shutDown: @Sendable (Resource) async throws -> Void = { _ in
      try await container.shutdown(hookLimit: longHookLimit)
      container.closed.append("returned")
    }
    if throughAnother {
      other.bare.onShutdown(shutDown)
      _ = other.bare()
      container.bare.onShutdown { _ in try await other.shutdown(hookLimit: longHookLimit) }
    } else {
      container.bare.onShutdown(shutDown)
    }
    _ = container.settings()
    _ = container.bare()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["returned", "settings"])
    // Another test may log this at the same time.
    #expect(!log.lines.isEmpty)
  }

  @Test("A hook may resolve, register and reset, and what it evicts is closed once")
  func hookUsesContainer() async throws {
    let container = container
    container.bare.onShutdown { _ in
      _ = try await container.client()
      container.other.register { Resource("registered") }
      container.plain.reset()
      container.closed.append("bare")
    }
    _ = container.plain()
    _ = container.bare()
    _ = container.settings()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["settings", "bare", "client", "pool", "settings", "plain"])
    #expect(container.other().name == "registered")
  }

  @Test("Each hook runs once, also if a pop restores instances meanwhile")
  func popMeanwhile() async throws {
    let container = container
    let (plain, first) = (container.plain(), container.byNumber(1))
    container.manager.push()
    container.plain.timeToLive(1000)
    container.byNumber.timeToLive(1000)
    _ = (container.plain(), container.byNumber(1))
    container.bare.onShutdown { _ in container.manager.pop() }
    _ = container.bare()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["plain 1", "plain"])
    #expect(container.plain() !== plain)
    #expect(container.byNumber(1) !== first)
  }

  @Test(
    "A shutdown ends even if two hooks resolve each other's factories; the next one closes what is left open"
  )
  func leftOpen() async throws {
    let container = container
    container.bare.onShutdown { _ in
      container.closed.append("bare")
      _ = container.other()
    }
    container.other.onShutdown { _ in
      container.closed.append("other")
      _ = container.bare()
    }
    _ = container.bare()
    _ = container.other()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["other", "bare", "other", "bare"])
    #expect(container.other.resolvedOrNil() != nil)
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.prefix(5).last == "other")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A shutdown that begins while another one is ending closes what was built before it")
  func beginsAtTheEnd() async throws {
    let container = container
    let (isReleasing, gate) = (TaskGate(), Gate())
    do {
      let factory = Factory(container, key: "releasing") {
        Releasing {
          isReleasing.open()
          gate.wait()
        }
      }.cached
      _ = factory()
    }
    container.bare.onShutdown { _ in throw ShutdownFailure.failed }
    _ = container.bare()
    let first = Task { await container.shutdownFailures() }
    // The first one drops the instances without a hook when all hooks have run.
    await isReleasing.wait()
    _ = container.plain()
    let second = WatchedTask { await container.shutdownFailures() }
    await second.suspended()
    gate.open()
    #expect(await first.value == [.failed])
    // It has waited for the first one, so it throws its errors, too.
    #expect(try await second.value == [.failed])
    #expect(closed == ["plain"])
    #expect(container.plain.resolvedOrNil() == nil)
  }

  @Test("A construction that is in progress when the shutdown ends lives on")
  func inFlight() async throws {
    let (container, gate, hasBegun) = (container, TaskGate(), TaskGate())
    container.async.registerSlow("slow", hasBegun: hasBegun, mayEnd: gate)
    let slow = Task { try await container.async() }
    await hasBegun.wait()
    _ = container.plain()
    try await container.shutdown(hookLimit: longHookLimit)
    gate.open()
    let instance = try await slow.value
    #expect(closed == ["plain"])
    #expect(try await container.async() === instance)
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["plain", "slow"])
  }

  @Test("A construction that ends while the shutdown is in progress is included")
  func endsMeanwhile() async throws {
    let (container, gate, hasBegun) = (container, TaskGate(), TaskGate())
    container.async.registerSlow("slow", hasBegun: hasBegun, mayEnd: gate)
    let slow = Task { try await container.async() }
    await hasBegun.wait()
    container.bare.onShutdown { _ in
      gate.open()
      _ = try await slow.value
    }
    _ = container.bare()
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["slow"])
    #expect(container.async.resolvedOrNil() == nil)
  }
}

private final class Releasing: Sendable {
  private let released: @Sendable () -> Void
  init(_ released: @escaping @Sendable () -> Void) { self.released = released }
  deinit { released() }
}
