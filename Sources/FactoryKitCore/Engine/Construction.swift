// Factory, MIT licence; see LICENSE
//
// One run of a closure, whose result other threads or tasks may wait for. And the graph of waiting threads, so that a
// circular wait is reported instead of becoming a deadlock.
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

// MARK: -

// The graph of waiting threads, so that a circular wait is reported instead of becoming a deadlock.

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

/// Numbers that increase in the order in which instances are built.
package enum ConstructionOrder {
  private static let last = Locked<UInt64>(0)

  /// A number that is higher than all before.
  package static func next() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
