// Factory, MIT licence; see LICENSE
//
// The graph of waiting threads, so that a circular wait is reported instead of becoming a deadlock.
internal import FactoryCore

/// The graph of waiting threads, used only by threads that have to wait.
///
/// Only a new wait can close a cycle: a construction that starts adds no edge to the graph. So a
/// search under the lock, just before a wait is added, finds every cycle and reports no false one.
///
/// The process has one graph for each copy of the library. A thread that uses another copy's container
/// waits in that copy's graph, but is no part of its search for cycles: the states of threads belong to
/// their own copy.
final class WaitGraph: @unchecked Sendable {
  // Sendable: `waiting` is guarded by `lock`.

  /// The graph of this copy of the library.
  static let own = WaitGraph()

  /// Guards the state of the graph's constructions, and `next_waiter` and `event` of the threads that
  /// wait for them. That of a copy's own graph also guards `waiting_for` of its threads.
  let lock = Lock()
  private var waiting = 0

  /// Whether any thread is waiting for a construction. For tests.
  static var hasWaiters: Bool { own.lock.withLock { own.waiting > 0 } }

  enum Outcome {
    case finished
    /// A thread of the cycle had to continue without waiting, and it is the calling one.
    case skipped
    /// The chains of the threads in the cycle, starting with the calling one.
    case circular([[String]])
  }

  /// Waits until `construction` is finished, unless that would close a cycle. `describe` returns
  /// the chains of threads, which cannot change while it runs.
  static func wait(
    for construction: Construction, describe: ([ThreadState]) -> [[String]]
  ) -> Outcome {
    construction.graph.wait(for: construction, describe: describe)
  }

  private func wait(
    for construction: Construction, describe: ([ThreadState]) -> [[String]]
  ) -> Outcome {
    let isOwn = self === Self.own
    let me = factory_current_thread()
    var boost: UnsafeMutableRawPointer?
    let refusal: Outcome? = lock.withLock {
      if construction.isFinished { return .finished }
      if isOwn, let cycle = Self.cycle(closedBy: me, waitingFor: construction) {
        if construction.mayBeSkipped { return .skipped }
        guard let yielding = cycle.first(where: \.waitsForSkippable) else {
          return .circular(describe(cycle))
        }
        release(yielding)
      }
      if isOwn { me.pointee.waiting_for = Unmanaged.passUnretained(construction).toOpaque() }
      me.pointee.next_waiter = construction.waiters
      factory_event_prepare(factory_thread_event(me))
      construction.waiters = me
      waiting += 1
      // The owner still exists: to finish the construction it has to take the lock that is held
      // here.
      boost = factory_thread_boost(construction.owner)
      return nil
    }
    if let refusal { return refusal }
    factory_event_wait(factory_thread_event(me))
    factory_thread_end_boost(boost)
    return lock.withLock { construction.isFinished ? .finished : .skipped }
  }

  /// Wakes a thread before the construction that it waits for is finished. Called under the lock.
  private func release(_ thread: ThreadState) {
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

  private func wake(_ thread: ThreadState) {
    waiting -= 1
    thread.pointee.next_waiter = nil
    // Nil already for a thread of another copy, which is the only one that may write to it.
    if thread.pointee.waiting_for != nil { thread.pointee.waiting_for = nil }
    factory_event_signal(factory_thread_event(thread))
  }

  /// Called under the lock.
  fileprivate func wakeWaiters(of construction: Construction) {
    var waiter = construction.waiters
    construction.waiters = nil
    while let thread = waiter {
      // Read before waking the thread, which may then exit.
      waiter = thread.pointee.next_waiter
      wake(thread)
    }
  }

  /// The threads of the cycle that a wait of `me` would close; nil if it would not close one.
  ///
  /// Each owner's state may be read here. Its construction is awaited, so to finish it, the owner
  /// has to take the lock that the caller holds.
  private static func cycle(
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

extension WaitGraph {
  /// Passes the result to the waiting threads. Called once, by the owner, if `isAwaited`.
  static func finish(_ construction: Construction, with result: AnyObject?) {
    let graph = construction.graph
    graph.lock.withLock {
      construction.finish(with: result)
      graph.wakeWaiters(of: construction)
    }
  }
}

extension ThreadState {
  /// The construction that the thread waits for. Called under the wait graph's lock.
  fileprivate var construction: Construction? {
    // Alive, because the waiting thread holds a reference on its stack.
    pointee.waiting_for.map { Unmanaged<Construction>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate var waitsForSkippable: Bool { construction?.mayBeSkipped ?? false }
}
