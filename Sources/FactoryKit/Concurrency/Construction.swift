// Factory, MIT licence; see LICENSE
//
// One run of a closure, whose result other threads may wait for.
internal import FactoryCore

/// A thread, by the address of its resolution state.
///
/// The address is valid while the thread exists. It is dereferenced by its own thread, or by
/// another thread while the owner is known to be inside a construction: see ``WaitGraph``.
typealias ThreadState = UnsafeMutablePointer<factory_thread>

/// One run of a factory's closure, or of `autoRegister`.
final class Construction: @unchecked Sendable {
  // Sendable: `owner`, `lock`, `restorations` and `mayBeSkipped` are constant. `isAwaited` and
  // `isSkipped` are guarded by the lock of the cell or container that refers to the construction.
  // `isFinished`, `result` and `waiters` are guarded by `lock`. `result` does not change once
  // `isFinished` is set, so a thread that has read that under the lock reads it without the lock.
  let owner: ThreadState
  /// The lock of the wait graph of the copy of the library whose code builds.
  let lock = WaitGraph.lock
  /// How often `pop` had restored the container's state when the construction began.
  let restorations: UInt32
  /// Whether a thread in a circular wait may continue without the result; true for `autoRegister`.
  let mayBeSkipped: Bool
  /// Whether a thread is waiting or about to wait.
  var isAwaited = false
  private var isSkipped = false
  fileprivate(set) var isFinished = false
  fileprivate(set) var result: AnyObject?
  /// The threads parked on this construction.
  var waiters: ThreadState?

  init(owner: ThreadState, restorations: UInt32 = 0, mayBeSkipped: Bool = false) {
    self.owner = owner
    self.restorations = restorations
    self.mayBeSkipped = mayBeSkipped
  }

  /// Records that a thread has continued without the result. Returns whether it is the first one.
  func recordSkip() -> Bool {
    defer { isSkipped = true }
    return !isSkipped
  }
}

extension WaitGraph {
  /// Passes the result to the waiting threads. Called once, by the owner, if `isAwaited`.
  static func finish(_ construction: Construction, with result: AnyObject?) {
    construction.lock.withLock {
      construction.result = result
      construction.isFinished = true
      wakeWaiters(of: construction)
    }
  }
}
