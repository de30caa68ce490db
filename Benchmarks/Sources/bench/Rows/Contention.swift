// Factory, MIT licence; see LICENSE
//
// One and two threads. The time is measured from the start of the first thread to the end of the
// last, and divided by the operations of all threads: two threads without contention take half the
// time of one. Resolutions retain their container, so two threads with one container slow each
// other down. While one thread is measured, another keeps the second processor busy.
import BenchCore
import BenchLimits
import FactoryKit

let contentionRows =
  pair("direct", "D") { _ in
    let closure = opaque({ Implementation() } as @Sendable () -> any Service)
    return { callDirectly(closure, times: $1) }
  }
  + pair("retain", "limit: retain and release one object") { _ in
    let object = Token()
    return { retainAndRelease(object, times: $1) }
  }
  + pair("hit", "limit: the shared accesses of a hit") { _ in
    let (container, instance) = (Container(), Token())
    return { accessLikeHits(container, instance, times: $1) }
  }
  + pair("cached", "hits on one cached entry", two: Budget(1.2, of: "threads.2.hit")) { _ in
    let container = Container.inUse()
    return { resolveCached(container, times: $1) }
  }
  + pair("singleton", "hits on one singleton", two: Budget(1.2, of: "threads.2.hit")) { _ in
    let container = Container.inUse()
    return { resolveSingleton(container, times: $1) }
  }
  + pair(
    "entries", "cached hits, an entry for each thread", two: Budget(1.2, of: "threads.2.hit")
  ) { _ in
    let container = Container.inUse()
    return { thread, times in
      if thread == 0 {
        resolveCached(container, times: times)
      } else {
        resolveCachedElsewhere(container, times: times)
      }
    }
  }
  + pair("containers", "cached hits, a container for each thread") { threads in
    let containers = (0..<threads).map { _ in Container.inUse() }
    return { thread, times in resolveCached(containers[thread], times: times) }
  }
  + pair("unscoped", "unscoped", two: Budget(1.2, of: "threads.2.hit")) { _ in
    let container = Container.inUse()
    return { resolveUnscoped(container, times: $1) }
  }
  // Without a budget, because reading a task-local retains its value, which both threads share.
  + pair("unscoped.shared", "unscoped, `Container.shared`") { _ in
    useSharedContainer()
    return { resolveUnscopedShared(times: $1) }
  }

private typealias Loop = @Sendable (_ thread: Int, _ times: Int) -> Void

/// The row for one thread and the row for two. Without a budget, the second refers to the first.
private func pair(
  _ name: String, _ title: String, two budget: Budget? = nil,
  prepare: @escaping @Sendable (_ threads: Int) -> Loop
) -> [Row] {
  [1, 2].map { threads in
    Row(
      "threads.\(threads).\(name)", "\(threads == 1 ? "one thread" : "two threads"): \(title)",
      budget: threads == 2 ? budget : nil,
      against: threads == 2 ? "threads.1.\(name)" : "threads.1.direct", operations: threads,
      sampleLength: 4,
      repeat: {
        let loop = prepare(threads)
        return Repeat { times in
          onThreads(threads, company: 2 - threads) { thread in loop(thread, times) }
        }
      })
  }
}

private final class Token: Sendable {}

extension Container {
  fileprivate var cachedElsewhere: Factory<any Service> { self { Implementation() }.cached }
}

private func retainAndRelease(_ object: Token, times: Int) {
  withExtendedLifetime(object) {
    bench_retain_release(Unmanaged.passUnretained(object).toOpaque(), Int64(times))
  }
}

private func accessLikeHits(_ container: Container, _ instance: Token, times: Int) {
  withExtendedLifetime((container, instance)) {
    bench_retain_release_spread(
      Unmanaged.passUnretained(container).toOpaque(),
      Unmanaged.passUnretained(instance).toOpaque(), Int64(times))
  }
}

@inline(never)
private func resolveCachedElsewhere(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cachedElsewhere()) }
}
