// Factory, MIT licence; see LICENSE
//
// Runs shutdown hooks, one after the other, each within a limit of time.
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
/// cancellation. One task checks the limits of all hooks: a timer for each would cost more than most
/// hooks.
final class HookRunner: Sendable {
  private let limit: UInt64
  private let state = Locked(State())

  private struct State {
    /// The hook that is running.
    var current: RunningHook?
    /// The task that checks the limits; nil before the first hook.
    var limitTask: Task<Void, Never>?
  }

  /// - Parameter limit: in nanoseconds.
  init(limit: UInt64) {
    self.limit = limit
  }

  /// Runs the hook of an instance, and returns its error. Called by one task at a time.
  func run(
    _ hook: AnyShutdownHook, _ instance: ClosableInstance, _ context: HookContext
  ) async -> (any Error)? {
    let now = factory_monotonic_nanoseconds()
    let running = RunningHook(deadline: now + limit)
    let (mustCheckLimits, previous) = state.withLock { state in
      defer { state.current = running }
      return (state.limitTask == nil, state.current)
    }
    // Released without the lock, with its hook's error.
    withExtendedLifetime(previous) {}
    if mustCheckLimits { startLimitTask() }
    let close = hook.close
    let task = Task {
      do {
        try await HookContext.$current.withValue(context) {
          try await WarmUp.$current.withValue(nil) { try await close(instance.box) }
        }
        running.end(nil)
      } catch {
        running.end(error)
      }
    }
    let error = await running.wait()
    if running.isLate { task.cancel() }
    return error
  }

  /// Ends the task that checks the limits. Called when all hooks have run.
  func end() {
    let (limitTask, last) = state.withLock { state in
      defer { state.current = nil }
      return (state.limitTask, state.current)
    }
    // Released without the lock, with its hook's error.
    withExtendedLifetime(last) {}
    limitTask?.cancel()
  }

  private func startLimitTask() {
    // A limit of more than 31 years needs no check.
    if limit > Self.longestLimit { return }
    let task = Task { [self] in
      var pause = limit
      while !Task.isCancelled {
        // Otherwise, a limit of zero would keep a thread busy.
        try? await Task.sleep(nanoseconds: max(pause, Self.shortestPause))
        let running = state.withLock { $0.current }
        let now = factory_monotonic_nanoseconds()
        let deadline = running?.deadline ?? now + limit
        if deadline > now {
          pause = deadline - now
        } else {
          running?.end(
            ShutdownTimeout(seconds: Double(limit) / 1_000_000_000), isLate: true)
          pause = limit
        }
      }
    }
    state.withLock { $0.limitTask = task }
  }

  /// The limit of the hooks that a failed warm-up runs.
  static let defaultLimit: UInt64 = 10_000_000_000
  private static let longestLimit: UInt64 = 1_000_000_000_000_000_000
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
