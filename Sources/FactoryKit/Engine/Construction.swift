// Factory, MIT licence; see LICENSE
//
// One run of a factory's closure that others may wait for, and the waiting itself.
import FactoryAtomics

/// A thread, by the address of its resolution state.
///
/// The address is valid while the thread lives. It is dereferenced by its own thread, or by
/// another one that knows the thread to be inside a construction (see ``WaitGraph``).
typealias ThreadState = UnsafeMutablePointer<factory_thread>

/// One run of a closure whose result others may wait for.
final class Construction: @unchecked Sendable {
  // Sendable: `owner` is constant. `result` is written once by the owner before `progress`
  // becomes `finished` (release) and read by waiters after they saw that (acquire).
  private enum Progress {
    static let running: UInt32 = 0
    static let awaited: UInt32 = 1
    static let finished: UInt32 = 2
  }

  let owner: ThreadState
  /// Whether one who would wait for ever may go ahead without: so it is with `autoRegister`.
  let isSkippable: Bool
  private let progress: UnsafeMutablePointer<UInt32>
  private(set) var result: AnyObject?
  /// The threads parked on this construction; guarded by the wait graph's lock.
  fileprivate var waiters: ThreadState?

  init(owner: ThreadState, isSkippable: Bool = false) {
    self.owner = owner
    self.isSkippable = isSkippable
    progress = .allocate(capacity: 1)
    progress.initialize(to: Progress.running)
  }

  deinit {
    progress.deallocate()
  }

  /// Hands `result` to whoever waits. Called once, by the owner.
  func finish(with result: AnyObject?) {
    self.result = result
    if factory_word_exchange(progress, Progress.finished) == Progress.awaited {
      WaitGraph.wakeWaiters(of: self)
    }
  }

  fileprivate var isFinished: Bool { factory_word_load(progress) == Progress.finished }

  /// Makes sure that the owner comes by the wait graph when it finishes. False if it has finished.
  fileprivate func announceWaiter() -> Bool {
    factory_word_replace(progress, Progress.running, Progress.awaited)
      || factory_word_load(progress) == Progress.awaited
  }
}

/// Who waits for whom. One for the process, used only by threads that really have to wait.
///
/// A cycle can close only when a wait is added, because building adds no edge to a thread that
/// waits for nothing. So looking for a cycle under the lock, just before adding, finds them all
/// and reports none that is not there.
package enum WaitGraph {
  // The lock is a lasting word that guards `waiting_for`, `next_waiter` and `event` of every
  // thread and `waiters` of every construction.
  private static let lock = Lock()

  /// Whether any thread waits for a construction. For tests, which must know that one does.
  package static var hasWaiters: Bool { lock.withLock { waiting > 0 } }
  // Guarded by `lock`.
  nonisolated(unsafe) private static var waiting = 0

  enum Outcome {
    case finished
    /// Somebody in the circle had to go ahead without, and it is the calling thread.
    case skipped
    /// The chains of the threads in the circle, the calling one first.
    case circular([[String]])
  }

  /// Waits until `construction` is finished, unless that could never be.
  static func wait(for construction: Construction) -> Outcome {
    let me = factory_current_thread()
    let refusal: Outcome? = lock.withLock {
      guard construction.announceWaiter() else { return .finished }
      if let circle = circle(closedBy: me, waitingFor: construction) {
        if construction.isSkippable { return .skipped }
        guard let yielding = circle.first(where: \.waitsForSkippable) else {
          // The threads are held still by the lock, so their frames may be read.
          return .circular(CircularDependency.describe(circle))
        }
        release(yielding)
      }
      me.pointee.waiting_for = Unmanaged.passUnretained(construction).toOpaque()
      me.pointee.next_waiter = construction.waiters
      factory_thread_prepare(me)
      construction.waiters = me
      waiting += 1
      return nil
    }
    if let refusal { return refusal }
    factory_thread_park(me)
    return construction.isFinished ? .finished : .skipped
  }

  /// Wakes a thread though what it waits for goes on. Under the lock.
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
    factory_thread_unpark(thread)
  }

  static func wakeWaiters(of construction: Construction) {
    lock.withLock {
      var waiter = construction.waiters
      construction.waiters = nil
      while let thread = waiter {
        // Read before waking: a woken thread may be gone.
        waiter = thread.pointee.next_waiter
        wake(thread)
      }
    }
  }

  /// The threads from `me` along the owners, if they lead back to `me`.
  ///
  /// Each owner's state may be read here: its construction is announced as awaited, so before
  /// the owner can leave it must take the lock that the caller holds.
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

  fileprivate var waitsForSkippable: Bool { construction?.isSkippable ?? false }
}
