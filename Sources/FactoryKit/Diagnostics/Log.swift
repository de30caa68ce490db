// Factory, MIT licence; see LICENSE
//
// Hands lines to the logger: whole batches, one thread at a time, without holding a lock.
internal import FactoryCore

@usableFromInline
enum Log {
  private static let lock = Lock()
  // The three are guarded by `lock`.
  nonisolated(unsafe) private static var current: @Sendable (String) -> Void = { print($0) }
  // See above.
  nonisolated(unsafe) private static var batches: [[String]] = []
  // See above.
  nonisolated(unsafe) private static var isBeingWritten = false

  @usableFromInline
  static func receiver() -> @Sendable (String) -> Void {
    lock.withLock { current }
  }

  @usableFromInline
  static func setReceiver(_ receiver: @escaping @Sendable (String) -> Void) {
    // The old closure is kept here so that what it captures goes after the lock.
    let old = lock.withLock {
      let old = current
      current = receiver
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  static func write(_ line: String) { write([line]) }

  /// Writes lines that belong together. If another thread is writing (or this one, further up
  /// its stack), that one writes these too: nobody waits, and batches never mix.
  static func write(_ lines: [String]) {
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
        // What the logger itself resolves is not traced, or it would never end.
        thread.pointee.logging += 1
        for line in batch { receiver(line) }
        thread.pointee.logging -= 1
      }
    }
  }
}
