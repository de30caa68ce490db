// Factory, MIT licence; see LICENSE
//
// resolvedOrNil() of factories and parameter factories: the cached instance, which is never built.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ReadContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = ReadContainer()
  let manager = ContainerManager()
  let calls = Counter()
  let registrations = Counter()

  func autoRegister() { registrations.increment() }

  func make(_ label: String = "original") -> TestService {
    calls.increment()
    return TestService(label)
  }
}

extension Scope {
  fileprivate static let read = Cached()
  fileprivate static let readWeakly = Shared()
}

/// Equal to the same text in another case.
private struct Caseless: Hashable, Sendable {
  let text: String
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.text.lowercased() == rhs.text.lowercased() }
  func hash(into hasher: inout Hasher) { hasher.combine(text.count) }
}

extension ReadContainer {
  fileprivate var plain: Factory<TestService> { self { self.make() } }
  fileprivate var cached: Factory<TestService> { self { self.make() }.cached }
  fileprivate var shared: Factory<TestService> { self { self.make() }.shared }
  fileprivate var graph: Factory<TestService> { self { self.make() }.graph }
  fileprivate var singleton: Factory<TestService> { self { self.make() }.singleton }
  fileprivate var session: Factory<TestService> { self { self.make() }.scope(.read) }
  fileprivate var weakly: Factory<TestService> { self { self.make() }.scope(.readWeakly) }
  fileprivate var timed: Factory<TestService> { self { self.make() }.cached.timeToLive(10) }
  fileprivate var optional: Factory<TestService?> { self { nil }.cached }
  fileprivate var number: Factory<Int> { self { 7 }.cached }
  fileprivate var decorated: Factory<TestService> { self { self.make() }.cached.decorator { _ in } }
  fileprivate var inContext: Factory<TestService> {
    self { self.make() }.cached.context(.simulator, .device) { TestService("context") }
  }
  fileprivate var asksItself: Factory<TestService> {
    self { TestService(self.asksItself.resolvedOrNil() == nil ? "nil" : "instance") }.cached
  }
  fileprivate var cycle: Factory<[TestService?]> {
    self {
      let before = self.graph.resolvedOrNil()
      let instance = self.graph()
      return [before, instance, self.graph.resolvedOrNil()]
    }
  }
  fileprivate var byText: ParameterFactory<Caseless, TestService> {
    self { self.make($0.text) }.scopeOnParameters.cached
  }
  fileprivate var oneForAll: ParameterFactory<Int, TestService> {
    self { self.make("\($0)") }.cached
  }
  fileprivate var unscopedByNumber: ParameterFactory<Int, TestService> {
    self { self.make("\($0)") }
  }
  fileprivate var graphByNumber: ParameterFactory<Int, TestService> {
    self { self.make("\($0)") }.scopeOnParameters.graph
  }
  fileprivate var cycleByNumber: Factory<[TestService?]> {
    self {
      [
        self.graphByNumber(1), self.graphByNumber.resolvedOrNil(1),
        self.graphByNumber.resolvedOrNil(2),
      ]
    }
  }
  fileprivate var timedByNumber: ParameterFactory<Int, TestService> {
    self { self.make("\($0)") }.scopeOnParameters.singleton.timeToLive(10)
  }
}

/// The scopes that cache an instance after the resolution that has created it.
private enum CachingScope: CaseIterable {
  case cached, shared, singleton, session, weakly, decorated

  func factory(in container: ReadContainer) -> Factory<TestService> {
    switch self {
    case .cached: container.cached
    case .shared: container.shared
    case .singleton: container.singleton
    case .session: container.session
    case .weakly: container.weakly
    case .decorated: container.decorated
    }
  }
}

@Suite("resolvedOrNil", .container) struct ResolvedOrNilTests {
  private let container = ReadContainer()

  // MARK: Scopes

  @Test(
    "It is nil before the first resolution and the cached instance after it",
    arguments: CachingScope.allCases)
  fileprivate func cached(scope: CachingScope) {
    #expect(scope.factory(in: container).resolvedOrNil() == nil)
    #expect(container.calls.value == 0)
    let instance = scope.factory(in: container)()
    #expect(scope.factory(in: container).resolvedOrNil() === instance)
    #expect(container.calls.value == 1)
  }

  @Test("It is nil for factories without a scope")
  func unique() {
    _ = container.plain()
    _ = container.unscopedByNumber(1)
    #expect(container.plain.resolvedOrNil() == nil)
    #expect(container.unscopedByNumber.resolvedOrNil(1) == nil)
    #expect(container.calls.value == 2)
  }

  @Test("It calls no decorator", arguments: CachingScope.allCases)
  fileprivate func decorators(scope: CachingScope) {
    let calls = Counter()
    container.decorator { _ in calls.increment() }
    let factory = scope.factory(in: container)
    if scope == .decorated { factory.decorator { _ in calls.increment() } }
    let instance = factory()
    #expect(calls.value == 1)
    #expect(factory.resolvedOrNil() === instance)
    #expect(calls.value == 1)
  }

  @Test(
    "It is nil once a weakly held instance is gone",
    arguments: [CachingScope.shared, .weakly])
  fileprivate func gone(scope: CachingScope) {
    weak let instance = scope.factory(in: container)()
    #expect(instance == nil)
    #expect(scope.factory(in: container).resolvedOrNil() == nil)
  }

