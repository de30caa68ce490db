// Factory, MIT licence; see LICENSE
//
// Threads for parsing, which is recursive.
import Foundation

/// Runs code on threads with a larger stack than usual. The parser and the visitors of syntax trees
/// call themselves for each level of nesting, and a stack overflow cannot be caught. `Nesting.limit`
/// is far below what this stack holds, also in debug builds.
package enum DeepStack {
  /// Only what is used of it takes memory.
  private static let size = 512 << 20

  /// The results of the body for each index, computed in several threads.
  ///
  /// - Parameter progress: is told how many results there are.
  static func map<Value: Sendable>(
    _ count: Int, jobs: Int,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in },
    _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let work = Work<Value>(count)
    let group = DispatchGroup()
    for _ in 0..<min(max(jobs, 1), count) {
      group.enter()
      let thread = Thread {
        while let index = work.next() { progress(work.finish(index, body(index)), count) }
        group.leave()
      }
      thread.stackSize = size
      thread.start()
    }
    group.wait()
    return work.results.map { $0! }
  }

  /// The result of the body.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    map(1, jobs: 1) { _ in body() }[0]
  }

  /// What the threads have begun and finished. The properties are read and written with the lock
  /// held, or after all threads have ended.
  private final class Work<Value>: @unchecked Sendable {
    private(set) var results: [Value?]
    private var begun = 0
    private var finished = 0
    private let lock = NSLock()

    init(_ count: Int) { results = Array(repeating: nil, count: count) }

    func next() -> Int? {
      lock.withLock {
        begun += 1
        return begun <= results.count ? begun - 1 : nil
      }
    }

    /// Returns how many are finished.
    func finish(_ index: Int, _ result: Value) -> Int {
      lock.withLock {
        results[index] = result
        finished += 1
        return finished
      }
    }
  }
}
