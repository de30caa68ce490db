// Factory, MIT licence; see LICENSE
//
// What closures and loggers write into from any thread, and a clock that tests turn.
import FactoryTesting
import Foundation

/// A list that any thread may append to.
final class Notes<Element: Sendable>: @unchecked Sendable {
  // Sendable: `elements` is touched only under `lock`.
  private let lock = NSLock()
  private var elements: [Element] = []

  func add(_ element: Element) {
    lock.withLock { elements.append(element) }
  }

  var all: [Element] { lock.withLock { elements } }
  var count: Int { all.count }
}

/// A number that any thread may change.
final class Tally: @unchecked Sendable {
  // Sendable: `number` is touched only under `lock`.
  private let lock = NSLock()
  private var number = 0

  /// Adds one and returns the new number.
  @discardableResult
  func next() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }

  var count: Int { lock.withLock { number } }
}

/// A clock in nanoseconds that stands still until it is turned.
final class HandClock: @unchecked Sendable {
  // Sendable: `time` is touched only under `lock`.
  private let lock = NSLock()
  private var time: UInt64

  init(start: UInt64 = 5_000_000_000_000) {
    time = start
  }

  func advance(seconds: Double) {
    lock.withLock { time += UInt64(seconds * 1_000_000_000) }
  }

  var reading: @Sendable () -> UInt64 {
    { self.lock.withLock { self.time } }
  }
}
