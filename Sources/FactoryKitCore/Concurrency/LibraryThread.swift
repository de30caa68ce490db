// Factory, MIT licence; see LICENSE
//
// Threads of the library's own, for shutdown hooks, their time limits, and reports of slow waits.
internal import FactoryCore

/// A thread outside Swift's cooperative pool, whose threads may all be blocked.
package final class LibraryThread: Sendable {
  // Used by the functions of events only. Freed by `deinit`, when nobody can wake the thread any more.
  nonisolated(unsafe) private let event = AtomicWord.make()
  private let body: @Sendable (LibraryThread) -> Void

  private init(_ body: @escaping @Sendable (LibraryThread) -> Void) { self.body = body }

  deinit { event.deallocate() }

  /// Starts a thread, which ends when `body` returns. Nil if the system has no threads, or cannot start another one.
  package static func start(_ body: @escaping @Sendable (LibraryThread) -> Void) -> LibraryThread? {
    let thread = LibraryThread(body)
    // Owned by the new thread.
    let context = UnsafeMutableRawPointer(owning: thread)
    let hasStarted = factory_thread_start(
      { context in
        let thread = context.takeObject(LibraryThread.self)
        thread.body(thread)
      }, context)
    if hasStarted { return thread }
    context.releaseObject()
    return nil
  }

  /// Ends the thread's current or next `wait`.
  package func wake() { factory_event_signal(event) }

  /// Waits until the thread is woken, for at most this time, in nanoseconds. Returns whether it was woken. Called by the
  /// thread itself.
  package func wait(forAtMost time: UInt64) -> Bool {
    if !factory_event_wait_for(event, time) { return false }
    factory_event_prepare(event)
    return true
  }
}
