// Factory, MIT licence; see LICENSE
//
// What happened in a test, in order.
import Foundation

/// Lines of a log, for which a test can wait. Sendable, because the lock guards its variables.
final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func append(_ line: String) {
    let continuations = lock.withLock {
      lines.append(line)
      defer { waiting = [] }
      return waiting
    }
    for continuation in continuations { continuation.resume() }
  }

  var all: [String] { lock.withLock { lines } }

  func wait(for line: String) async {
    while !all.contains(line) {
      await withCheckedContinuation { continuation in
        let isThere = lock.withLock {
          if !lines.contains(line) { waiting.append(continuation) }
          return lines.contains(line)
        }
        if isThere { continuation.resume() }
      }
    }
  }
}
