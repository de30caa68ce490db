// Factory, MIT licence; see LICENSE
//
// The graph of waiting threads, so that a circular wait is reported instead of becoming a deadlock.
internal import FactoryCore

/// The process-wide graph of waiting threads, used only by threads that have to wait.
///
/// Only a new wait can close a cycle: a construction that starts adds no edge to the graph. So a
/// search under the lock, just before a wait is added, finds every cycle and reports no false one.
package enum WaitGraph {
  /// Guards the state of constructions, and `next_waiter`, `event` and `waiting_for` of threads.
  package static var lock: LockWord { factory_wait_graph_lock() }

  /// Whether any thread is waiting for a construction. For tests.
  static var hasWaiters: Bool { lock.withLock(.waitGraph) { waiting > 0 } }
  // Guarded by `lock`.
  nonisolated(unsafe) private static var waiting = 0

  enum Outcome {
    case finished
    /// Waiting would be a deadlock, so the calling thread continues without the result.
    case skipped
    /// The chains of the threads in the cycle, starting with the calling one.
    case circular([[String]])
  }

  /// Waits until `construction` is finished, unless that would close a cycle.
  static func wait(for construction: Construction) -> Outcome {
    LockOrder.requireNone()
    let me = factory_current_thread()
    var boost: UnsafeMutableRawPointer?
    let refusal: Outcome? = lock.withLock(.waitGraph) {
      if construction.isFinished { return .finished }
      if let cycle = cycle(closedBy: me, waitingFor: construction) {
        if construction.mayBeSkipped { return .skipped }
        guard let yielding = cycle.first(where: \.waitsForSkippable) else {
          // The chains of these threads cannot change under the lock.
          return .circular(CircularDependency.describe(cycle))
        }
        release(yielding)
      }
      me.pointee.waiting_for = UnsafeMutableRawPointer(unowned: construction)
      waiting += 1
      me.pointee.next_waiter = construction.waiters
      factory_event_prepare(factory_thread_event(me))
      construction.waiters = me
      // The builder still exists: to finish the construction it has to take the lock that is held
      // here.
      boost = construction.builder.flatMap { factory_thread_boost($0) }
      return nil
    }
    if let refusal { return refusal }
    factory_event_wait(factory_thread_event(me))
    factory_thread_end_boost(boost)
    return lock.withLock(.waitGraph) { construction.isFinished ? .finished : .skipped }
  }

  /// Wakes a thread before the construction that it waits for is finished. Called under the lock.
  private static func release(_ thread: ThreadState) {
    guard let construction = thread.construction else { return }
    var previous: ThreadState?
    var next = construction.waiters
    while let waiter = next, waiter != thread {
      previous = waiter
      next = waiter.pointee.next_waiter
    }
    if let previous {
      previous.pointee.next_waiter = thread.pointee.next_waiter
    } else {
      construction.waiters = thread.pointee.next_waiter
    }
    clear(thread)
    factory_event_signal(factory_thread_event(thread))
  }

  private static func clear(_ thread: ThreadState) {
    thread.pointee.next_waiter = nil
    thread.pointee.waiting_for = nil
    waiting -= 1
  }

  /// Called under the lock.
  static func wakeWaiters(of construction: Construction) {
    var waiter = construction.waiters
    construction.waiters = nil
    while let thread = waiter {
      // Read before waking the thread, which may then exit.
      waiter = thread.pointee.next_waiter
      clear(thread)
      factory_event_signal(factory_thread_event(thread))
    }
  }

  /// The threads of the cycle that a wait of `me` would close; nil if it would not close one.
  ///
  /// Each builder's state may be read here. Its construction is awaited, so to finish it, the builder
  /// has to take the lock that the caller holds.
  private static func cycle(
    closedBy me: ThreadState, waitingFor construction: Construction
  ) -> [ThreadState]? {
    var threads = [me]
    var next = construction
    while !next.isFinished {
      // No thread waits for an asynchronous construction.
      guard let builder = next.builder else { return nil }
      if builder == me { return threads }
      threads.append(builder)
      guard let waitedFor = builder.construction else { return nil }
      next = waitedFor
    }
    return nil
  }
}

extension ThreadState {
  /// The construction that the thread waits for. Called under the wait graph's lock.
  fileprivate var construction: Construction? {
    // Alive, because the waiting thread holds a reference on its stack.
    pointee.waiting_for?.object(Construction.self)
  }

  fileprivate var waitsForSkippable: Bool { construction?.mayBeSkipped ?? false }
}
