// Factory, MIT licence; see LICENSE
//
// Factory values that are stored while a reset removes what they recorded in their container: they
// keep their scopes.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class ValueContainer: SharedContainer {
  @TaskLocal static var shared = ValueContainer()
  let manager = ContainerManager()
}

extension Scope {
  fileprivate static let kept = Cached()
}

extension ValueContainer {
  var plain: Factory<TestService> { self { TestService() } }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var spelledOut: Factory<TestService> { self { TestService() }.scope(.singleton) }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var shared: Factory<TestService> { self { TestService() }.shared }
  var custom: Factory<TestService> { self { TestService() }.scope(.kept) }
  var byNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.singleton }
  var services: FactoryGroup<TestService> { group().singleton }
  var singletonByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.singleton
  }
  var cachedByNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
}

@Suite("Stored factory values", .container) struct FactoryValueTests {
  private typealias Path = any KeyPath<ValueContainer, Factory<TestService>> & Sendable
  private static let singletons: [Path] = [\.singleton, \.spelledOut, \.plain.singleton]
  private static let kept: [Path] = [\.cached, \.custom, \.plain.cached]

  private let container = ValueContainer()

  @Test(
    "A stored singleton factory keeps its scope after every kind of reset", arguments: singletons,
    [FactoryResetOptions.all, .registration, .context, .scope])
  private func singleton(path: Path, options: FactoryResetOptions) {
    let live = container[keyPath: path]()
    let factory = container[keyPath: path]
    container.manager.reset(options: options)
    #expect(factory() === live)
    #expect(factory() === live)
    #expect(container[keyPath: path]() === live)
  }

  @Test("A stored singleton factory keeps its scope if it was not resolved before the reset")
  func singletonUnresolved() {
    let factory = container.singleton
    container.reset()
    let made = factory()
    #expect(factory() === made)
    #expect(container.singleton() === made)
    #expect(ValueContainer().singleton() === made)
  }

  @Test("A stored singleton factory keeps its scope after its factory was reset")
  func singletonOwnReset() {
    let live = container.singleton()
    let factory = container.singleton
    container.singleton.reset()
    #expect(factory() !== live)
    #expect(factory() === factory())
  }

  @Test("A stored singleton factory with a parameter keeps its scope after a reset")
  func parameterSingleton() {
    let live = container.byNumber(1)
    let factory = container.byNumber
    container.reset()
    #expect(factory(2) === live)
    #expect(factory(1) === factory(1))
  }

  @Test(
    "A stored singleton factory that was read after push keeps its scope after pop",
    arguments: singletons)
  private func singletonPop(path: Path) {
    container.manager.push()
    let factory = container[keyPath: path]
    container.manager.pop()
    let made = factory()
    #expect(factory() === made)
    #expect(container[keyPath: path]() === made)
  }

  @Test("A stored factory resolves to the singleton that was created between push and pop")
  func singletonMadeBeforePop() {
    container.manager.push()
    let factory = container.singleton
    let live = factory()
    container.manager.pop()
    #expect(factory() === live)
    #expect(factory() === factory())
  }

  @Test(
    "A stored cached factory keeps one instance after a reset of the factory or its container",
    arguments: kept, [true, false])
  private func cached(path: Path, ofContainer: Bool) {
    let before = container[keyPath: path]()
    let factory = container[keyPath: path]
    if ofContainer { container.reset() } else { container[keyPath: path].reset() }
    let after = factory()
    #expect(after !== before)
    #expect(factory() === after)
    #expect(container[keyPath: path]() === after)
  }

  @Test(
    "A stored cached factory that was read after push keeps one instance after pop",
    arguments: kept)
  private func cachedPop(path: Path) {
    container.manager.push()
    let factory = container[keyPath: path]
    container.manager.pop()
    #expect(factory() === factory())
  }

  @Test("A stored cached factory with a parameter keeps one instance after a reset")
  func parameterCached() {
    let before = container.cachedByNumber(1)
    let factory = container.cachedByNumber
    container.reset()
    let after = factory(2)
    #expect(after !== before)
    #expect(factory(3) === after)
  }

  @Test("A stored shared factory shares an instance that is referenced after a reset")
  func shared() {
    let before = container.shared()
    let factory = container.shared
    container.reset()
    let after = factory()
    #expect(after !== before)
    #expect(factory() === after)
  }

  @Test(
    "A change through a stored singleton factory evicts its instance after a reset",
    arguments: Change.allCases, [nil, Scope.cached])
  private func evicted(change: Change, defaultScope: Scope?) {
    container.manager.defaultScope = defaultScope
    let factory = container.singleton
    let first = factory()
    container.reset()
    change.apply(to: factory)
    #expect(factory() !== first)
  }

  @Test(
    "A change through a stored singleton factory evicts its instance if its scope was changed",
    arguments: Change.allCases)
  private func evictedFromValuesScope(change: Change) {
    let factory = container.cached.singleton
    let first = factory()
    container.reset()
    _ = container.cached()
    change.apply(to: factory)
    #expect(factory() !== first)
  }

  @Test("A change leaves the singleton of a stored factory whose scope `once()` has replaced")
  func once() {
    let factory = container.plain.singleton
    let first = factory()
    container.reset()
    container.plain.cached.once()
    factory.register { TestService() }
    container.reset()
    #expect(container.plain.singleton() === first)
  }

  @Test("A member that is added through a stored group evicts its singleton after a reset")
  func evictedGroup() {
    let group = container.services
    #expect(group().isEmpty)
    container.reset()
    group.add { TestService() }
    #expect(group().count == 1)
  }

  @Test("A change through a stored singleton factory evicts its instance after a pop")
  func evictedAfterPop() {
    container.manager.push()
    let factory = container.singleton
    let first = factory()
    container.manager.pop()
    factory.register { TestService() }
    #expect(factory() !== first)
  }

  @Test("A reset of one parameter through a stored factory evicts its instance after a reset")
  func evictedParameter() {
    let factory = container.singletonByNumber
    let (one, two) = (factory(1), factory(2))
    container.reset()
    factory.reset(.scope, for: 1)
    #expect(factory(1) !== one)
    #expect(factory(2) === two)
  }

  @Test("A reset of one parameter has no effect if `once()` precedes `scopeOnParameters`")
  func parametersAfterOnce() {
    container.cachedByNumber.once()
    let factory = container.cachedByNumber.scopeOnParameters
    let first = factory(1)
    factory.reset(.scope, for: 1)
    #expect(factory(2) !== first)
    #expect(container.cachedByNumber(1) === container.cachedByNumber(2))
  }

  @Test("A change through a stored cached factory leaves singletons that it does not name")
  func otherScope() {
    let (cached, singleton) = (container.cached, container.singleton)
    let (first, kept) = (cached(), singleton())
    container.reset()
    cached.register { TestService() }
    #expect(cached() !== first)
    #expect(singleton() === kept)
  }
}

private enum Change: CaseIterable {
  case register, wrap, resetScope, resetAll

  func apply(to factory: Factory<TestService>) {
    switch self {
    case .register: factory.register { TestService() }
    case .wrap: factory.wrap { _ in TestService() }
    case .resetScope: factory.reset(.scope)
    case .resetAll: factory.reset()
    }
  }
}
