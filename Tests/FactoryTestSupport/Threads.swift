// Factory, MIT licence; see LICENSE
//
// Real threads and tasks for the tests of concurrency. Nothing here sleeps: tests that need an
// order of events use a barrier, a latch or a gate.
import FactoryKit
import Foundation

#if os(Windows)
  import WinSDK
#endif

/// A thread that starts at once, and that a test waits for.
///
/// Threads inherit no task-local values. To use the shared container and the singletons of the test
/// that starts it, pass `inheritingContainers`.
package final class TestThread: Sendable {
  /// For deep recursions, also if a sanitizer enlarges every frame.
  package static let deepStack = 64 << 20
  /// For tests that start hundreds of threads.
  package static let smallStack = 256 << 10

  private let hasEnded = Gate()

  /// Starts a thread with a stack of `stackSize` bytes, or of the platform's own size.
  package init(
    stackSize: Int? = nil, inheritingContainers: Bool = false,
    _ body: @escaping @Sendable () -> Void
  ) {
    let work = inheritingContainers ? withContainersOfCaller(body) : body
    let thread = Thread { [hasEnded] in
      work()
      hasEnded.open()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  /// Waits until the thread has done its work.
  package func join() { hasEnded.wait() }
}

/// Runs `body` on `count` threads that begin it together, waits for all of them, and returns their
/// results in the order of the threads' numbers.
@discardableResult
package func onThreads<Result: Sendable>(
  _ count: Int, stackSize: Int? = nil, inheritingContainers: Bool = false,
  _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let start = Barrier(count)
  let results = LockedValue([Int: Result]())
  let threads = (0..<count).map { index in
    TestThread(stackSize: stackSize, inheritingContainers: inheritingContainers) {
      start.wait()
      let result = body(index)
      results.withLock { $0[index] = result }
    }
  }
  for thread in threads { thread.join() }
  let all = results.withLock { $0 }
  return (0..<count).compactMap { all[$0] }
}

/// Runs `body` in `count` child tasks, and returns their results in the order of their numbers.
@discardableResult
package func inTasks<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) async -> Result
) async -> [Result] {
  let results = await withTaskGroup(of: (Int, Result).self) { group in
    for index in 0..<count { group.addTask { (index, await body(index)) } }
    return await group.reduce(into: [Int: Result]()) { $0[$1.0] = $1.1 }
  }
  return (0..<count).compactMap { results[$0] }
}

/// A limit for the hooks of tests that are not about limits, in seconds. The tests run in parallel and
/// may keep all threads busy for longer than the default of ten seconds.
public let longHookLimit = 600.0

/// Lets another thread run. Only for code that is correct whether or not it does.
package func yieldThread() {
  #if os(Windows)
    _ = SwitchToThread()
  #else
    sched_yield()
  #endif
}

private func withContainersOfCaller(
  _ body: @escaping @Sendable () -> Void
) -> @Sendable () -> Void {
  let container = Container.shared
  let singletons = Scope.singleton
  return {
    Container.$shared.withValue(container) {
      Scope.$singleton.withValue(singletons) { body() }
    }
  }
}

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
