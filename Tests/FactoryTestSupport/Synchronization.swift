// Factory, MIT licence; see LICENSE
//
// Synchronisation of a test's threads: a gate, a latch that counts down, and a barrier.
import Foundation

/// Closed until opened, then open for all.
package final class Gate: @unchecked Sendable {
  // Sendable: everything is guarded by `condition`.
  private let condition = NSCondition()
  private var isOpen = false

  package init() {}

  package func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  package func wait() {
    condition.lock()
    while !isOpen { condition.wait() }
    condition.unlock()
  }
}

/// A gate that opens when a known number of threads has arrived. Arriving does not wait.
package final class Latch: @unchecked Sendable {
  // Sendable: everything is guarded by `condition`.
  private let condition = NSCondition()
  private var missing: Int

  package init(_ count: Int) {
    missing = count
  }

  /// Counts this thread, without waiting.
  package func arrive() {
    condition.lock()
    missing -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until all threads have arrived.
  package func wait() {
    condition.lock()
    while missing > 0 { condition.wait() }
    condition.unlock()
  }

  package func arriveAndWait() {
    arrive()
    wait()
  }
}

/// A known number of threads wait here for each other, any number of times.
package final class Barrier: @unchecked Sendable {
  // Sendable: everything is guarded by `condition`.
  private let condition = NSCondition()
  private let count: Int
  private var waiting = 0
  private var round = 0

  package init(_ count: Int) {
    self.count = count
  }

  package func wait() {
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    if waiting == count {
      waiting = 0
      round += 1
      condition.broadcast()
      return
    }
    let own = round
    while round == own { condition.wait() }
  }
}
