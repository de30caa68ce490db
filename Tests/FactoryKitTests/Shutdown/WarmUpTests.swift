// Factory, MIT licence; see LICENSE
//
// warmUp(_:), which builds instances in parallel, and closes them if one fails.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Warm-up", .container, .timeLimit(.minutes(30))) struct WarmUpTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }
  private var built: [String] { container.built.elements }

  @Test("It builds instances of every kind without parameter")
  func kinds() async throws {
    try await container.warmUp(\.plain, \.throwing, \.async, \.screen, \.pool)
    #expect(Set(built) == ["plain", "throwing", "async", "screen", "pool", "settings"])
    #expect(container.plain.resolvedOrNil() != nil)
    #expect(container.throwing.resolvedOrNil() != nil)
    #expect(container.async.resolvedOrNil() != nil)
    #expect(await container.screen.resolvedOrNil() != nil)
    #expect(closed.isEmpty)
    try await container.warmUp(\.plain, \.async)
    #expect(built.count == 6)
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.count == 6)
  }

  @Test("It builds the members of a group, and closes them if it fails")
  func group() async throws {
    container.resources.add(\ShutdownContainer.plain)
    try await container.warmUp(\.resources)
    #expect(built == ["plain"])
    container.manager.reset(options: .scope)
    container.throwing.register { () throws(ShutdownFailure) in throw .failed }
    await #expect(throws: ShutdownFailure.failed) {
      try await container.warmUp(\.resources, \.throwing)
    }
    #expect(built == ["plain", "plain"])
    #expect(closed == ["plain"])
    #expect(container.resources.existing().isEmpty)
  }

  @Test("A factory of the main actor is resolved there, also from the main actor") @MainActor
  func mainActor() async throws {
    try await container.warmUp(\.screen)
    #expect(built == ["screen"])
  }

  @Test("It builds in parallel")
  func parallel() async throws {
    let both = TaskLatch(2)
    container.async.register {
      await both.arriveAndWait()
      return Resource("async")
    }
    container.pool.register {
      await both.arriveAndWait()
      return Resource("pool")
    }
    try await container.warmUp(\.async, \.pool)
    #expect(container.pool.resolvedOrNil() != nil)
  }

  @Test("If one fails, what the call has built is closed in reverse order and dropped")
  func failure() async throws {
    let (container, isBuilt) = (container, TaskGate())
    container.async.register {
      await isBuilt.wait()
      throw ShutdownFailure.failed
    }
    _ = try container.throwing()
    container.single.closing(in: container)
    container.pool.register {
      _ = container.settings()
      _ = container.single()
      _ = container.bare()
      return Resource("pool")
    }
    container.repository.register {
      _ = try await container.pool()
      _ = try await container.client()
      isBuilt.open()
      return Resource("repository")
    }
    container.client.register {
      _ = try await container.pool()
      return Resource("client")
    }
    await #expect(throws: ShutdownFailure.failed) {
      try await container.warmUp(\.repository, \.async, \.throwing)
    }
    #expect(closed == ["client", "pool", "single", "settings"])
    // Also those without a hook, and singletons.
    #expect(container.repository.resolvedOrNil() == nil)
    #expect(container.client.resolvedOrNil() == nil)
    #expect(container.bare.resolvedOrNil() == nil)
    #expect(container.single.resolvedOrNil() == nil)
    // What existed before stays.
    #expect(container.throwing.resolvedOrNil() != nil)
  }

  @Test("If one fails, an instance without a hook is there until all hooks have run")
  func withoutHookDuringFailure() async throws {
    let container = container
    let seen = LockedArray<Resource?>()
    let built = LockedArray<Resource>()
    container.other.onShutdown { _ in seen.append(container.bare.resolvedOrNil()) }
    container.async.register {
      _ = container.other()
      built.append(container.bare())
      throw ShutdownFailure.failed
    }
    await #expect(throws: ShutdownFailure.failed) { try await container.warmUp(\.async) }
    #expect(seen.elements.count == 1)
    #expect(seen.elements.first! === built.elements[0])
    #expect(container.bare.resolvedOrNil() == nil)
  }

  @Test("If one fails, the others are cancelled")
  func cancelled() async throws {
    let (container, hasBegun, gate) = (container, TaskGate(), TaskGate())
    container.async.register {
      await hasBegun.wait()
      throw ShutdownFailure.failed
    }
    container.pool.register {
      hasBegun.open()
      try await gate.waitUnlessCancelled()
      return Resource("pool")
    }
    await #expect(throws: ShutdownFailure.failed) { try await container.warmUp(\.async, \.pool) }
    #expect(container.pool.resolvedOrNil() == nil)
  }

  @Test("A construction that ignores its cancellation is closed when it ends")
  func late() async throws {
    let (container, hasBegun, gate) = (container, TaskGate(), TaskGate())
    let hasClosed = TaskGate()
    container.async.register {
      await hasBegun.wait()
      throw ShutdownFailure.failed
    }
    container.repository.registerSlow("late", hasBegun: hasBegun, mayEnd: gate)
    container.repository.onShutdown { [closed = container.closed] in
      closed.append($0.name)
      hasClosed.open()
    }
    await #expect(throws: ShutdownFailure.failed) {
      try await container.warmUp(\.async, \.repository)
    }
    #expect(closed.isEmpty)
    gate.open()
    await hasClosed.wait()
    #expect(closed == ["late"])
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed == ["late"])
  }

  @Test(
    "What a task builds that a failed warm-up has left behind stays, if it begins after the failure",
    arguments: [false, true])
  func leftBehind(whileAnotherRuns: Bool) async throws {
    let (container, gate, isBuilt) = (container, TaskGate(), TaskGate())
    let (hasBegun, mayEnd) = (TaskGate(), TaskGate())
    container.async.register {
      Task {
        await gate.wait()
        _ = container.settings()
        _ = try await container.pool()
        isBuilt.open()
      }
      throw ShutdownFailure.failed
    }
    container.client.registerSlow("client", hasBegun: hasBegun, mayEnd: mayEnd)
    await #expect(throws: ShutdownFailure.failed) { try await container.warmUp(\.async) }
    async let other: Void = whileAnotherRuns ? container.warmUp(\.client) : ()
    if whileAnotherRuns { await hasBegun.wait() }
    gate.open()
    await isBuilt.wait()
    // What would be closed would be closed by a task of its own.
    for _ in 0..<1000 { await Task.yield() }
    #expect(closed.isEmpty)
    #expect(container.settings.resolvedOrNil() != nil)
    #expect(container.pool.resolvedOrNil() != nil)
    mayEnd.open()
    try await other
    try await container.shutdown(hookLimit: longHookLimit)
    #expect(closed.filter { $0 == "settings" }.count == 1)
    #expect(closed.filter { $0 == "pool" }.count == 1)
  }

  @Test("What begins after the failure of an inner warm-up belongs to the outer one")
  func innerFailed() async throws {
    let container = container
    container.async.register { throw ShutdownFailure.other }
    container.repository.register {
      try? await container.warmUp(\.async)
      _ = container.settings()
      throw ShutdownFailure.failed
    }
    await #expect(throws: ShutdownFailure.failed) { try await container.warmUp(\.repository) }
    #expect(closed == ["settings"])
  }

  @Test("The cancellation of the caller cancels the constructions, and what was built is closed")
  func callerCancelled() async throws {
    let (container, hasBegun, gate) = (container, TaskGate(), TaskGate())
    container.pool.register {
      _ = container.settings()
      hasBegun.open()
      try await gate.waitUnlessCancelled()
      return Resource("pool")
    }
    let task = Task { try await container.warmUp(\.pool) }
    await hasBegun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(closed == ["settings"])
  }

  @Test("An inner warm-up that succeeds belongs to the outer one")
  func nested() async throws {
    let (container, isBuilt) = (container, TaskGate())
    container.repository.register {
      try await container.warmUp(\.settings, \.plain)
      isBuilt.open()
      return Resource("repository")
    }
    container.async.register {
      await isBuilt.wait()
      throw ShutdownFailure.failed
    }
    await #expect(throws: ShutdownFailure.failed) {
      try await container.warmUp(\.repository, \.async)
    }
    #expect(Set(closed) == ["settings", "plain"])
  }

  @Test("What a shutdown closes meanwhile is not closed again")
  func shutdownMeanwhile() async throws {
    let container = container
    container.async.register {
      _ = container.settings()
      try await container.shutdown(hookLimit: longHookLimit)
      throw ShutdownFailure.failed
    }
    await #expect(throws: ShutdownFailure.failed) { try await container.warmUp(\.async) }
    #expect(closed == ["settings"])
  }

  @Test("Many warm-ups that fail leave nothing open")
  func many() async throws {
    let container = container
    container.async.register {
      _ = try await container.pool()
      throw ShutdownFailure.failed
    }
    await inTasks(4) { _ in
      for _ in 0..<50 {
        try? await container.warmUp(\.async, \.plain, \.client)
      }
    }
    try await container.shutdown(hookLimit: longHookLimit)
    for name in ["settings", "pool", "plain"] {
      #expect(built.filter { $0 == name }.count == closed.filter { $0 == name }.count)
    }
  }
}

extension ProcessWide {
  /// Resolves a factory when it is released.
  private final class ResolvingError: Error {
    private let container: ShutdownContainer
    init(_ container: ShutdownContainer) { self.container = container }
    deinit { _ = container.plain() }
  }

  @Suite("Log of a failed warm-up", .container, .timeLimit(.minutes(30))) struct WarmUpLogTests {
    private let owner = ShutdownContainerOwner()

    @Test("What a hook's error retains is released with no lock held")
    func releasedError() async throws {
      let log = RecordedLines()
      let container = owner.container
      // In debug builds, a resolution checks that its thread holds no lock.
      container.bare.onShutdown { [unowned container] _ in throw ResolvingError(container) }
      container.async.register { [unowned container] in
        _ = container.bare()
        throw ShutdownFailure.failed
      }
      for _ in 0..<50 {
        await #expect(throws: ShutdownFailure.failed) { try await container.warmUp(\.async) }
      }
      #expect(log.lines(containing: "after a failed warm-up").count == 50)
    }
  }
}
