// Factory, MIT licence; see LICENSE
//
// Instances that several threads ask for, and changes while one is being built.
import FactoryTesting
import Foundation
import Testing

private final class BuildingContainer: SharedContainer {
  @TaskLocal static var shared = BuildingContainer()
  let manager = ContainerManager()
  let built = Tally()
  let isInside = DispatchSemaphore(value: 0)
  let mayLeave = DispatchSemaphore(value: 0)
  /// Counts the closures that wait; the first one does, later ones do not.
  let entered = Tally()
}

extension Scope {
  fileprivate static let built = Cached()
}

extension BuildingContainer {
  var cached: Factory<Gadget> { self { self.make() }.cached }
  var shared: Factory<Gadget> { self { self.make() }.shared }
  var singleton: Factory<Gadget> { self { self.make() }.singleton }
  var custom: Factory<Gadget> { self { self.make() }.scope(.built) }
  var byNumber: ParameterFactory<Int, Gadget> { self { _ in self.make() }.scopeOnParameters.cached }
  var nothing: Factory<Gadget?> {
    self {
      _ = self.make()
      return nil
    }.cached
  }

  /// A factory whose first instance waits in its closure until it may leave.
  var slow: Factory<Gadget> { self { self.makeSlowly() }.cached }
  var slowShared: Factory<Gadget> { self { self.makeSlowly() }.shared }
  var slowSingleton: Factory<Gadget> { self { self.makeSlowly() }.singleton }
  var slowPlain: Factory<Gadget> { self { self.makeSlowly() } }
  var slowByNumber: ParameterFactory<Int, Gadget> {
    self { _ in self.makeSlowly() }.scopeOnParameters.cached
  }

  private func make() -> Gadget {
    built.next()
    return Gadget()
  }

  private func makeSlowly() -> Gadget {
    if entered.next() == 1 {
      isInside.signal()
      mayLeave.wait()
    }
    return make()
  }
}

@Suite("Building", .container) struct PendingBuildTests {
  private static let scoped: [any KeyPath<BuildingContainer, Factory<Gadget>> & Sendable] = [
    \.cached, \.shared, \.singleton, \.custom,
  ]

  @Test("Threads that race for an instance get one, built once", arguments: scoped)
  private func once(path: any KeyPath<BuildingContainer, Factory<Gadget>> & Sendable) {
    for _ in 0..<50 {
      Scope.singleton.reset()
      let container = BuildingContainer()
      let gadgets = Notes<Gadget>()
      onThreads(4) { _ in gadgets.add(container[keyPath: path]()) }
      #expect(container.built.count == 1)
      #expect(Set(gadgets.all.map(ObjectIdentifier.init)).count == 1)
    }
  }

  @Test("Containers that race for a singleton get one, built once")
  func singletonAcrossContainers() {
    for _ in 0..<50 {
      Scope.singleton.reset()
      let containers = (0..<4).map { _ in BuildingContainer() }
      let gadgets = Notes<Gadget>()
      onThreads(4) { index in gadgets.add(containers[index].singleton()) }
      #expect(containers.map(\.built.count).reduce(0, +) == 1)
      #expect(Set(gadgets.all.map(ObjectIdentifier.init)).count == 1)
    }
  }

  @Test("Threads that race for nil all get nil")
  func nothing() {
    for _ in 0..<20 {
      let container = BuildingContainer()
      let results = Notes<Bool>()
      onThreads(4) { _ in results.add(container.nothing() == nil) }
      #expect(results.all == [true, true, true, true])
    }
  }

  /// What may come while an instance is being built.
  private enum Change: CaseIterable {
    case factoryReset, containerReset, scopeReset, register, otherScope, pop

    func apply(to container: BuildingContainer) {
      switch self {
      case .factoryReset: container.slow.reset()
      case .containerReset: container.manager.reset()
      case .scopeReset: container.manager.reset(scope: .cached)
      case .register: container.slow.register { Gadget("registered") }
      case .otherScope: _ = container.slow.scope(.built)
      case .pop: container.manager.pop()
      }
    }
  }

  @Test(
    "A change while an instance is built returns at once, and that instance is not kept",
    arguments: Change.allCases)
  private func change(change: Change) {
    let container = BuildingContainer()
    container.manager.push()
    let first = Notes<Gadget>()
    let builder = StartedThread { first.add(container.slow()) }
    container.isInside.wait()
    // Were it to wait for the builder, this would never return.
    change.apply(to: container)
    let second = container.slow()
    #expect(second.label == (change == .register ? "registered" : "original"))
    container.mayLeave.signal()
    builder.join()
    #expect(first.count == 1)
    #expect(first.all.first !== second)
    #expect(container.slow() === second)
  }

  @Test("A singleton reset while it is built returns at once, and that instance is not kept")
  func singletonReset() {
    let container = BuildingContainer()
    let first = Notes<Gadget>()
    let builder = StartedThread { first.add(container.slowSingleton()) }
    container.isInside.wait()
    Scope.singleton.reset()
    let second = container.slowSingleton()
    container.mayLeave.signal()
    builder.join()
    #expect(first.all.first !== second)
    #expect(container.slowSingleton() === second)
  }

  @Test("A reset while a parameter's instance is built is not undone by it")
  func parameterReset() {
    let container = BuildingContainer()
    let first = Notes<Gadget>()
    let builder = StartedThread { first.add(container.slowByNumber(1)) }
    container.isInside.wait()
    container.manager.reset(options: .scope)
    let second = container.slowByNumber(1)
    container.mayLeave.signal()
    builder.join()
    #expect(first.all.first !== second)
    #expect(container.slowByNumber(1) === second)
  }

  @Test("While one factory builds, others of the container resolve, register and reset")
  func noLock() {
    let container = BuildingContainer()
    let builder = StartedThread { _ = container.slow() }
    container.isInside.wait()
    #expect(container.cached() === container.cached())
    container.shared.register { Gadget("registered") }
    #expect(container.shared().label == "registered")
    container.custom.reset()
    container.mayLeave.signal()
    builder.join()
  }

  @Test("While one parameter's instance is built, another's can be had")
  func otherParameter() {
    let container = BuildingContainer()
    let builder = StartedThread { _ = container.slowByNumber(1) }
    container.isInside.wait()
    let two = container.slowByNumber(2)
    #expect(container.slowByNumber(2) === two)
    container.mayLeave.signal()
    builder.join()
  }

  @Test("An unscoped factory that builds keeps no other thread from building")
  func unscoped() {
    let container = BuildingContainer()
    let builder = StartedThread { _ = container.slowPlain() }
    container.isInside.wait()
    _ = container.slowPlain()
    container.mayLeave.signal()
    builder.join()
    #expect(container.built.count == 2)
  }

  @Test("An instance's deinit may resolve while it is dropped")
  func resolvingDeinit() {
    final class Last: Sendable {
      let container: BuildingContainer
      init(_ container: BuildingContainer) { self.container = container }
      deinit { _ = container.cached() }
    }
    let container = BuildingContainer()
    let last = Factory(container, key: "last") { Last(container) }.cached
    _ = last()
    last.reset(.scope)
    #expect(container.built.count == 1)
    _ = last()
    container.manager.reset(options: .scope)
    _ = last()
    last.register { Last(container) }
    _ = last()
    container.manager.reset()
    #expect(container.cached() === container.cached())
  }
}