  @Test("A graph instance is found in its resolution cycle only")
  func graph() {
    let instances = container.cycle()
    #expect(instances[0] == nil)
    #expect(instances[1] != nil)
    #expect(instances[2] === instances[1])
    #expect(container.graph.resolvedOrNil() == nil)
    #expect(container.calls.value == 1)
  }

  @Test("A graph instance of a parameter is found in its resolution cycle")
  func graphByParameter() {
    let instances = container.cycleByNumber()
    #expect(instances[1] === instances[0])
    #expect(instances[2] == nil)
  }

  @Test("A singleton is found through every container of the type")
  func singleton() {
    let instance = container.singleton()
    #expect(ReadContainer().singleton.resolvedOrNil() === instance)
    Scope.singleton.reset()
    #expect(container.singleton.resolvedOrNil() == nil)
  }

  @Test("The container's default scope applies")
  func defaultScope() {
    container.manager.defaultScope = .cached
    #expect(container.plain.resolvedOrNil() == nil)
    let instance = container.plain()
    #expect(container.plain.resolvedOrNil() === instance)
  }

  @Test("A nil product is not cached, and a value is")
  func values() {
    #expect(container.optional() == nil)
    let none: TestService?? = container.optional.resolvedOrNil()
    #expect(none == nil)
    container.optional.register { TestService("optional") }
    let instance = container.optional()
    #expect(container.optional.resolvedOrNil() ?? nil === instance)
    #expect(container.number.resolvedOrNil() == nil)
    _ = container.number()
    #expect(container.number.resolvedOrNil() == 7)
  }

  // MARK: Parameters

  @Test("Parameters are compared with ==")
  func parameters() {
    let instance = container.byText(Caseless(text: "one"))
    #expect(container.byText.resolvedOrNil(Caseless(text: "ONE")) === instance)
    #expect(container.byText.resolvedOrNil(Caseless(text: "two")) == nil)
    #expect(container.byText(Caseless(text: "two")).label == "two")
    #expect(container.calls.value == 2)
  }

  @Test("Without scopeOnParameters, one instance is found for all parameters")
  func oneForAll() {
    #expect(container.oneForAll.resolvedOrNil(1) == nil)
    let instance = container.oneForAll(1)
    #expect(container.oneForAll.resolvedOrNil(2) === instance)
  }

  @Test("A thousand parameters without an instance do not affect the one that has one")
  func manyParameters() {
    let instance = container.timedByNumber(500)
    for number in 0..<1_000 {
      #expect(container.timedByNumber.resolvedOrNil(number) === (number == 500 ? instance : nil))
    }
    #expect(container.calls.value == 1)
  }

  // MARK: Resets, registrations and other changes

  @Test("It is nil after a reset of the factory", arguments: CachingScope.allCases)
  fileprivate func reset(scope: CachingScope) {
    let instance = scope.factory(in: container)()
    scope.factory(in: container).reset(.scope)
    #expect(scope.factory(in: container).resolvedOrNil() == nil)
    withExtendedLifetime(instance) {}
  }

  @Test("It is nil after a reset of the container or of the scope, and singletons stay")
  func resetContainer() {
    _ = container.cached()
    let singleton = container.singleton()
    container.manager.reset(scope: .cached)
    #expect(container.cached.resolvedOrNil() == nil)
    _ = container.cached()
    container.reset()
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.singleton.resolvedOrNil() === singleton)
  }

  @Test(
    "A value of the factory from before a reset finds what is cached after it",
    arguments: [CachingScope.cached, .shared, .singleton, .session])
  fileprivate func storedValue(scope: CachingScope) {
    let factory = scope.factory(in: container)
    let instance = factory()
    container.reset()
    #expect(factory.resolvedOrNil() === (scope == .singleton ? instance : nil))
    let second = factory()
    #expect(factory.resolvedOrNil() === second)
    #expect((second === instance) == (scope == .singleton))
  }

  @Test("It is nil after a registration", arguments: CachingScope.allCases)
  fileprivate func register(scope: CachingScope) {
    let instance = scope.factory(in: container)()
    scope.factory(in: container).register { TestService("registered") }
    #expect(scope.factory(in: container).resolvedOrNil() == nil)
    let second = scope.factory(in: container)()
    #expect(second.label == "registered")
    #expect(scope.factory(in: container).resolvedOrNil() === second)
    scope.factory(in: container).reset()
    withExtendedLifetime(instance) {}
  }

  @Test("It is nil under another scope, and that evicts the instance as for a resolution")
  func changedScope() {
    container.plain.scope(.cached)
    let instance = container.plain()
    #expect(container.plain.resolvedOrNil() === instance)
    #expect(container.plain.scope(.read).resolvedOrNil() == nil)
    #expect(container.plain.resolvedOrNil() == nil)
    #expect(container.calls.value == 1)
  }

  @Test("The instance of a context's closure is found")
  func contexts() {
    #expect(container.inContext.resolvedOrNil() == nil)
    let instance = container.inContext()
    #expect(instance.label == "context")
    #expect(container.inContext.resolvedOrNil() === instance)
    container.inContext.reset(.context)
    #expect(container.inContext.resolvedOrNil() === instance)
  }

  @Test("autoRegister runs before, also after a reset")
  func autoRegister() {
    let factory = container.cached
    #expect(container.registrations.value == 1)
    container.reset()
    #expect(factory.resolvedOrNil() == nil)
    #expect(container.registrations.value == 2)
  }

  @Test("It is nil inside the closure that is building the instance")
  func inOwnClosure() {
    #expect(container.asksItself().label == "nil")
    #expect(container.asksItself.resolvedOrNil()?.label == "nil")
  }
}
