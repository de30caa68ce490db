// Factory, MIT licence; see LICENSE
//
// Synchronisation of a test's tasks. A task that waits here is suspended, and occupies no thread.
import Foundation

/// Closed until opened, then open for all tasks.
package final class TaskGate: Sendable {
  private struct State {
    var isOpen = false
    var listeners: [@Sendable () -> Void] = []
  }

  private let state = LockedValue(State())

  package init() {}

  package func open() {
    let listeners = state.withLock { state in
      state.isOpen = true
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener() }
  }

  /// Waits until the gate is open, also if the task is cancelled.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }

  /// Waits until the gate is open or the task is cancelled.
  package func waitUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async throws {
    let either = TaskGate()
    whenOpen { either.open() }
    await withTaskCancellationHandler {
      await either.wait()
    } onCancel: {
      either.open()
    }
    try Task.checkCancellation()
  }

  private func whenOpen(_ listener: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.listeners.append(listener) }
      return state.isOpen
    }
    if isOpen { listener() }
  }
}

/// A gate that opens when a known number of tasks has arrived.
package final class TaskLatch: Sendable {
  private let missing: LockedValue<Int>
  private let gate = TaskGate()

  package init(_ count: Int) {
    missing = LockedValue(count)
  }

  /// Counts this task, without waiting.
  package func arrive() {
    let left = missing.withLock { missing in
      missing -= 1
      return missing
    }
    if left == 0 { gate.open() }
  }

  /// Waits until all tasks have arrived.
  package func wait() async { await gate.wait() }

  package func arriveAndWait() async {
    arrive()
    await wait()
  }
}

/// Waits until an object has been released. A task that is about to end may retain it for a moment.
/// If it is never released, the test does not end.
package func untilReleased(_ object: () -> AnyObject?) async {
  while object() != nil { await Task.yield() }
}

/// A thread that runs tasks, and nothing else.
///
/// Each step of a task runs on it, except those that are isolated to an actor: also those of child
/// tasks, but not those of a task that the task starts with `Task { }`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class TaskThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
    var steps = 0
    var listeners: [@Sendable () -> Void] = []
  }

  private let state = LockedValue(State())

  package init() {}

  /// How often the thread has begun or resumed a task.
  package var steps: Int { state.withLock { $0.steps } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { _ = TestThread { self.runAll() } }
  }

  /// Waits until the tasks that the thread runs are suspended or have ended.
  package func idle() async {
    await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
  }

  private func whenIdle(_ listener: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.isRunning { state.listeners.append(listener) }
      return !state.isRunning
    }
    if isIdle { listener() }
  }

  private func runAll() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// The next job. If there is none, the thread ends.
  private func next() -> UnownedJob? {
    let (job, listeners) = state.withLock { state -> (UnownedJob?, [@Sendable () -> Void]) in
      guard state.jobs.isEmpty else {
        state.steps += 1
        return (state.jobs.removeFirst(), [])
      }
      state.isRunning = false
      defer { state.listeners = [] }
      return (nil, state.listeners)
    }
    for listener in listeners { listener() }
    return job
  }
}

/// A task on a thread of its own, so that a test can wait until the task is suspended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class WatchedTask<Success: Sendable>: Sendable {
  private let thread: TaskThread
  private let hasBegun = TaskGate()
  private let task: Task<Success, any Error>

  package init(
    priority: TaskPriority? = nil, on thread: TaskThread = TaskThread(),
    _ body: @escaping @Sendable () async throws -> Success
  ) {
    self.thread = thread
    task = Task(executorPreference: thread, priority: priority) { [hasBegun] in
      hasBegun.open()
      return try await body()
    }
  }

  /// Waits until the task is suspended or has ended.
  package func suspended() async {
    await hasBegun.wait()
    await thread.idle()
  }

  package func cancel() { task.cancel() }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    package func escalate(to priority: TaskPriority) { task.escalatePriority(to: priority) }
  #endif

  package var value: Success {
    get async throws { try await task.value }
  }

  package var result: Result<Success, any Error> {
    get async { await task.result }
  }
}
