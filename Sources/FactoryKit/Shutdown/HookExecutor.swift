// Factory, MIT licence; see LICENSE
//
// Runs the tasks of shutdown hooks on threads that they may block.
internal import FactoryKitCore

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
