// Factory, MIT licence; see LICENSE
//
// One run of a closure, whose result other threads or tasks may wait for.
package import FactoryCore

/// A thread, by the address of its resolution state.
///
/// The address is valid while the thread exists. It is dereferenced by its own thread, or by
/// another one while its own is known to be inside a construction: see ``WaitGraph``.
package typealias ThreadState = UnsafeMutablePointer<factory_thread>

/// One run of a factory's closure, or of `autoRegister`.
@usableFromInline
// Sendable: the constants are. `isAwaited` and `isSkipped` are guarded by the lock of the store or wrapper
// that refers to the construction; `isAwaited` is constant if there are `tasks`. `isFinished`, `result`
// and `waiters` are guarded by the wait graph's lock. `result` does not change once `isFinished` is set, so a thread that has
// read that under the lock reads it without the lock. So exclusivity need not be checked.
package class Construction: @unchecked Sendable {
  /// The thread that runs the closure; nil if that runs in a task.
  final let builder: ThreadState?
  /// The tasks that wait for a closure that runs in a task; nil for one that a thread runs.
  package final let tasks: (any WaitingTasks)?
  /// Whether a thread in a circular wait may continue without the result; true for `autoRegister`.
  final let mayBeSkipped: Bool
  /// Whether a thread or a task is waiting or about to wait.
  @exclusivity(unchecked) final var isAwaited = false
  @exclusivity(unchecked) private final var isSkipped = false
  @exclusivity(unchecked) fileprivate(set) package final var isFinished = false
  /// The instance's box, a `ConstructionFailure`, or nil for `autoRegister`.
  @exclusivity(unchecked) fileprivate(set) package final var result: AnyObject?
  /// The threads parked on this construction.
  @exclusivity(unchecked) final var waiters: ThreadState?

  /// - Parameter builder: the thread that runs the closure; nil if that runs in a task.
  init(builder: ThreadState?, mayBeSkipped: Bool = false) {
    self.builder = builder
    // Only an asynchronous resolution begins a construction that runs in a task.
    tasks = builder == nil ? WaitingTasksMaker.shared.object!.make() : nil
    self.mayBeSkipped = mayBeSkipped
    isAwaited = builder == nil
  }

  /// Whether somebody receives the result: from now on, a task that is cancelled does not stop waiting. False if the
  /// construction was abandoned. Called under the lock that guards `isAwaited`.
  final func decideReceivers() -> Bool {
    tasks.map { tasks in WaitGraph.lock.withLock(.waitGraph) { tasks.decideReceivers() } } ?? true
  }

  /// Records that another thread or task wants the result. False if the construction was abandoned:
  /// the caller must not wait for it. Called under the lock that guards `isAwaited`.
  final func addAsker() -> Bool {
    if let tasks { return WaitGraph.lock.withLock(.waitGraph) { tasks.addAsker() } }
    isAwaited = true
    return true
  }

  /// Records that a thread has continued without the result. Returns whether it is the first one.
  final func recordSkip() -> Bool {
    defer { isSkipped = true }
    return !isSkipped
  }
}

extension WaitGraph {
  /// Passes the result to the waiting threads or tasks. Called once, by the thread or task that
  /// has run the closure, if `isAwaited`.
  @inline(never)
  static func finish(_ construction: Construction, with result: AnyObject?) {
    let resume = lock.withLock(.waitGraph) {
      construction.result = result
      construction.isFinished = true
      wakeWaiters(of: construction)
      return construction.tasks?.takeAll()
    }
    // Resumed without the lock: the executor of a task may be user code.
    resume?()
  }
}

/// The tasks that wait for a construction. All functions are called under the wait graph's lock.
package protocol WaitingTasks: AnyObject, Sendable {
  /// Counts another task that wants the instance. False if the construction was abandoned: it has been
  /// cancelled, and may ignore that and never end.
  func addAsker() -> Bool
  /// Returns whether a task receives the result. From now on, those that wait do, even if they are cancelled.
  func decideReceivers() -> Bool
  /// Removes the tasks, and returns a function that resumes them, to be called without the lock.
  func takeAll() -> () -> Void
}

/// Creates the list of waiting tasks for a new asynchronous construction.
package final class WaitingTasksMaker: Sendable {
  let make: @Sendable () -> any WaitingTasks

  package init(_ make: @escaping @Sendable () -> any WaitingTasks) { self.make = make }

  /// Set before the first asynchronous resolution begins.
  package static let shared = SharedReference<WaitingTasksMaker>()
}

/// What waiting threads and tasks receive instead of an instance. ``FailureBox``, an error, is the only subclass.
@usableFromInline
package class ConstructionFailure {
  init() {}

  /// The dynamic type of the error.
  var type: Any.Type { fatalError("FactoryKit: ConstructionFailure is abstract") }
}

@usableFromInline
package final class FailureBox<Failure: Error>: ConstructionFailure {
  @usableFromInline package let error: Failure

  @usableFromInline
  package init(_ error: Failure) { self.error = error }

  override var type: Any.Type { Swift.type(of: error as any Error) }
}
