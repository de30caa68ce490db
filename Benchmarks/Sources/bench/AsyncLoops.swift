// Factory, MIT licence; see LICENSE
//
// Runs and times loops of asynchronous operations.
import Dispatch
import Foundation

/// Runs `body` in a task, and waits for it. Starting the task costs a few microseconds, which is
/// negligible in a sample of a millisecond.
func inAsyncTask(_ body: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    done.signal()
  }
  done.wait()
}

/// Runs `body` in a task, waits for it, and returns the nanoseconds that it has measured.
func nanosecondsInAsyncTask(_ body: @escaping @Sendable () async -> Double) -> Double {
  let result = Result()
  inAsyncTask { result.nanoseconds = await body() }
  return result.nanoseconds
}

private final class Result: @unchecked Sendable {
  // Sendable: the task writes before it signals the end, which the reader waits for.
  var nanoseconds = 0.0
}

/// A closure of a factory waits here until a number of tasks has arrived.
final class TaskGate: @unchecked Sendable {
  // Sendable: the lock guards both variables.
  private let lock = NSLock()
  private var missing: Int
  private var waiting: UnsafeContinuation<Void, Never>?

  init(_ count: Int) { missing = count }

  func arrive() {
    let opened = lock.withLock { () -> UnsafeContinuation<Void, Never>? in
      missing -= 1
      return missing == 0 ? waiting : nil
    }
    opened?.resume()
  }

  /// Returns when all tasks have arrived. Called once.
  func opened() async {
    await withUnsafeContinuation { continuation in
      let isOpen = lock.withLock {
        if missing > 0 { waiting = continuation }
        return missing <= 0
      }
      if isOpen { continuation.resume() }
    }
  }
}
