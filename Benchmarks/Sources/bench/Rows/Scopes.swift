// Factory, MIT licence; see LICENSE
//
// Factories with a scope: the cost of a hit.
import BenchCore
import BenchModule
import FactoryKit

let scopeRows = [
  Row("cached", "cached hit") {
    let container = Container.inUse()
    return { resolveCached(container, times: $0) }
  },
  Row("singleton", "singleton hit") {
    let container = Container.inUse()
    return { resolveSingleton(container, times: $0) }
  },
  Row("shared", "shared hit") {
    let container = Container.inUse()
    let held = container.sharedService()
    return { times in
      resolveSharedService(container, times: times)
      withExtendedLifetime(held) {}
    }
  },
  Row("cached.shared", "cached hit, `Container.shared`") {
    useSharedContainer()
    return { resolveCachedShared(times: $0) }
  },
  Row("singleton.shared", "singleton hit, `Container.shared`") {
    useSharedContainer()
    return { resolveSingletonShared(times: $0) }
  },
  Row("cached.class", "cached hit, class-bound protocol") {
    let container = Container.inUse()
    return { resolveCachedClass(container, times: $0) }
  },
  Row("cached.concrete", "cached hit, class") {
    let container = Container.inUse()
    return { resolveCachedConcrete(container, times: $0) }
  },
  Row("cached.module", "cached hit, declared in another module") {
    let container = Container.inUse()
    return { resolveRemoteCached(container, times: $0) }
  },
  Row("cached.default", "cached hit, `defaultScope`") {
    let container = Container.cachingByDefault()
    return { resolveUnscoped(container, times: $0) }
  },
  Row("cached.custom", "hit in a custom scope") {
    let container = Container.inUse()
    return { resolveSession(container, times: $0) }
  },
  Row("cached.ttl", "cached hit, with a time to live") {
    let container = Container.inUse()
    return { resolveExpiring(container, times: $0) }
  },
  Row("cached.parameter", "`scopeOnParameters.cached` hit, `Int`") {
    let container = Container.inUse()
    return { resolveNumberedCached(container, times: $0) }
  },
  Row("cached.parameter.string", "`scopeOnParameters.cached` hit, `String`") {
    let container = Container.inUse()
    let names = (0..<8).map { opaque("name \($0)") }
    return { resolveNamedCached(container, names, times: $0) }
  },
  Row("graph", "graph scope, root") {
    let container = Container.inUse()
    return { resolveGraph(container, times: $0) }
  },
  Row(
    "graph.four", "a root that asks four times for one graph leaf", calls: 5
  ) {
    let container = Container.inUse()
    return { resolveConsumer(container, times: $0) }
  },
]

@inline(never)
func resolveCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cached()) }
}

@inline(never)
func resolveSingleton(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.singleton()) }
}

@inline(never)
private func resolveSharedService(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.sharedService()) }
}

@inline(never)
func resolveCachedShared(times: Int) {
  for _ in 0..<times { sink(Container.shared.cached()) }
}

@inline(never)
private func resolveSingletonShared(times: Int) {
  for _ in 0..<times { sink(Container.shared.singleton()) }
}

@inline(never)
private func resolveCachedClass(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cachedClass()) }
}

@inline(never)
private func resolveCachedConcrete(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cachedConcrete()) }
}

@inline(never)
private func resolveRemoteCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.remoteCached()) }
}

@inline(never)
private func resolveSession(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.session()) }
}

@inline(never)
private func resolveExpiring(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.expiring()) }
}

@inline(never)
func resolveNumberedCached(_ container: Container, times: Int) {
  for number in 0..<times { sink(container.numberedCached(number & 7)) }
}

@inline(never)
private func resolveNamedCached(_ container: Container, _ names: [String], times: Int) {
  for number in 0..<times { sink(container.namedCached(names[number & 7])) }
}

@inline(never)
private func resolveConsumer(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.consumer()) }
}

@inline(never)
private func resolveGraph(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.graph()) }
}
