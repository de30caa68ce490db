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
  var services: FactoryGroup<TestService> { group().singleton }
  var singletonByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.singleton
  }
  var cachedByNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
}

@Suite("Stored factory values", .container) struct FactoryValueTests {
  private typealias Path = any KeyPath<ValueContainer, Factory<TestService>> & Sendable
  private static let singletons: [Path] = [\.singleton, \.spelledOut, \.plain.singleton]
  private static let others: [Path] = [\.cached, \.custom, \.plain.cached, \.shared]

  private let container = ValueContainer()

  @Test(
    "A stored factory keeps one instance after a reset or pop, which new reads return",
    arguments: singletons + others, Removal.allCases)
  private func keepsScope(path: Path, removal: Removal) {
    for isResolved in [false, true] {
      Scope.singleton.reset()
      let container = ValueContainer()
      if removal == .pop { container.manager.push() }
      let factory = container[keyPath: path]
      let before = isResolved ? factory() : nil
      removal.apply(to: container, factory)
      let after = factory()
      #expect(factory() === after)
      #expect(container[keyPath: path]() === after)
      if let before { expect(path, removal, keeps: before === after) }
    }
  }

  private func expect(_ path: Path, _ removal: Removal, keeps isKept: Bool) {
    if Self.singletons.contains(where: { $0 == path }) {
      #expect(isKept == (removal != .ofFactory))
    } else if removal.evicts {
      #expect(!isKept)
    }
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

/// What removes the settings of factories that a container has recorded.
private enum Removal: CaseIterable {
  case all, registration, context, scope, ofFactory, pop

  /// Whether it evicts an instance that the container keeps.
  var evicts: Bool { [.all, .scope, .ofFactory].contains(self) }

  func apply(to container: ValueContainer, _ factory: Factory<TestService>) {
    switch self {
    case .all: container.reset()
    case .registration: container.manager.reset(options: .registration)
    case .context: container.manager.reset(options: .context)
    case .scope: container.manager.reset(options: .scope)
    case .ofFactory: factory.reset()
    case .pop: container.manager.pop()
    }
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
