// Factory, MIT licence; see LICENSE
//
// Runs threads that start at the same time, and threads that load the other processors.
import BenchLimits
import Foundation

/// Runs `body` on several threads at once, each with its index, and returns the nanoseconds from
/// the start of the first to the end of the last. Starting and joining the threads is not measured:
/// they wait for each other at a gate before they begin.
///
/// `company` more threads only keep processors busy in the meantime. A processor whose neighbour is
/// idle may be faster, which would look like contention.
func onThreads(
  _ count: Int, company: Int = 0, _ body: @escaping @Sendable (_ thread: Int) -> Void
) -> Double {
  let gate = Gate(count + company)
  let end = Gate(count)
  let times = Times()
  let group = DispatchGroup()
  for _ in 0..<company {
    group.enter()
    Thread.detachNewThread {
      gate.pass()
      end.watch()
      group.leave()
    }
  }
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      gate.pass()
      let clock = ContinuousClock()
      let start = clock.now
      body(number)
      times.add(start, clock.now)
      end.arrive()
      group.leave()
    }
  }
  group.wait()
  return times.nanoseconds
}

/// Runs `body` on the calling thread while other threads repeat `company` continuously.
func beside<Result>(
  _ count: Int, that company: @escaping @Sendable () -> Void, run body: () -> Result
) -> Result {
  let start = Gate(count + 1)
  let end = Gate(1)
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    Thread.detachNewThread {
      start.pass()
      while !end.isOpen { company() }
      group.leave()
    }
  }
  start.pass()
  let result = body()
  end.arrive()
  group.wait()
  return result
}

private final class Gate: Sendable {
  // Accessed only by the C functions, which are atomic; freed when no thread references it any
  // more.
  nonisolated(unsafe) private let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  init(_ count: Int) { word.initialize(to: UInt32(count)) }
  deinit { word.deallocate() }

  /// Returns when all threads have called it. Spins, so that all threads return at the same time.
  func pass() {
    arrive()
    watch()
  }

  func arrive() { bench_gate_arrive(word) }

  /// Whether all threads have arrived.
  var isOpen: Bool { bench_gate_is_open(word) }

  /// Returns when all threads have arrived.
  func watch() { bench_gate_watch(word) }
}

private final class Times: @unchecked Sendable {
  // Sendable: the lock guards both variables.
  private let lock = NSLock()
  private var first: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  func add(_ start: ContinuousClock.Instant, _ end: ContinuousClock.Instant) {
    lock.withLock {
      first = min(first ?? start, start)
      last = max(last ?? end, end)
    }
  }

  var nanoseconds: Double {
    lock.withLock { (last! - first!).nanoseconds }
  }
}
