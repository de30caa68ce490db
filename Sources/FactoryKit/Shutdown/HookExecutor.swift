// Factory, MIT licence; see LICENSE
//
// A thread that runs the tasks of shutdown hooks, which may block it.
internal import FactoryKitCore

/// Runs all steps of the hooks' tasks, except those that are isolated to an actor with an executor of its own, on one
/// thread of the library.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class HookExecutor: TaskExecutor {
  private let state = Locked(State())

  private struct State {
    var jobs: [UnownedJob] = []
    var thread: LibraryThread?
    /// The tasks that have not ended.
    var tasks = 0
    /// Whether the last task has been started.
    var isLast = false

    var hasEnded: Bool { isLast && tasks == 0 && jobs.isEmpty }
  }

  private init() {}

  /// Nil if the system cannot start a thread.
  static func start() -> HookExecutor? {
    let executor = HookExecutor()
    // The thread retains the executor. Its first step takes this lock, so it sees `state.thread`.
    let hasStarted = executor.state.withLock { state in
      state.thread = executor.startThread()
      return state.thread != nil
    }
    return hasStarted ? executor : nil
  }

  private func startThread() -> LibraryThread? {
    LibraryThread.start { [self] thread in
      while let jobs = nextJobs() {
        if jobs.isEmpty { thread.wait() }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }

  /// The jobs to run, or none if the thread has to wait for one. Nil when it has to end.
  private func nextJobs() -> [UnownedJob]? {
    state.withLock { state in
      if state.hasEnded {
        state.thread = nil
        return nil
      }
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = state.withLock { state in
      state.jobs.append(job)
      // An actor that a hook has used may go on after the last hook, when the thread has ended.
      if state.thread == nil { state.thread = startThread() }
      return state.thread
    }
    if let thread { return thread.wake() }
    for job in nextJobs() ?? [] { globalConcurrentExecutor.enqueue(job) }
  }

  /// Called before a task is created.
  func taskBegins() { state.withLock { $0.tasks += 1 } }

  /// Called by the last step of a task.
  func taskHasEnded() { state.withLock { $0.tasks -= 1 } }

  /// Ends the thread when its tasks have ended.
  func end() {
    let thread = state.withLock { state in
      state.isLast = true
      return state.thread
    }
    thread?.wake()
  }
}
