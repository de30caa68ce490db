// Factory, MIT licence; see LICENSE
//
// Passes lines to the logger: in whole batches, from one thread at a time, with no lock held.
internal import FactoryCore

@usableFromInline
package enum Log {
  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var current: (String) -> Void = { factory_write_error($0) }
  // Guarded by `lock`.
  nonisolated(unsafe) private static var batches: [[String]] = []
  // Guarded by `lock`.
  nonisolated(unsafe) private static var isBeingWritten = false

  @usableFromInline
  static func receiver() -> (String) -> Void {
    lock.withLock { current }
  }

  @usableFromInline
  static func setReceiver(_ receiver: @escaping (String) -> Void) {
    // The old closure is released after the lock, because releasing its captures may run user code.
    let old = lock.withLock {
      let old = current
      current = receiver
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  package static func write(_ line: String) { write([line]) }

  /// Writes lines that belong together. If another thread is writing, or this one further up its
  /// stack, it writes these lines as well. So no thread waits for another one, and batches are not
  /// interleaved, but a thread that writes goes on until nothing is left, which may take long if
  /// the logger is slow and other threads keep logging.
  package static func write(_ lines: [String]) {
    var isMine = lock.withLock {
      batches.append(lines)
      defer { isBeingWritten = true }
      return !isBeingWritten
    }
    let thread = factory_current_thread()
    while isMine {
      let next = lock.withLock {
        let next = batches
        batches = []
        isBeingWritten = !next.isEmpty
        return next
      }
      isMine = !next.isEmpty
      for batch in next {
        let receiver = receiver()
        // Resolutions of the logger itself are not traced, because tracing them would never end.
        thread.pointee.logging += 1
        LockOrder.requireNone()
        for line in batch { receiver(line) }
        thread.pointee.logging -= 1
      }
    }
  }
}
