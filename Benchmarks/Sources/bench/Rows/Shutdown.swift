// Factory, MIT licence; see LICENSE
//
// Factories with a shutdown hook, and shutdowns.
import BenchCore
import FactoryKit

let hookRows = [
  Row(
    "shutdown.cached", "cached hit of an instance with a hook, to one without",
    budget: Budget(1.1, of: "cached")
  ) {
    let container = Container.inUse()
    container.cached.onShutdown { sink($0) }
    sink(container.cached())
    return { resolveCached(container, times: $0) }
  },
  Row(
    "shutdown.definition", "the same, with the hook in the definition"
  ) {
    let container = Container.inUse()
    sink(container.closing())
    return { times in for _ in 0..<times { sink(container.closing()) } }
  },
  Row("shutdown.build", "cached, with a hook: build, `reset(.scope)`") {
    let container = Container.inUse()
    return { times in
      for _ in 0..<times {
        sink(container.closing())
        container.closing.reset(.scope)
      }
    }
  },
]

/// After the asynchronous rows, for the same reason as those are the last ones.
let shutdownRows = [
  Row(
    // Each hook has a task.
    "shutdown", "shutdown of 1,000 instances, each", against: "limit.task",
    operations: closings,
    repeat: { Repeat { times in shutDown(times: times) } }),
  Row(
    "warmup", "`warmUp` of two cached instances that exist", against: Budget.directAsync
  ) {
    let container = Container.inUse()
    return { times in
      inAsyncTask {
        for _ in 0..<times {
          do { try await container.warmUp(\.cached, \.singleton) } catch { fatalError("\(error)") }
        }
      }
    }
  },
]

private let closings = 1_000

extension Container {
  fileprivate var closing: Factory<any Service> {
    self { Implementation() }.onShutdown { sink($0) }.cached
  }
  fileprivate var closingByNumber: ParameterFactory<Int, any Service> {
    self { Numbered($0) }.onShutdown { sink($0) }.scopeOnParameters.cached
  }
}

/// The time of the shutdowns only.
private func shutDown(times: Int) -> Double {
  nanosecondsInAsyncTask {
    let clock = ContinuousClock()
    var total = 0.0
    for _ in 0..<times {
      let container = Container()
      for number in 0..<closings { sink(container.closingByNumber(number)) }
      let start = clock.now
      do { try await container.shutdown() } catch { fatalError("\(error)") }
      total += (clock.now - start).nanoseconds
    }
    return total
  }
}
