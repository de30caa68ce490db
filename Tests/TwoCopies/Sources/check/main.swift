// Factory, MIT licence; see LICENSE
//
// Uses a container with the code of two copies of FactoryKit: first one after the other, then both
// at the same time.
import Dispatch
import FactoryKit
import Plugin

func expect(_ condition: Bool, _ what: String) {
  guard condition else { fatalError("not so: \(what)") }
}

func checked(_ what: String) { print("checked: \(what)") }

let isOneCopy = ObjectIdentifier(Container.self) == ObjectIdentifier(PluginCode.containerType)
expect(
  isOneCopy == CommandLine.arguments.contains("--one"), "the process has as many copies as expected"
)
checked(
  isOneCopy ? "the process has one copy of FactoryKit" : "the process has two copies of FactoryKit")

// MARK: One after the other

let container = PluginContainer()
for (index, factory) in container.kept.enumerated() {
  let instance = factory()
  expect(PluginCode.resolve(factory) === instance, "factory \(index): the other copy's instance")
  PluginCode.reset(factory)
  let next = PluginCode.resolve(factory)
  expect(next !== instance && factory() === next, "factory \(index): evicted by one copy for both")
}
checked("instances are shared, and evicted by either copy")

expect(container.byNumber(3) === PluginCode.resolve(container.byNumber, 3), "by parameter")
expect(container.unscoped() !== PluginCode.resolve(container.unscoped), "unscoped")
expect(container.graph() !== PluginCode.resolve(container.graph), "graph")
checked("parameters and other scopes")

for (index, factory) in container.kept.enumerated() {
  factory.register { Service(7) }
  expect(PluginCode.resolve(factory).number == 7, "factory \(index): registered here")
  PluginCode.register(factory) { Service(8) }
  expect(factory().number == 8, "factory \(index): registered there")
}
container.promise.register { Service(9) }
expect(PluginCode.resolve(container.promise)?.number == 9, "a promise")
checked("registrations are seen by both copies")

PluginCode.push(container)
container.cached.register { Service(10) }
expect(PluginCode.resolve(container.cached).number == 10, "after push")
container.manager.pop()
expect(PluginCode.resolve(container.cached).number == 8, "after pop")
PluginCode.reset(container)
expect(container.registered().number == 1, "autoRegister after a reset by the other copy")
checked("snapshots and resets")

PluginContainer.$shared.withValue(container) {
  let consumer = PluginConsumer()
  let instance = container.cached()
  expect(consumer.cached === instance && consumer.lazy === instance, "injected")
  expect(consumer.weakly === instance, "injected weakly")
}
checked("property wrappers")

// MARK: autoRegister and singletons

extension ExtendedContainer {
  var doubled: Factory<Int> { self { 2 * self.number() } }
}
expect(ExtendedContainer().doubled() == 154, "autoRegister, if the program is first")

let stored = container.registered
expect(stored().number == 1, "autoRegister")
PluginCode.reset(container)
expect(stored().number == 1, "autoRegister runs again for a stored factory")
container.reset()
expect(PluginCode.resolve(stored).number == 1, "and in the other copy")
checked("autoRegister runs once, in whichever copy the container is used first")

/// A container of the program, like the library's `ChangingContainer`.
final class OwnChangingContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  private let change: ManagerChange

  init(_ change: @escaping ManagerChange) { self.change = change }

  var number: Factory<Int> { self { 0 } }

  func autoRegister() {
    change(manager)
    number.register { 1 }
  }
}

/// A change for `autoRegister` to make, which fails if that runs again because of it.
func onlyOnce(_ change: @escaping ManagerChange) -> ManagerChange {
  let runs = Count()
  return { manager in
    runs.add(1)
    expect(runs.value == 1, "autoRegister runs once, though it changes its container")
    manager.push()
    change(manager)
  }
}

for change: ManagerChange in [{ $0.reset() }, { $0.pop() }] {
  expect(ChangingContainer(onlyOnce(change)).number() == 1, "a change by the program's code")
}
for change: ManagerChange in [PluginCode.resetManager, PluginCode.popManager] {
  expect(OwnChangingContainer(onlyOnce(change)).number() == 1, "a change by the library's code")
}
checked("autoRegister may change its container by the other copy's code")

let (first, second) = (FirstContainer().service, SecondContainer().service)
expect(first().number == 1 && second().number == 2, "each container type has its own singleton")
checked("singletons of two container types are not confused")

// MARK: One copy waits for the other

for isHereFirst in [true, false] {
  let isBuilding = DispatchSemaphore(value: 0)
  let mayEnd = DispatchSemaphore(value: 0)
  container.cached.register {
    isBuilding.signal()
    mayEnd.wait()
    return Service(isHereFirst ? 1 : 2)
  }
  let results = Results()
  let group = DispatchGroup()
  let here: @Sendable () -> Void = { results.add(container.cached()) }
  let there: @Sendable () -> Void = { results.add(PluginCode.resolve(container.cached)) }
  DispatchQueue.global().async(group: group) { if isHereFirst { here() } else { there() } }
  isBuilding.wait()
  for _ in 0..<4 {
    DispatchQueue.global().async(group: group) { if isHereFirst { there() } else { here() } }
  }
  mayEnd.signal()
  group.wait()
  expect(results.services.count == 5, "all got an instance")
  expect(results.services.allSatisfy { $0 === results.services[0] }, "built once")
}
checked("a thread waits for the other copy's construction")

// MARK: At the same time

let rounds = CommandLine.arguments.contains("--long") ? 3_000_000 : 100_000
let alive = Count()
func race() {
  let container = PluginContainer()
  let make: @Sendable () -> Service = {
    alive.add(1)
    return Service(onDeinit: { alive.add(-1) })
  }
  for factory in container.kept { factory.register(factory: make) }
  DispatchQueue.concurrentPerform(iterations: 8) { index in
    let kept = container.kept
    for round in 0..<rounds {
      let factory = kept[round % kept.count]
      switch (index, round % 64) {
      case (0, 0): factory.reset(.scope)
      case (1, 0): PluginCode.reset(factory)
      case (2, 0): factory.register(factory: make)
      case (3, 0): PluginCode.register(factory, make)
      case (4, 0): container.manager.push()
      case (4, 32): container.manager.pop()
      case (5, 0): expect(container.byNumber(round % 7).isIntact, "by parameter")
      default:
        let service = index.isMultiple(of: 2) ? factory() : PluginCode.resolve(factory)
        expect(service.isIntact, "a service is used after its release")
      }
    }
  }
  container.singleton.reset()
}
race()
// What was retired while a reader used it is released by the next evictions of each copy.
for _ in 0..<2 {
  let last = PluginContainer()
  for factory in last.kept {
    _ = factory()
    factory.reset()
    _ = PluginCode.resolve(factory)
    PluginCode.reset(factory)
  }
}
expect(alive.value == 0, "\(alive.value) services are left")
checked("both copies at the same time: no service is used after its release, and none is left")
