// Factory, MIT licence; see LICENSE
//
// Runs shutdown hooks, one after the other, each within a limit of time, on threads that they may block.
internal import FactoryCore
internal import FactoryKitCore

/// Identifies the hook that is running in the current task.
final class HookContext: Sendable {
  @TaskLocal static var current: HookContext?

  /// The shutdown that runs the hook; nil for a failed warm-up.
  let shutdown: ShutdownRun?
  /// The `ShutdownRecord.depth` of the instances that the hook builds.
  let depth: Int
  /// The hook that has called `shutdown`, if one has.
  private let outer: HookContext?

  init(_ shutdown: ShutdownRun?, depth: Int, outer: HookContext?) {
    self.shutdown = shutdown
    self.depth = depth
    self.outer = outer
  }

  /// Whether `shutdown` runs the hook, directly or by a hook that has begun another shutdown.
  func isInside(_ shutdown: ShutdownRun) -> Bool {
    self.shutdown === shutdown || outer?.isInside(shutdown) == true
  }
}

/// Runs hooks, and cancels those that take too long.
///
/// Each hook runs in a task of its own, because the runner does not wait for a hook that ignores its
/// cancellation. A hook may also block its thread, so a thread outside of Swift's cooperative pool checks the limits. Once a
/// hook was left behind, which may have taken a thread of the pool, the others run in `HookExecutor`. It is not used
/// before, because the change of threads takes several times as long as most hooks. Before iOS 18 and macOS 15, which have the
/// first task executors, all hooks run in the pool. On systems without threads, no hook has a limit.
final class HookRunner: Sendable {
  private let limit: UInt64
  private let hasLimit: Bool
  private let state = Locked(State())

  private struct State {
    /// The hook that is running.
    var current: RunningHook?
    var hasLeftBehind = false
    /// Checks the limits; nil before the first hook, and without a limit.
    var timer: LibraryThread?
  }

  /// - Parameter limit: in nanoseconds.
  init(limit: UInt64) {
    self.limit = limit
    // At most 31.7 years; a longer limit is none, so that `deadline` does not overflow.
    hasLimit = limit <= 1_000_000_000_000_000_000
  }

