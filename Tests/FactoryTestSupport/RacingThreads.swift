// Factory, MIT licence; see LICENSE
//
// One thread that changes something, and others that read it meanwhile.
import FactoryKit

/// Runs `change` `rounds` times on one thread, with the numbers from 1, and `read` on `readers`
/// others until that has ended.
///
/// All threads have the same singletons: their own unless others are given, so that no other test
/// resets them.
package func whileChanging(
  _ rounds: Int, readers: Int = 1, singletons: Scope.Singleton = Scope.Singleton(),
  _ change: @escaping @Sendable (Int) -> Void, read: @escaping @Sendable () -> Void
) {
  let hasEnded = Flag()
  onThreads(1 + readers) { index in
    Scope.$singleton.withValue(singletons) {
      if index == 0 {
        for round in 1...rounds { change(round) }
        hasEnded.raise()
      } else {
        repeat {
          for _ in 0..<readsPerCheck { read() }
        } while !hasEnded.isRaised
      }
    }
  }
}

/// How often a reader reads before it takes the lock of the flag that ends it.
private let readsPerCheck = 16

/// Threads that run a closure without pause until they are stopped.
package final class BusyThreads: Sendable {
  /// How many calls of the closure are a lap.
  package static let callsPerLap = 1_000

  private let isStopped = Flag()
  private let threads: [TestThread]
  private let laps = Counter()

  /// Returns when all of them have run the closure.
  package init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    let started = Latch(count)
    threads = (0..<count).map { [isStopped, laps] _ in
      TestThread {
        body()
        started.arrive()
        repeat {
          for _ in 0..<Self.callsPerLap { body() }
          laps.increment()
        } while !isStopped.isRaised
      }
    }
    started.wait()
  }

  /// How many laps they have completed together.
  package var lapCount: Int { laps.value }

  /// Yields the processor to them until they have completed this many more laps together.
  package func awaitLaps(_ count: Int) {
    let goal = laps.value + count
    while laps.value < goal { yieldThread() }
  }

  package func stop() {
    isStopped.raise()
    for thread in threads { thread.join() }
  }
}
