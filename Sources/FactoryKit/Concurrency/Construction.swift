// Factory, MIT licence; see LICENSE
//
// One run of a closure whose result other threads may wait for.
internal import FactoryCore

/// A thread, by the address of its resolution state.
///
/// The address is valid while the thread lives. It is dereferenced by its own thread, or by another
/// one that knows the thread to be inside a construction; see ``WaitGraph``.
typealias ThreadState = UnsafeMutablePointer<factory_thread>

/// One run of a factory's closure, or of `autoRegister`.
final class Construction: @unchecked Sendable {
  // Sendable: `owner`, `restorations` and `mayBeSkipped` are constant. `isAwaited` is guarded by the
  // lock under which the construction is found. The others are guarded by the wait graph's lock;
  // `result` is also read by waiters after they have seen under that lock that the construction is
  // finished.
  let owner: ThreadState
  /// How often `pop` had restored the container's state before.
  let restorations: UInt32
  /// Whether a thread in a circular wait may continue without the result; true for `autoRegister`.
  let mayBeSkipped: Bool
  /// Whether a thread waits, or is about to.
  var isAwaited = false
  fileprivate(set) var isFinished = false
  fileprivate(set) var result: AnyObject?
  /// The threads parked on this construction.
  var waiters: ThreadState?

  init(owner: ThreadState, restorations: UInt32 = 0, mayBeSkipped: Bool = false) {
    self.owner = owner
    self.restorations = restorations
    self.mayBeSkipped = mayBeSkipped
  }
}

extension WaitGraph {
  /// Hands the result to all who wait. Called once, by the owner, if somebody waits.
  static func finish(_ construction: Construction, with result: AnyObject?) {
    lock.withLock {
      construction.result = result
      construction.isFinished = true
      wakeWaiters(of: construction)
    }
  }
}
