// Factory, MIT licence; see LICENSE
//
// Instances that several threads resolve, and changes while one is being constructed.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class PendingContainer: SharedContainer {
  @TaskLocal static var shared = PendingContainer()
  let manager = ContainerManager()
  let built = Counter()
  let isInside = Gate()
  let mayLeave = Gate()
  /// Counts calls. The first call waits, later ones do not.
  let entered = Counter()
}

extension Scope {
  fileprivate static let built = Cached()
}

extension PendingContainer {
  var cached: Factory<TestService> { self { self.make() }.cached }
  var shared: Factory<TestService> { self { self.make() }.shared }
  var singleton: Factory<TestService> { self { self.make() }.singleton }
  var custom: Factory<TestService> { self { self.make() }.scope(.built) }
  var byNumber: ParameterFactory<Int, TestService> {
    self { _ in self.make() }.scopeOnParameters.cached
  }
  var nothing: Factory<TestService?> {
    self {
      _ = self.make()
      return nil
    }.cached
  }

  /// A factory whose first instance waits in its closure until it may leave.
  var slow: Factory<TestService> { self { self.makeSlowly() }.cached }
  var slowShared: Factory<TestService> { self { self.makeSlowly() }.shared }
  var slowSingleton: Factory<TestService> { self { self.makeSlowly() }.singleton }
  var slowPlain: Factory<TestService> { self { self.makeSlowly() } }
  var slowByNumber: ParameterFactory<Int, TestService> {
    self { _ in self.makeSlowly() }.scopeOnParameters.cached
  }

  private func make() -> TestService {
    built.increment()
    return TestService()
  }

  private func makeSlowly() -> TestService {
    if entered.increment() == 1 {
      isInside.open()
      mayLeave.wait()
    }
    return make()
  }
}

@Suite("Concurrent construction", .container) struct ConcurrentConstruction {
  private static let scoped: [any KeyPath<PendingContainer, Factory<TestService>> & Sendable] = [
    \.cached, \.shared, \.singleton, \.custom,
  ]

  @Test("Threads that race for an instance share one construction", arguments: scoped)
  private func once(path: any KeyPath<PendingContainer, Factory<TestService>> & Sendable) {
    for _ in 0..<50 {
      Scope.singleton.reset()
      let container = PendingContainer()
      let services = LockedArray<TestService>()
      onThreads(4, inheritingContainers: true) { _ in services.append(container[keyPath: path]()) }
      #expect(container.built.value == 1)
      #expect(Set(services.elements.map(ObjectIdentifier.init)).count == 1)
    }
  }

  @Test("Containers that race for a singleton share one construction")
  func singletonAcrossContainers() {
    for _ in 0..<50 {
      Scope.singleton.reset()
      let containers = (0..<4).map { _ in PendingContainer() }
      let services = LockedArray<TestService>()
      onThreads(4, inheritingContainers: true) { index in
        services.append(containers[index].singleton())
      }
      #expect(containers.map(\.built.value).reduce(0, +) == 1)
      #expect(Set(services.elements.map(ObjectIdentifier.init)).count == 1)
    }
  }

  @Test("Threads that race for nil all get nil")
  func nothing() {
    for _ in 0..<20 {
      let container = PendingContainer()
      let results = LockedArray<Bool>()
      onThreads(4, inheritingContainers: true) { _ in results.append(container.nothing() == nil) }
      #expect(results.elements == [true, true, true, true])
    }
  }

  /// The changes that may happen while an instance is being built.
  private enum Change: CaseIterable {
    case factoryReset, containerReset, scopeReset, register, otherScope, pop

    func apply(to container: PendingContainer) {
      switch self {
      case .factoryReset: container.slow.reset()
      case .containerReset: container.manager.reset()
      case .scopeReset: container.manager.reset(scope: .cached)
      case .register: container.slow.register { TestService("registered") }
      case .otherScope: _ = container.slow.scope(.built)
      case .pop: container.manager.pop()
      }
    }
  }

  @Test(
    "A change during a construction returns at once, and the instance is not cached",
    arguments: Change.allCases)
  private func change(change: Change) {
    let container = PendingContainer()
    container.manager.push()
    let first = LockedArray<TestService>()
    let builder = TestThread(inheritingContainers: true) { first.append(container.slow()) }
    container.isInside.wait()
    // Would never return if it waited for the builder.
    change.apply(to: container)
    let second = container.slow()
    #expect(second.label == (change == .register ? "registered" : "original"))
    container.mayLeave.open()
    builder.join()
    #expect(first.count == 1)
    #expect(first.elements.first !== second)
    #expect(container.slow() === second)
  }

  @Test("A singleton reset during its construction returns at once, and the instance is not cached")
  func singletonReset() {
    let container = PendingContainer()
    let first = LockedArray<TestService>()
    let builder = TestThread(inheritingContainers: true) { first.append(container.slowSingleton()) }
    container.isInside.wait()
    Scope.singleton.reset()
    let second = container.slowSingleton()
    container.mayLeave.open()
    builder.join()
    #expect(first.elements.first !== second)
    #expect(container.slowSingleton() === second)
  }

  @Test("The construction of a parameter's instance does not revert a concurrent reset")
  func parameterReset() {
    let container = PendingContainer()
    let first = LockedArray<TestService>()
    let builder = TestThread(inheritingContainers: true) { first.append(container.slowByNumber(1)) }
    container.isInside.wait()
    container.manager.reset(options: .scope)
    let second = container.slowByNumber(1)
    container.mayLeave.open()
    builder.join()
    #expect(first.elements.first !== second)
    #expect(container.slowByNumber(1) === second)
  }

  @Test("While one factory builds, others of the container resolve, register and reset")
  func noLock() {
    let container = PendingContainer()
    let builder = TestThread(inheritingContainers: true) { _ = container.slow() }
    container.isInside.wait()
    #expect(container.cached() === container.cached())
    container.shared.register { TestService("registered") }
    #expect(container.shared().label == "registered")
    container.custom.reset()
    container.mayLeave.open()
    builder.join()
  }

  @Test("While one parameter's instance is created, another parameter's can be resolved")
  func otherParameter() {
    let container = PendingContainer()
    let builder = TestThread(inheritingContainers: true) { _ = container.slowByNumber(1) }
    container.isInside.wait()
    let two = container.slowByNumber(2)
    #expect(container.slowByNumber(2) === two)
    container.mayLeave.open()
    builder.join()
  }

  @Test("Two threads run the closure of an unscoped factory at the same time")
  func unscoped() {
    let container = PendingContainer()
    let builder = TestThread(inheritingContainers: true) { _ = container.slowPlain() }
    container.isInside.wait()
    _ = container.slowPlain()
    container.mayLeave.open()
    builder.join()
    #expect(container.built.value == 2)
  }

  @Test("An instance's deinit may resolve during its eviction")
  func resolvingDeinit() {
    final class Last: Sendable {
      let container: PendingContainer
      init(_ container: PendingContainer) { self.container = container }
      deinit { _ = container.cached() }
    }
    let container = PendingContainer()
    let last = Factory(container, key: "last") { Last(container) }.cached
    _ = last()
    last.reset(.scope)
    #expect(container.built.value == 1)
    _ = last()
    container.manager.reset(options: .scope)
    _ = last()
    last.register { Last(container) }
    _ = last()
    container.manager.reset()
    #expect(container.cached() === container.cached())
  }
}
