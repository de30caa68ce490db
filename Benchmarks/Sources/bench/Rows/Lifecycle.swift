// Factory, MIT licence; see LICENSE
//
// Containers that come and go, and registrations that do.
import BenchCore
import FactoryKit

let lifecycleRows = [
  Row("register", "`register`, resolve, `reset`", budget: Budget(10), calls: 3) {
    let container = Container.inUse()
    return { registerAndReset(container, times: $0) }
  },
  Row("container", "new container", budget: Budget(5)) {
    { makeContainers(times: $0) }
  },
  Row("container.used", "new container and one cached instance") {
    { useContainers(times: $0) }
  },
]

@inline(never)
private func registerAndReset(_ container: Container, times: Int) {
  for _ in 0..<times {
    container.replaced.register { Replacement() }
    sink(container.replaced())
    container.replaced.reset()
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
