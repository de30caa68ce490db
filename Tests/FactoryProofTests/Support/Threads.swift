// Factory, MIT licence; see LICENSE
//
// Threads, barriers, gates and counters for the tests of concurrency. Nothing here sleeps.
import Foundation

/// Runs `body` on `count` threads that start together, and returns when all have ended.
func onThreads(
  _ count: Int, stackSize: Int? = nil, _ body: @escaping @Sendable (Int) -> Void
) {
  let start = Barrier(count)
  let ended = DispatchSemaphore(value: 0)
  for index in 0..<count {
    let thread = Thread {
      start.wait()
      body(index)
      ended.signal()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
  for _ in 0..<count { ended.wait() }
}

/// Starts one thread; the result waits for its end.
func inBackground(_ body: @escaping @Sendable () -> Void) -> Background {
  let background = Background()
  Thread.detachNewThread {
    body()
    background.ended.open()
  }
  return background
}

/// A thread that was started.
struct Background: Sendable {
  fileprivate let ended = Gate()

  func wait() { ended.wait() }
}

/// Lets threads go on together. May be used again and again.
final class Barrier: @unchecked Sendable {
  // Sendable: everything is guarded by `condition`.
  private let condition = NSCondition()
  private let count: Int
  private var waiting = 0
  private var round = 0

  init(_ count: Int) {
    self.count = count
  }

  func wait() {
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    if waiting == count {
      waiting = 0
      round += 1
      condition.broadcast()
      return
    }
    let mine = round
    while round == mine { condition.wait() }
  }
}

/// Closed until opened, then open for all.
final class Gate: @unchecked Sendable {
  // Sendable: everything is guarded by `condition`.
  private let condition = NSCondition()
  private var isOpen = false

  func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  func wait() {
    condition.lock()
    while !isOpen { condition.wait() }
    condition.unlock()
  }
}

/// A number that threads share.
final class Counter: @unchecked Sendable {
  // Sendable: guarded by `lock`.
  private let lock = NSLock()
  private var number = 0

  @discardableResult
  func increment(by step: Int = 1) -> Int {
    lock.withLock {
      number += step
      return number
    }
  }

  var value: Int { lock.withLock { number } }

  func reset() { lock.withLock { number = 0 } }

  func raise(to value: Int) { lock.withLock { number = max(number, value) } }
}

/// A list that threads share.
final class Collected<Element>: @unchecked Sendable {
  // Sendable: guarded by `lock`.
  private let lock = NSLock()
  private var list: [Element] = []

  func append(_ element: Element) { lock.withLock { list.append(element) } }

  var elements: [Element] { lock.withLock { list } }
}

/// Sizes of the tests: full ones, or a tenth where a sanitizer makes every step dear.
enum Effort {
  static let isReduced = ProcessInfo.processInfo.environment["FACTORY_REDUCED"] != nil

  /// How many bytes count as no growth. The address sanitizer holds freed memory back, up to a
  /// quarter of a gibibyte.
  static let growth = isReduced ? 512 << 20 : 4 << 20

  static func scaled(_ count: Int) -> Int { isReduced ? max(1, count / 10) : count }
}
