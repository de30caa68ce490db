// Factory, MIT licence; see LICENSE
//
// One thread that changes something and others that look at it meanwhile.
import FactoryTesting
import Foundation

/// Down until raised, then up for all. Cheap enough to be asked now and then by a busy loop.
final class Flag: @unchecked Sendable {
  // Sendable: guarded by `lock`.
  private let lock = NSLock()
  private var isUp = false

  func raise() { lock.withLock { isUp = true } }

  var isRaised: Bool { lock.withLock { isUp } }
}

/// Runs `change` `rounds` times on one thread, and `look` on `lookers` others until it is through.
///
/// All threads have the same singletons: their own unless others are given, so that no other test
/// resets them.
func whileChanging(
  _ rounds: Int, lookers: Int = 1, singletons: Scope.Singleton = Scope.Singleton(),
  _ change: @escaping @Sendable (Int) -> Void, look: @escaping @Sendable () -> Void
) {
  let isThrough = Flag()
  onThreads(1 + lookers) { index in
    Scope.$singleton.withValue(singletons) {
      if index == 0 {
        for round in 1...rounds { change(round) }
        isThrough.raise()
      } else {
        repeat {
          for _ in 0..<16 { look() }
        } while !isThrough.isRaised
      }
    }
  }
}

/// Threads that do something without pause until they are stopped.
final class BusyThreads: Sendable {
  private let isStopped = Flag()
  private let ended = DispatchSemaphore(value: 0)
  private let count: Int
  private let laps = Counter()

  /// Returns when all of them are at it.
  init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    self.count = count
    let started = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      Thread.detachNewThread { [isStopped, ended, laps] in
        body()
        started.signal()
        repeat {
          for _ in 0..<1_000 { body() }
          laps.increment()
        } while !isStopped.isRaised
        ended.signal()
      }
    }
    for _ in 0..<count { started.wait() }
  }

  /// Gives them the processor until they have been round so many thousand times more.
  func awaitLaps(_ count: Int) {
    let goal = laps.value + count
    while laps.value < goal { sched_yield() }
  }

  func stop() {
    isStopped.raise()
    for _ in 0..<count { ended.wait() }
  }
}
