// Factory, MIT licence; see LICENSE
//
// Hands lines to the logger: whole batches, one thread at a time, without holding a lock.
import FactoryAtomics

enum Log {
  private struct State {
    var receiver: @Sendable (String) -> Void = { print($0) }
    var batches: [[String]] = []
    var isBeingWritten = false
  }

  private static let state = Locked(State())

  static var receiver: @Sendable (String) -> Void {
    get { state.withLock { $0.receiver } }
    set {
      // The old closure is returned so that what it captures goes after the lock.
      _ = state.withLock { state in
        defer { state.receiver = newValue }
        return state.receiver
      }
    }
  }

  static func write(_ line: String) { write([line]) }

  /// Writes lines that belong together. If another thread is writing (or this one, further up
  /// its stack), that one writes these too: nobody waits, and batches never mix.
  static func write(_ lines: [String]) {
    var isMine = state.withLock { state in
      state.batches.append(lines)
      defer { state.isBeingWritten = true }
      return !state.isBeingWritten
    }
    let thread = factory_current_thread()
    while isMine {
      let next: (batch: [String], receiver: @Sendable (String) -> Void)? = state.withLock { state in
        if state.batches.isEmpty {
          state.isBeingWritten = false
          return nil
        }
        return (state.batches.removeFirst(), state.receiver)
      }
      guard let next else {
        isMine = false
        continue
      }
      // What the logger itself resolves is not traced, or it would never end.
      thread.pointee.logging += 1
      for line in next.batch { next.receiver(line) }
      thread.pointee.logging -= 1
    }
  }
}
