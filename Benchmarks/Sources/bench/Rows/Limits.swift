// Factory, MIT licence; see LICENSE
//
// The cost of basic operations without the library. An operation of the library cannot be cheaper
// than the basic operations that it consists of.
import BenchCore
import BenchLimits
import FactoryKit

enum Locals {
  @TaskLocal static var first = 1
  @TaskLocal static var second = 2
  @TaskLocal static var third = 3
}

let limitRows = [
  Row(Budget.direct, "D: calling `{ Implementation() }`") {
    // Opaque, so that the optimiser cannot inline the closure into the loop.
    let closure = opaque({ Implementation() } as () -> any Service)
    return { callDirectly(closure, times: $0) }
  },
  Row(Budget.directInTask, "D in a task with three task-local values") {
    let closure = opaque({ Implementation() } as @Sendable () -> any Service)
    return { times in inTask { callDirectly(closure, times: times) } }
  },
  Row("limit.chain", "limit: chain of 10 closures") {
    let closure = chainOfClosures(10)
    return { callDirectly(closure, times: $0) }
  },
  Row("limit.retain", "limit: retain and release") {
    let object = Implementation()
    return { retainAndRelease(object, times: $0) }
  },
  Row("limit.lock", "limit: lock and unlock, one word") {
    { lockAndUnlock(times: $0) }
  },
  Row("limit.mutex", "limit: lock and unlock, the system's") {
    { bench_mutex_pairs(Int64($0)) }
  },
  Row("limit.tasklocal", "limit: task-local read, unset") {
    { readTaskLocal(times: $0) }
  },
  Row("limit.tasklocal.set", "limit: task-local read, three set") {
    { times in inTask { readTaskLocal(times: times) } }
  },
  Row("limit.tasklocal.unscoped", "limit: task-local read, and an unscoped resolution") {
    let container = Container.inUse()
    return { readTaskLocalAndResolve(container, times: $0) }
  },
]

@inline(never)
func callDirectly(_ closure: () -> any Service, times: Int) {
  for _ in 0..<times { sink(closure()) }
}

/// Closures that call each other, as the factories of the chain resolve each other.
private func chainOfClosures(_ count: Int) -> () -> any Service {
  if count == 1 { return opaque({ Implementation() }) }
  let next = chainOfClosures(count - 1)
  return opaque({ Link(next()) })
}

private func retainAndRelease(_ object: Implementation, times: Int) {
  withExtendedLifetime(object) {
    bench_retain_release(Unmanaged.passUnretained(object).toOpaque(), Int64(times))
  }
}

@inline(never)
private func lockAndUnlock(times: Int) {
  var word: UInt32 = 0
  var taken = 0
  for _ in 0..<times { taken += Int(bench_lock_unlock(&word)) }
  precondition(taken == times)
}

@inline(never)
private func readTaskLocal(times: Int) {
  for _ in 0..<times { sink(Locals.first) }
}

/// The basic operations of a resolution through `Container.shared`.
@inline(never)
private func readTaskLocalAndResolve(_ container: Container, times: Int) {
  for _ in 0..<times {
    sink(Locals.first)
    sink(container.unscoped())
  }
}
