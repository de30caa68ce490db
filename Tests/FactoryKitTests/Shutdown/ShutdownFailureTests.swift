// Factory, MIT licence; see LICENSE
//
// Hooks that throw, hang or ignore their cancellation.
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

@Suite("Failing shutdown hooks", .container) struct ShutdownFailureTests {
  private let owner = ShutdownContainerOwner()
  private var container: ShutdownContainer { owner.container }
  private var closed: [String] { container.closed.elements }

  @Test("All hooks run even if some fail, and their errors are thrown as one")
  func errors() async throws {
    _ = container.settings()
    container.bare.onShutdown { _ in throw ShutdownFailure.failed }
    _ = container.bare()
    _ = container.plain()
    container.other.onShutdown { _ in throw ShutdownFailure.other }
    _ = container.other()
    let error = await container.shutdownError()
    #expect(closed == ["plain", "settings"])
    #expect(error?.errors.map { $0.error as? ShutdownFailure } == [.other, .failed])
    #expect(error?.errors.map { $0.factory.contains("ShutdownContainer.other<") } == [true, false])
    #expect(container.bare.resolvedOrNil() == nil)
  }

  @Test("A hook is cancelled at the limit")
  func cancelled() async throws {
    let gate = TaskGate()
    let hasBeenCancelled = TaskGate()
    _ = container.settings()
    container.bare.onShutdown { _ in
      do { try await gate.waitUnlessCancelled() } catch {
        hasBeenCancelled.open()
        throw error
      }
    }
    _ = container.bare()
    // Long enough for the hook of `settings`, which has the same limit, on a machine that is busy.
    let error = await container.shutdownError(hookLimit: 2)
    #expect((error?.errors.first?.error as? ShutdownTimeout)?.seconds == 2)
    #expect(closed == ["settings"])
    #expect(container.bare.resolvedOrNil() == nil)
    await hasBeenCancelled.wait()
  }

  // In processes of their own, where no other test keeps the hooks that do not block waiting.

  @Test(
    "Any number of hooks that block their threads are left behind at their limits, and all others run"
  )
  func blocking() async {
    await #expect(processExitsWith: .success) { try await blockHooks(isAsync: false) }
  }

  @Test("The same for asynchronous hooks that block their threads")
  func blockingAsync() async {
    await #expect(processExitsWith: .success) { try await blockHooks(isAsync: true) }
  }

  // It blocks a thread of the pool. If another test does so too, a pool of two threads has none left.
  @Test("A hook may block its thread until its child task has ended")
  func blockedByChild() async {
    await #expect(processExitsWith: .success) {
      let container = ShutdownContainer()
      let wait: @Sendable (Gate) -> Void = { $0.wait() }
      container.bare.onShutdown { _ in
        let hasEnded = Gate()
        async let child: Void = hasEnded.open()
        wait(hasEnded)
        await child
      }
      _ = container.bare()
      try await container.shutdown(hookLimit: 500)
    }
  }

  #if os(Linux)
    @Test("The threads of a shutdown end with it")
    func threads() async {
      await #expect(processExitsWith: .success) {
        func countThreads() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }
        let container = ShutdownContainer()
        var count: Int?
        for _ in 0..<20 {
          _ = container.plain()
          try await container.shutdown(hookLimit: longHookLimit)
          // Those of the first shutdown, and of the cooperative pool.
          count = try count ?? countThreads()
        }
        while try countThreads() > count! { await Task.yield() }
      }
    }
  #endif

  @Test("Each hook has the whole limit")
  func eachHasTheLimit() async throws {
    let gate = TaskGate()
    let hanging = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }
      .onShutdown { _ in await gate.wait() }.scopeOnParameters.cached
    for number in 0..<3 { _ = hanging(number) }
    let start = ContinuousClock.now
    let error = await container.shutdownError(hookLimit: 0.02)
    #expect(error?.errors.count == 3)
    #expect(ContinuousClock.now - start >= .milliseconds(60))
    gate.open()
  }

  @Test("The limit may be a Duration, or be so long that there is none")
  func durations() async throws {
    let gate = TaskGate()
    container.bare.onShutdown { _ in await gate.wait() }
    _ = container.bare()
    await #expect(throws: ShutdownError.self) {
      try await container.shutdown(hookLimit: .milliseconds(20))
    }
    gate.open()
    _ = container.bare()
    try await container.shutdown(hookLimit: .infinity)
    _ = container.bare()
    try await container.shutdown(hookLimit: .seconds(1_000_000_000_000))
  }

  @Test("The cancellation of the caller does not cancel hooks")
  func callerCancelled() async throws {
    let container = container
    _ = container.settings()
    container.bare.onShutdown { _ in
      container.closed.append(Task.isCancelled ? "cancelled" : "not cancelled")
    }
    _ = container.bare()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await container.shutdown(hookLimit: longHookLimit)
    }
    try await task.value
    #expect(closed == ["not cancelled", "settings"])
  }
}

/// Shuts down a container with more blocking hooks than the threads of the cooperative pool, and others between them.
private func blockHooks(isAsync: Bool) async throws {
  let container = ShutdownContainer()
  let gate = Gate()
  let count = 2 * ProcessInfo.processInfo.activeProcessorCount
  let hasEnded = TaskLatch(count)
  let block: @Sendable (Resource) -> Void = { _ in
    gate.wait()
    hasEnded.arrive()
  }
  let blocking = ParameterFactory<Int, Resource>(container) { Resource("\($0)") }
    .scopeOnParameters.cached
  if isAsync {
    blocking.onShutdown { resource in
      await Task.yield()
      block(resource)
    }
  } else {
    blocking.onShutdown { block($0) }
  }
  _ = container.settings()
  for number in 0..<count {
    _ = blocking(number)
    _ = container.byNumber(number)
  }
  let error = await container.shutdownError(hookLimit: 0.5)
  precondition(error?.errors.count == count)
  precondition(error?.errors.allSatisfy { $0.error is ShutdownTimeout } == true)
  precondition(
    container.closed.elements == (0..<count).reversed().map { "plain \($0)" } + ["settings"])
  gate.open()
  await hasEnded.wait()
}
