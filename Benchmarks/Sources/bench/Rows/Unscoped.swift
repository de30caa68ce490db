// Factory, MIT licence; see LICENSE
//
// Factories without a scope.
import BenchCore
import BenchModule
import FactoryKit

let unscopedRows = [
  Row("unscoped", "unscoped, container at hand", budget: Budget(1.5)) {
    let container = Container.inUse()
    return { resolveUnscoped(container, times: $0) }
  },
  Row("unscoped.empty", "unscoped, container without entries", budget: Budget(1.5)) {
    let container = Container()
    return { resolveUnscoped(container, times: $0) }
  },
  // The reference is the sum of both parts, because the time to read a task-local, relative to D,
  // depends on the machine.
  Row(
    "unscoped.shared", "unscoped, `Container.shared`",
    budget: Budget(1.3, of: "limit.tasklocal.unscoped")
  ) {
    useSharedContainer()
    return { resolveUnscopedShared(times: $0) }
  },
  Row("unscoped.dependency", "unscoped, `dependency(\\.x)`", budget: Budget(2.5)) {
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
  Row("unscoped.type", "unscoped, by type, `Resolving`", budget: Budget(5)) {
    let container = Container.inUse()
    container.register((any Service).self) { Implementation() }
    return { resolveByType(container, times: $0) }
  },
  Row("unscoped.module", "unscoped, declared in another module") {
    let container = Container.inUse()
    return { resolveRemote(container, times: $0) }
  },
  Row("parameter", "parameter, unscoped", budget: Budget(1.5)) {
    let container = Container.inUse()
    return { resolveNumbered(container, times: $0) }
  },
  // The design allows 15 D, which is ten times the budget of one resolution. But each of the ten
  // instances owns the next, so creating and freeing them costs more than ten times D. The factor
  // depends on the machine: on some machines the chain of closures alone takes 15 D. So the
  // reference is a chain of closures.
  Row("chain", "chain of 10, unscoped", budget: Budget(1.5, of: "limit.chain"), calls: 10) {
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
