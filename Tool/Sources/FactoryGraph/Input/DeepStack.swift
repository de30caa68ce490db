// Factory, MIT licence; see LICENSE
//
// Threads for parsing, which is recursive.
import Foundation

/// Runs code on threads with a larger stack than usual. The parser and the visitors of syntax trees
/// call themselves for each level of nesting, and a stack overflow cannot be caught. `Nesting.limit`
/// is far below what this stack holds, also in debug builds.
public enum DeepStack {
  /// Only what is used of it takes memory.
  private static let size = 512 << 20

  /// Calls the body with each index, in several threads, and waits for all calls.
  public static func forEach(
    _ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let next = Counter()
    let group = DispatchGroup()
    for _ in 0..<min(max(jobs, 1), count) {
      group.enter()
      let thread = Thread {
        while let index = next.next(below: count) { body(index) }
        group.leave()
      }
      thread.stackSize = size
      thread.start()
    }
    group.wait()
  }

  /// The result of the body.
  public static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = Box<Value>()
    forEach(1, jobs: 1) { _ in result.value = body() }
    return result.value!
  }

  /// `value` is read and written with the lock held.
  private final class Counter: @unchecked Sendable {
    private var value = 0
    private let lock = NSLock()

    func next(below count: Int) -> Int? {
      lock.lock()
      defer { lock.unlock() }
      guard value < count else { return nil }
      value += 1
      return value - 1
    }
  }

  /// Written by one thread, and read when it has ended.
  private final class Box<Value>: @unchecked Sendable { var value: Value? }
}
