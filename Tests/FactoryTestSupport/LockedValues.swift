// Factory, MIT licence; see LICENSE
//
// What closures, loggers and threads of a test write into: values, counters, lists and flags that
// are guarded by a lock, and a clock that the test sets.
import Foundation

/// A value that any thread may change.
package final class LockedValue<Value>: @unchecked Sendable {
  // Sendable: `value` is guarded by `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

/// A number that any thread may change.
package final class Counter: Sendable {
  private let number = LockedValue(0)

  package init() {}

  /// Adds to the number and returns the new one.
  @discardableResult
  package func increment(by step: Int = 1) -> Int {
    number.withLock { number in
      number += step
      return number
    }
  }

  package var value: Int { number.withLock { $0 } }

  package func reset() { number.withLock { $0 = 0 } }

  /// Sets the number to `value`, unless it is greater already.
  package func raise(to value: Int) { number.withLock { $0 = max($0, value) } }
}

/// A list that any thread may append to.
package final class LockedArray<Element>: Sendable {
  private let list = LockedValue([Element]())

  package init() {}

  package func append(_ element: Element) { list.withLock { $0.append(element) } }

  package var elements: [Element] { list.withLock { $0 } }
  package var count: Int { list.withLock { $0.count } }
}

/// False until raised. A busy loop can read it occasionally at low cost.
package final class Flag: Sendable {
  private let flag = LockedValue(false)

  package init() {}

  package func raise() { flag.withLock { $0 = true } }

  package var isRaised: Bool { flag.withLock { $0 } }
}

/// A clock in nanoseconds that changes only when the test advances it.
package final class ManualClock: Sendable {
  private let time: LockedValue<UInt64>

  /// The clock starts at any time after the start of the machine, as a real one does.
  package init(start: UInt64 = 5_000 * nanosecondsPerSecond) {
    time = LockedValue(start)
  }

  package func advance(seconds: Double) {
    time.withLock { $0 += UInt64(seconds * Double(nanosecondsPerSecond)) }
  }

  package var reading: @Sendable () -> UInt64 {
    { self.time.withLock { $0 } }
  }
}

package let nanosecondsPerSecond: UInt64 = 1_000_000_000
package let nanosecondsPerMillisecond: UInt64 = 1_000_000
