// Factory, MIT licence; see LICENSE
//
// Threads for tests of races: they start together, meet where a test wants them to, and end
// before the test goes on. No test has to sleep.
import Foundation

/// Runs the same work on several threads at once.
package enum ParallelThreads {
  /// Starts `count` threads that begin `body` together, waits for all of them, and returns what
  /// they returned. Threads inherit no task-local values.
  package static func run<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let start = MeetingPoint(count)
    let finished = DispatchSemaphore(value: 0)
    let results = GuardedValue([Int: Result]())
    for index in 0..<count {
      Thread {
        start.arriveAndWait()
        let result = body(index)
        results.withLock { $0[index] = result }
        finished.signal()
      }.start()
    }
    for _ in 0..<count { finished.wait() }
    let all = results.withLock { $0 }
    return (0..<count).compactMap { all[$0] }
  }
}

/// A place that a known number of threads reaches.
package final class MeetingPoint: @unchecked Sendable {
  // Sendable: `missing` is guarded by the condition.
  private let condition = NSCondition()
  private var missing: Int

  package init(_ count: Int) {
    missing = count
  }

  /// Counts this thread in and goes on.
  package func arrive() {
    condition.lock()
    missing -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until everybody has arrived.
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

/// A value that several threads change.
package final class GuardedValue<Value>: @unchecked Sendable {
  // Sendable: `value` is guarded by the lock.
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

extension GuardedValue where Value == Int {
  /// Adds one and returns the new value.
  @discardableResult
  package func increment() -> Int {
    withLock { value in
      value += 1
      return value
    }
  }

  package var count: Int { withLock { $0 } }
}
