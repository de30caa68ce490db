// Factory, MIT licence; see LICENSE
//
// One run of a closure, whose result other threads or tasks may wait for.
internal import FactoryCore

/// A thread, by the address of its resolution state.
///
/// The address is valid while the thread exists. It is dereferenced by its own thread, or by
/// another thread while the owner is known to be inside a construction: see ``WaitGraph``.
typealias ThreadState = UnsafeMutablePointer<factory_thread>

/// One run of a factory's closure, or of `autoRegister`.
@usableFromInline
// Sendable: `owner`, `lock`, `restorations` and `mayBeSkipped` are constant. `isAwaited` and
// `isSkipped` are guarded by the lock of the cell or container that refers to the construction;
// `isAwaited` of an `AsyncConstruction` is constant.
// `isFinished`, `result` and `waiters` are guarded by `lock`. `result` does not change once
// `isFinished` is set, so a thread that has read that under the lock reads it without the lock.
package class Construction: @unchecked Sendable {
  /// The thread that runs the closure; nil for an ``AsyncConstruction``.
  let owner: ThreadState?
  /// The lock of the wait graph of the copy of the library whose code builds.
  let lock = WaitGraph.lock
  /// How often `pop` had restored the container's state when the construction began.
  let restorations: UInt32
  /// Whether a thread in a circular wait may continue without the result; true for `autoRegister`.
  let mayBeSkipped: Bool
  /// Whether a thread or a task is waiting or about to wait.
  final var isAwaited = false
  private final var isSkipped = false
  final fileprivate(set) var isFinished = false
  /// The instance's box, a `ConstructionFailure`, or nil for `autoRegister`.
  final fileprivate(set) var result: AnyObject?
  /// A `Captivity`, if the instance is built in a child container and kept elsewhere. Set before
  /// the closure is called.
  @exclusivity(unchecked) final var captivity: AnyObject?
  /// The threads parked on this construction.
  final var waiters: ThreadState?

  init(owner: ThreadState?, restorations: UInt32 = 0, mayBeSkipped: Bool = false) {
    self.owner = owner
    self.restorations = restorations
    self.mayBeSkipped = mayBeSkipped
  }

  /// Whether nobody wants the instance any more. Called under the lock that guards `isAwaited`.
  var isUnwanted: Bool { false }

  /// Records that another thread or task wants the result. False if the construction was abandoned:
  /// the caller must not wait for it. Called under the lock that guards `isAwaited`.
  func addAsker() -> Bool {
    isAwaited = true
    return true
  }

  /// Removes and returns the tasks that wait. The caller resumes them after it has released the
  /// lock. Called under `lock`, when the construction is finished.
  func takeWaitingTasks() -> [WaitingTask] { [] }

  /// Records that a thread has continued without the result. Returns whether it is the first one.
  final func recordSkip() -> Bool {
    defer { isSkipped = true }
    return !isSkipped
  }
}

extension WaitGraph {
  /// Passes the result to the waiting threads or tasks. Called once, by the thread or task that
  /// has run the closure, if `isAwaited`.
  static func finish(_ construction: Construction, with result: AnyObject?) {
    let tasks = construction.lock.withLock {
      construction.result = result
      construction.isFinished = true
      wakeWaiters(of: construction)
      return construction.takeWaitingTasks()
    }
    // Resumed without the lock: the executor of a task may be user code.
    for task in tasks { task.resume(.finished) }
  }
}

/// The error of a construction, for those that wait for it. ``FailureBox`` is the only subclass.
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
