// Factory, MIT licence; see LICENSE
//
// Wrapped instances, and groups.
import BenchCore
import FactoryKit

let groupRows = [
  Row("wrapped", "unscoped, with a layer") {
    let container = Container.inUse()
    container.wrapped.wrap { Wrapping($0) }
    return { resolveWrapped(container, times: $0) }
  },
  Row("wrapped.cached", "cached hit, with a layer", budget: Budget(1.1, of: "cached")) {
    let container = Container.inUse()
    container.wrappedCached.wrap { Wrapping($0) }
    return { resolveWrappedCached(container, times: $0) }
  },
  Row("wrapped.definition", "cached hit, with a layer in the definition") {
    let container = Container.inUse()
    return { resolveWrappedInDefinition(container, times: $0) }
  },
  Row("group", "a group of 10 cached members", calls: 11) {
    let container = Container.inUse()
    container.services.add(\.member0).add(\.member1).add(\.member2).add(\.member3).add(\.member4)
      .add(\.member5).add(\.member6).add(\.member7).add(\.member8).add(\.member9)
    return { resolveGroup(container, times: $0) }
  },
  Row("group.closures", "a group of 10 closures", calls: 11) {
    let container = Container.inUse()
    for _ in 0..<10 { container.services.add { Implementation() } }
    return { resolveGroup(container, times: $0) }
  },
  Row("group.empty", "a group without members") {
    let container = Container.inUse()
    return { resolveGroup(container, times: $0) }
  },
  Row("group.cached", "cached hit of a group with a scope") {
    let container = Container.inUse()
    container.cachedServices.add(\.member0)
    return { resolveCachedGroup(container, times: $0) }
  },
]

/// A service that forwards to another one.
private final class Wrapping: Service {
  let inner: any Service
  init(_ inner: any Service) { self.inner = inner }
  func answer() -> Int { inner.answer() }
}

extension Container {
  fileprivate var wrapped: Factory<any Service> { self { Implementation() } }
  fileprivate var wrappedCached: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var wrappedInDefinition: Factory<any Service> {
    self { Implementation() }.cached.wrap { Wrapping($0) }
  }

  fileprivate var services: FactoryGroup<any Service> { group() }
  fileprivate var cachedServices: FactoryGroup<any Service> { group().cached }
  fileprivate var member0: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member1: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member2: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member3: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member4: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member5: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member6: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member7: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member8: Factory<any Service> { self { Implementation() }.cached }
  fileprivate var member9: Factory<any Service> { self { Implementation() }.cached }
}

// The loops are in functions of their own, which take the container as an argument.

@inline(never)
private func resolveWrapped(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.wrapped()) }
}

@inline(never)
private func resolveWrappedCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.wrappedCached()) }
}

@inline(never)
private func resolveWrappedInDefinition(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.wrappedInDefinition()) }
}

@inline(never)
private func resolveGroup(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.services().count) }
}

@inline(never)
private func resolveCachedGroup(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cachedServices().count) }
}
