// Factory, MIT licence; see LICENSE
//
// Tasks that run only when a test says so, one after the other on the calling thread. What happens
// between two steps of a test is then always the same, and a task that has not ended when no job is
// left is suspended.
import FactoryTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif os(Windows)
  import WinSDK
#endif

/// The jobs of all tasks of the process, while `run` is running.
///
/// The Swift runtime passes each job for the global executor to a hook, if there is one. It is the
/// one that other test libraries use to run tasks in a fixed order. It is the process's, so tests
/// use it in a process of their own, an exit test. Jobs of `Task.yield` and `Task.sleep` are not
/// passed to the hook, so controlled tasks must not use them.
package enum ControlledTasks {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // A list, because another thread of the process may also start a task.
  private static let jobs = LockedValue([UnownedJob]())

  /// Runs `body`, which starts and continues tasks, and calls `drain` to let them run.
  ///
  /// On the main actor, so that closures which are isolated to it can be called by any of the tasks.
  @MainActor
  package static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hook = hookAddress
    precondition(hook.pointee == nil, "the tasks are controlled already")
    hook.pointee = { job, _ in ControlledTasks.jobs.withLock { $0.append(job) } }
    defer {
      drain()
      hook.pointee = nil
    }
    return try body()
  }

  /// Runs jobs, in the order in which they were enqueued, until there are none.
  package static func drain() {
    while true {
      let ready = jobs.withLock { jobs in
        defer { jobs.removeAll(keepingCapacity: true) }
        return jobs
      }
      if ready.isEmpty { return }
      for job in ready { job.runSynchronously(on: genericExecutor) }
    }
  }

  /// What functions that are isolated to no actor run on. The runtime represents it by two zeros,
  /// and has no function that returns it.
  private static var genericExecutor: UnownedSerialExecutor {
    unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }

  /// The address of the runtime's variable, of this type.
  private static var hookAddress: UnsafeMutablePointer<Hook?> {
    let name = "swift_task_enqueueGlobal_hook"
    #if os(Windows)
      let symbol = GetProcAddress(GetModuleHandleA("swift_Concurrency.dll"), name)
        .map { unsafeBitCast($0, to: UnsafeMutableRawPointer.self) }
    #else
      let symbol = dlsym(dlopen(nil, RTLD_LAZY), name)
    #endif
    guard let symbol else { preconditionFailure("the Swift runtime has no \(name)") }
    return symbol.assumingMemoryBound(to: Hook?.self)
  }
}
