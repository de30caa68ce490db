// Factory, MIT licence; see LICENSE
//
// Which thread waits for which, so that a circular wait is reported instead of hanging.
internal import FactoryCore

/// The process-wide graph of waiting threads, used only by threads that really have to wait.
///
/// A cycle can close only when a wait is added, because building adds no edge to a thread that waits
/// for nothing. So looking for a cycle under the lock, just before adding, finds every cycle and
/// reports none that does not exist.
enum WaitGraph {
  /// Guards `waiting_for`, `next_waiter` and `event` of every thread, and what constructions say.
  static let lock = Lock()

  /// Whether any thread waits for a construction. For tests, which must know that one does.
  static var hasWaiters: Bool { lock.withLock { waiting > 0 } }
  // Guarded by `lock`.
  nonisolated(unsafe) private static var waiting = 0

  enum Outcome {
    case finished
    /// A thread of the circle had to continue without waiting, and it is the calling one.
    case skipped
    /// The chains of the threads in the circle, the calling one first.
    case circular([[String]])
  }

  /// Waits until `construction` is finished, unless that could never be. `describe` returns the
  /// chains of threads, which are held still while it runs.
  static func wait(
    for construction: Construction, describe: ([ThreadState]) -> [[String]]
  ) -> Outcome {
    let me = factory_current_thread()
    var boost: UnsafeMutableRawPointer?
    let refusal: Outcome? = lock.withLock {
      if construction.isFinished { return .finished }
      if let circle = circle(closedBy: me, waitingFor: construction) {
        if construction.mayBeSkipped { return .skipped }
        guard let yielding = circle.first(where: \.waitsForSkippable) else {
          return .circular(describe(circle))
        }
        release(yielding)
      }
      me.pointee.waiting_for = Unmanaged.passUnretained(construction).toOpaque()
      me.pointee.next_waiter = construction.waiters
      factory_event_prepare(factory_thread_event(me))
      construction.waiters = me
      waiting += 1
      // The owner is alive: before it can leave it must take the lock that is held here.
      boost = factory_thread_boost(construction.owner)
      return nil
    }
    if let refusal { return refusal }
    factory_event_wait(factory_thread_event(me))
    factory_thread_end_boost(boost)
    return lock.withLock { construction.isFinished ? .finished : .skipped }
  }

  /// Wakes a thread although what it waits for goes on. Under the lock.
  private static func release(_ thread: ThreadState) {
    guard let construction = thread.construction else { return }
    var link = construction.waiters
    if link == thread {
      construction.waiters = thread.pointee.next_waiter
    } else {
      while let waiter = link, waiter.pointee.next_waiter != thread {
        link = waiter.pointee.next_waiter
      }
      link?.pointee.next_waiter = thread.pointee.next_waiter
    }
    wake(thread)
  }

  private static func wake(_ thread: ThreadState) {
    waiting -= 1
    thread.pointee.next_waiter = nil
    thread.pointee.waiting_for = nil
    factory_event_signal(factory_thread_event(thread))
  }

  /// Under the lock.
  static func wakeWaiters(of construction: Construction) {
    var waiter = construction.waiters
    construction.waiters = nil
    while let thread = waiter {
      // Read before waking: a woken thread may be gone.
      waiter = thread.pointee.next_waiter
      wake(thread)
    }
  }

  /// The threads from `me` along the owners, if they lead back to `me`.
  ///
  /// Each owner's state may be read here: its construction is known to be awaited, so before the
  /// owner can leave it must take the lock that the caller holds.
  private static func circle(
    closedBy me: ThreadState, waitingFor construction: Construction
  ) -> [ThreadState]? {
    var threads = [me]
    var next = construction
    while !next.isFinished {
      if next.owner == me { return threads }
      threads.append(next.owner)
      guard let waitedFor = next.owner.construction else { return nil }
      next = waitedFor
    }
    return nil
  }
}

extension ThreadState {
  /// What the thread waits for. Only under the wait graph's lock.
  fileprivate var construction: Construction? {
    // Alive: the thread that waits for it holds a reference on its stack.
    pointee.waiting_for.map { Unmanaged<Construction>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate var waitsForSkippable: Bool { construction?.mayBeSkipped ?? false }
}
