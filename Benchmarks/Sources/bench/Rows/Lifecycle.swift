// Factory, MIT licence; see LICENSE
//
// Creation of containers, registrations and instances, and resets.
import BenchCore
import FactoryKit

let lifecycleRows = [
  Row("register", "`register`, resolve, `reset`", calls: 3) {
    let container = Container.inUse()
    return { registerAndReset(container, times: $0) }
  },
  Row("reset.cached", "cached: build, `reset(.scope)`", calls: 2) {
    let container = Container.inUse()
    return { buildAndReset(container, times: $0) }
  },
  Row(
    "reset.singleton", "singleton: build, `reset(.scope)`",
    budget: Budget(1.25, of: "reset.cached"), calls: 2
  ) {
    let container = Container.inUse()
    return { buildAndResetSingleton(container, times: $0) }
  },
  Row(
    "push", "`push`, `register`, resolve, `pop`, 20 entries", calls: 4
  ) {
    let container = Container()
    resolveFirstTwenty(container)
    return { pushAndPop(container, times: $0) }
  },
  Row("container", "new container") {
    { makeContainers(times: $0) }
  },
  Row("container.used", "new container and one cached instance") {
    { useContainers(times: $0) }
  },
  Row(
    "container.forty", "new container and 40 cached instances, each",
    operations: 40
  ) {
    { useContainersFully(times: $0) }
  },
]

@inline(never)
func registerAndReset(_ container: Container, times: Int) {
  for _ in 0..<times {
    container.replaced.register { Replacement() }
    sink(container.replaced())
    container.replaced.reset()
  }
}

@inline(never)
private func buildAndReset(_ container: Container, times: Int) {
  for _ in 0..<times {
    sink(container.cached())
    container.cached.reset(.scope)
  }
}

@inline(never)
private func buildAndResetSingleton(_ container: Container, times: Int) {
  for _ in 0..<times {
    sink(container.singleton())
    container.singleton.reset(.scope)
  }
}

/// Replaces one factory between a `push` and a `pop`, which restores its instance.
@inline(never)
private func pushAndPop(_ container: Container, times: Int) {
  for _ in 0..<times {
    container.manager.push()
    container.service7.register { Replacement() }
    sink(container.service7())
    container.manager.pop()
  }
}

@inline(never)
private func makeContainers(times: Int) {
  for _ in 0..<times { sink(Container()) }
}

@inline(never)
private func useContainers(times: Int) {
  for _ in 0..<times { sink(Container().cached()) }
}

@inline(never)
private func useContainersFully(times: Int) {
  for _ in 0..<times {
    let container = Container()
    resolveFirstTwenty(container)
    resolveLastTwenty(container)
  }
}
