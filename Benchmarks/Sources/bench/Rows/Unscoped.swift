// Factory, MIT licence; see LICENSE
//
// Factories without a scope.
import BenchCore
import BenchModule
import FactoryKit

let unscopedRows = [
  Row("unscoped", "unscoped, container at hand") {
    let container = Container.inUse()
    return { resolveUnscoped(container, times: $0) }
  },
  Row("unscoped.empty", "unscoped, container without entries") {
    let container = Container()
    return { resolveUnscoped(container, times: $0) }
  },
  // The reference is the sum of both parts, because the time to read a task-local, relative to D,
  // depends on the machine.
  Row(
    "unscoped.shared", "unscoped, `Container.shared`", against: "limit.tasklocal.unscoped"
  ) {
    useSharedContainer()
    return { resolveUnscopedShared(times: $0) }
  },
  Row("unscoped.dependency", "unscoped, `dependency(\\.x)`") {
    useSharedContainer()
    return { resolveUnscopedDependency(times: $0) }
  },
  Row("unscoped.class", "unscoped, class-bound protocol") {
    let container = Container.inUse()
    return { resolveUnscopedClass(container, times: $0) }
  },
  Row("unscoped.concrete", "unscoped, class") {
    let container = Container.inUse()
    return { resolveUnscopedConcrete(container, times: $0) }
  },
  Row("unscoped.type", "unscoped, by type, `Resolving`") {
    let container = Container.inUse()
    container.register((any Service).self) { Implementation() }
    return { resolveByType(container, times: $0) }
  },
  Row("unscoped.module", "unscoped, declared in another module") {
    let container = Container.inUse()
    return { resolveRemote(container, times: $0) }
  },
  Row("parameter", "parameter, unscoped") {
    let container = Container.inUse()
    return { resolveNumbered(container, times: $0) }
  },
  // Each of the ten instances owns the next, so creating and freeing them costs more than ten times D, on some machines
  // 15 times. So the reference is a chain of closures.
  Row("chain", "chain of 10, unscoped", against: "limit.chain", calls: 10) {
    let container = Container.inUse()
    return { resolveChain(container, times: $0) }
  },
]

@inline(never)
func resolveUnscoped(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.unscoped()) }
}

@inline(never)
func resolveUnscopedShared(times: Int) {
  for _ in 0..<times { sink(Container.shared.unscoped()) }
}

@inline(never)
private func resolveUnscopedDependency(times: Int) {
  for _ in 0..<times { sink(dependency(\.unscoped)) }
}

@inline(never)
private func resolveUnscopedClass(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.unscopedClass()) }
}

@inline(never)
private func resolveUnscopedConcrete(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.unscopedConcrete()) }
}

@inline(never)
private func resolveByType(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.resolve((any Service).self)) }
}

@inline(never)
private func resolveRemote(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.remote()) }
}

@inline(never)
private func resolveNumbered(_ container: Container, times: Int) {
  for number in 0..<times { sink(container.numbered(number)) }
}

@inline(never)
private func resolveChain(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.chain1()) }
}