  /// Runs the hook of an instance, and returns its error. Called by one task at a time.
  func run(
    _ close: @escaping @Sendable () async throws -> Void, _ context: HookContext
  ) async -> (any Error)? {
    let running = RunningHook(
      deadline: hasLimit ? factory_monotonic_nanoseconds() + limit : .max)
    let (hasTimer, previous) = state.withLock { state in
      defer { state.current = running }
      return (state.timer != nil, state.current)
    }
    // Released without the lock, with its hook's error.
    withExtendedLifetime(previous) {}
    if hasLimit, !hasTimer { startTimer() }
    let task: Task<Void, Never>
    if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *),
      state.withLock({ $0.hasLeftBehind })
    {
      task = Task(executorPreference: HookExecutor.shared) {
        running.end(await Self.call(close, context))
      }
    } else {
      task = Task { running.end(await Self.call(close, context)) }
    }
    let error = await running.wait()
    if running.isLate {
      task.cancel()
      state.withLock { $0.hasLeftBehind = true }
    }
    return error
  }

  /// Runs a hook in the current task, and returns its error.
  static func call(
    _ close: @Sendable () async throws -> Void, _ context: HookContext
  ) async -> (any Error)? {
    do {
      try await HookContext.$current.withValue(context) {
        try await WarmUp.$current.withValue(nil) {
          // It is no part of a construction that has called `shutdown`.
          try await TaskFrame.taskLocal.withValue(nil) { try await close() }
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Ends the timer. Called when all hooks have run.
  func end() {
    let (timer, last) = state.withLock { state in
      defer { (state.timer, state.current) = (nil, nil) }
      return (state.timer, state.current)
    }
    // Released without the lock, with its hook's error.
    withExtendedLifetime(last) {}
    timer?.wake()
  }

  // MARK: Limits

  private func startTimer() {
    let timer = LibraryThread.start { [self] thread in
      var pause = limit
      // Until `end` wakes it. Without the shortest pause, a limit of zero would keep a processor busy.
      while !thread.wait(forAtMost: max(pause, Self.shortestPause)) { pause = checkLimit() }
    }
    state.withLock { $0.timer = timer }
  }

  /// Ends the hook that is running, if its limit has passed. Returns the time until the next check.
  private func checkLimit() -> UInt64 {
    let running = state.withLock { $0.current }
    let now = factory_monotonic_nanoseconds()
    if let running, running.deadline > now { return running.deadline - now }
    running?.end(ShutdownTimeout(seconds: Double(limit) / 1_000_000_000), isLate: true)
    return limit
  }

  /// The limit of the hooks that a failed warm-up runs.
  static let defaultLimit: UInt64 = 10_000_000_000
  private static let shortestPause: UInt64 = 50_000
}

/// One run of a hook, which ends when the hook returns or at the limit.
private final class RunningHook: Sendable {
  let deadline: UInt64
  private let state = Locked(State())

  private struct State {
    var isFinished = false
    var hasTimedOut = false
    var error: (any Error)?
    var continuation: UnsafeContinuation<Void, Never>?
  }

  init(deadline: UInt64) {
    self.deadline = deadline
  }

  var isLate: Bool { state.withLock { $0.hasTimedOut } }

  /// - Parameter isLate: whether the limit has passed.
  func end(_ error: (any Error)?, isLate: Bool = false) {
    let continuation = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      if state.isFinished { return nil }
      state.isFinished = true
      state.hasTimedOut = isLate
      state.error = error
      return state.continuation
    }
    continuation?.resume()
  }

  /// Waits for the end, and returns the error.
  func wait() async -> (any Error)? {
    await withUnsafeContinuation { continuation in
      let isFinished = state.withLock { state in
        state.continuation = continuation
        return state.isFinished
      }
      if isFinished { continuation.resume() }
    }
    return state.withLock { $0.error }
  }
}

// MARK: -

// Runs the tasks of shutdown hooks on threads that they may block.

/// Runs each job on a thread of the library that no other job occupies. A job that finds none gets a new one.
///
/// So neither a hook that blocks its thread, nor one that waits for its own child tasks in this way, keeps another job
/// waiting. Threads that have nothing to do end.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class HookExecutor: TaskExecutor {
  static let shared = HookExecutor()

  private let state = Locked(State())

  private struct State {
    /// Jobs for which a thread was woken or started.
    var jobs: [UnownedJob] = []
    var idle: [LibraryThread] = []
  }

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let idle = state.withLock { state in
      state.jobs.append(job)
      return state.idle.popLast()
    }
    if let idle { return idle.wake() }
    if LibraryThread.start({ [self] in runJobs(on: $0) }) != nil { return }
    // The system has no threads, or no more of them.
    while let job = nextJob() { globalConcurrentExecutor.enqueue(job) }
  }

  private func nextJob() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }

  private func runJobs(on thread: LibraryThread) {
    while true {
      while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
      state.withLock { $0.idle.append(thread) }
      if thread.wait(forAtMost: Self.pause) { continue }
      // Another thread may have chosen this one in the meantime. Then it has a job.
      let isUnused = state.withLock { state in
        guard let index = state.idle.firstIndex(where: { $0 === thread }) else { return false }
        state.idle.remove(at: index)
        return true
      }
      if isUnused { return }
    }
  }

  /// How long a thread waits for another job, in nanoseconds.
  private static let pause: UInt64 = 100_000_000
}

// MARK: -

// Threads of the library's own, for shutdown hooks and their time limits.

/// A thread outside Swift's cooperative pool, whose threads may all be blocked.
final class LibraryThread: Sendable {
  // Used by the functions of events only. Freed by `deinit`, when nobody can wake the thread any more.
  nonisolated(unsafe) private let event = AtomicWord.make()
  private let body: @Sendable (LibraryThread) -> Void

  private init(_ body: @escaping @Sendable (LibraryThread) -> Void) { self.body = body }

  deinit { event.deallocate() }

  /// Starts a thread, which ends when `body` returns. Nil if the system has no threads, or cannot start another one.
  static func start(_ body: @escaping @Sendable (LibraryThread) -> Void) -> LibraryThread? {
    let thread = LibraryThread(body)
    // Owned by the new thread.
    let context = UnsafeMutableRawPointer(owning: thread)
    let hasStarted = factory_thread_start(
      { context in
        let thread = context.takeObject(LibraryThread.self)
        thread.body(thread)
      }, context)
    if hasStarted { return thread }
    context.releaseObject()
    return nil
  }

  /// Ends the thread's current or next `wait`.
  func wake() { factory_event_signal(event) }

  /// Waits until the thread is woken, for at most this time, in nanoseconds. Returns whether it was woken. Called by the
  /// thread itself.
  func wait(forAtMost time: UInt64) -> Bool {
    if !factory_event_wait_for(event, time) { return false }
    factory_event_prepare(event)
    return true
  }
}
