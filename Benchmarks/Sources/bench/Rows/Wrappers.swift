// Factory, MIT licence; see LICENSE
//
// The property wrappers, with literal key paths. Their owners are structures, so that only the
// wrapper is measured: a class would add an allocation.
import BenchCore
import FactoryKit

struct Owner {
  @Injected(\.unscoped) var service
}

final class ClassOwner {
  @Injected(\.unscoped) var service
}

struct CachedOwner {
  @Injected(\.cached) var service
}

struct LazyOwner {
  @LazyInjected(\.unscoped) var service
}

struct WeakLazyOwner {
  @WeakLazyInjected(\.cached) var service
}

struct DynamicOwner {
  @DynamicInjected(\.unscoped) var service
}

struct CachedDynamicOwner {
  @DynamicInjected(\.cached) var service
}

let wrapperRows = [
  Row("injected", "`@Injected` in an `init`, unscoped") {
    useSharedContainer()
    return { makeOwners(times: $0) }
  },
  Row("injected.class", "the same, owned by a class") {
    useSharedContainer()
    return { makeClassOwners(times: $0) }
  },
  Row("injected.cached", "`@Injected` in an `init`, cached") {
    useSharedContainer()
    return { makeCachedOwners(times: $0) }
  },
  Row("lazy", "`@LazyInjected`, `init` only") {
    useSharedContainer()
    return { makeLazyOwners(times: $0) }
  },
  Row("lazy.first", "`@LazyInjected`, `init` and first read") {
    useSharedContainer()
    return { readLazyOnce(times: $0) }
  },
  Row("lazy.again", "`@LazyInjected`, later read") {
    useSharedContainer()
    let owner = LazyOwner()
    sink(owner.service)
    return { readLazyAgain(owner, times: $0) }
  },
  Row("weaklazy", "`@WeakLazyInjected`, `init` only") {
    useSharedContainer()
    return { makeWeakLazyOwners(times: $0) }
  },
  Row("weaklazy.again", "`@WeakLazyInjected`, later read") {
    useSharedContainer()
    let owner = WeakLazyOwner()
    sink(owner.service)
    return { readWeakLazyAgain(owner, times: $0) }
  },
  Row("dynamic", "`@DynamicInjected` read, unscoped") {
    useSharedContainer()
    let owner = DynamicOwner()
    return { readDynamic(owner, times: $0) }
  },
  Row("dynamic.cached", "`@DynamicInjected` read, cached") {
    useSharedContainer()
    let owner = CachedDynamicOwner()
    return { readCachedDynamic(owner, times: $0) }
  },
]

@inline(never)
func makeOwners(times: Int) {
  for _ in 0..<times { sink(Owner()) }
}

@inline(never)
private func makeClassOwners(times: Int) {
  for _ in 0..<times { sink(ClassOwner()) }
}

@inline(never)
private func makeCachedOwners(times: Int) {
  for _ in 0..<times { sink(CachedOwner()) }
}

@inline(never)
private func makeLazyOwners(times: Int) {
  for _ in 0..<times { sink(LazyOwner()) }
}

@inline(never)
private func readLazyOnce(times: Int) {
  for _ in 0..<times { sink(LazyOwner().service) }
}

@inline(never)
private func readLazyAgain(_ owner: LazyOwner, times: Int) {
  for _ in 0..<times { sink(owner.service) }
}

@inline(never)
private func makeWeakLazyOwners(times: Int) {
  for _ in 0..<times { sink(WeakLazyOwner()) }
}

@inline(never)
private func readWeakLazyAgain(_ owner: WeakLazyOwner, times: Int) {
  for _ in 0..<times { sink(owner.service) }
}

@inline(never)
private func readDynamic(_ owner: DynamicOwner, times: Int) {
  for _ in 0..<times { sink(owner.service) }
}

@inline(never)
private func readCachedDynamic(_ owner: CachedDynamicOwner, times: Int) {
  for _ in 0..<times { sink(owner.service) }
}
