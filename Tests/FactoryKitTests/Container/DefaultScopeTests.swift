// Factory, MIT licence; see LICENSE
//
// The behaviour of a container's default scope, and what all scopes do with a nil result.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class DefaultScopeContainer: ManagedContainer {
  let manager = ContainerManager()
  let count = Counter()
}

// The guide's way of setting it.
private final class CachingContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = CachingContainer()
  let manager = ContainerManager()
  func autoRegister() {
    manager.defaultScope = .cached
  }
}

extension Scope {
  fileprivate static let fallback = Cached()
}

extension DefaultScopeContainer {
  var plain: Factory<any TestServiceType> { self { TestService() } }
  var unique: Factory<any TestServiceType> { self { TestService() }.unique }
  var shared: Factory<any TestServiceType> { self { TestService() }.shared }
  var byNumber: ParameterFactory<Int, TestService> { self { TestService("\($0)") } }
  var byEachNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters
  }
  var nothing: Factory<TestService?> {
    self {
      self.count.increment()
      return nil
    }
  }
  var nothingTwice: Factory<TestService??> {
    self {
      self.count.increment()
      return .some(nil)
    }
  }
  var sometimes: Factory<TestService?> {
    self { self.count.increment() == 1 ? nil : TestService() }
  }
  var pair: Factory<Bool> { self { self.plain() === self.plain() } }
}

extension CachingContainer {
  var plain: Factory<any TestServiceType> { self { TestService() } }
}

@Suite("Default scope", .container) struct DefaultScopeTests {
  private let container = DefaultScopeContainer()

  @Test("A container has no default scope unless it is given one")
  func none() {
    #expect(container.manager.defaultScope == nil)
    #expect(container.plain() !== container.plain())
  }

  @Test("A default scope set in autoRegister is the scope of the first resolution too")
  func autoRegister() {
    let container = CachingContainer()
    #expect(container.plain() === container.plain())
    #expect(container.manager.defaultScope === Scope.cached)
  }

  @Test("An unscoped factory takes the default scope")
  func unscoped() {
    container.manager.defaultScope = .cached
    #expect(container.plain() === container.plain())
  }

  @Test("A custom default scope can be reset")
  func custom() {
    container.manager.defaultScope = .fallback
    let before = container.plain()
    #expect(container.plain() === before)
    container.manager.reset(scope: .cached)
    #expect(container.plain() === before)
    container.manager.reset(scope: .fallback)
    #expect(container.plain() !== before)
  }

  @Test("The default scope can be shared")
  func shared() {
    container.manager.defaultScope = .shared
    var held: (any TestServiceType)? = container.plain()
    #expect(container.plain() === held)
    weak let weakly = held
    held = nil
    #expect(weakly == nil)
  }

  @Test("The default scope can be singleton")
  func singleton() {
    container.manager.defaultScope = .singleton
    let other = DefaultScopeContainer()
    other.manager.defaultScope = .singleton
    #expect(container.plain() === other.plain())
  }

  @Test("The default scope can be graph")
  func graph() {
    container.manager.defaultScope = .graph
    #expect(container.plain() !== container.plain())
    #expect(container.pair())
  }

  @Test("A factory's own scope wins over the default scope of its container")
  func ownScope() {
    container.manager.defaultScope = .cached
    weak let weakly = container.shared()
    #expect(weakly == nil)
  }

  @Test(".unique opts out of the default scope")
  func unique() {
    container.manager.defaultScope = .cached
    #expect(container.unique() !== container.unique())
  }

  @Test("The default scope applies to factories that were resolved before")
  func later() {
    _ = container.plain()
    container.manager.defaultScope = .cached
    #expect(container.plain() === container.plain())
  }

  @Test("A factory that gets its own scope instead of the default one is cached there")
  func givenItsOwn() {
    container.manager.defaultScope = .fallback
    let before = container.plain()
    #expect(container.plain.cached() !== before)
  }

  @Test("Removing the default scope leaves factories unscoped")
  func removed() {
    container.manager.defaultScope = .cached
    let before = container.plain()
    container.manager.defaultScope = nil
    #expect(container.plain() !== before)
    #expect(container.plain() !== container.plain())
  }

  @Test("Changing the default scope evicts the instances of the old one")
  func changed() {
    container.manager.defaultScope = .cached
    let before = container.plain()
    container.manager.defaultScope = .fallback
    let after = container.plain()
    #expect(after !== before)
    #expect(container.plain() === after)
    container.manager.defaultScope = .cached
    #expect(container.plain() !== before)
  }

  @Test(
    "Registering evicts the instance of the default scope",
    arguments: [
      Scope.cached, .shared, .singleton, .fallback,
    ])
  func register(scope: Scope) {
    container.manager.defaultScope = scope
    let before = container.plain()
    container.plain.register { TestService("registered") }
    #expect(container.plain() !== before)
    #expect(container.plain().label == "registered")
  }

  @Test(
    "Resetting the factory's scope evicts the instance of the default scope",
    arguments: [
      Scope.cached, .shared, .singleton, .fallback,
    ])
  func reset(scope: Scope) {
    container.manager.defaultScope = scope
    let before = container.plain()
    container.plain.reset(.scope)
    #expect(container.plain() !== before)
  }

  @Test("The default scope keeps the first instance of a factory with a parameter")
  func parameter() {
    container.manager.defaultScope = .cached
    let first = container.byNumber(1)
    #expect(container.byNumber(2) === first)
  }

  @Test("scopeOnParameters works with the default scope")
  func eachParameter() {
    container.manager.defaultScope = .cached
    let one = container.byEachNumber(1)
    #expect(container.byEachNumber(1) === one)
    #expect(container.byEachNumber(2) !== one)
  }

  @Test("Without a scope, scopeOnParameters caches nothing")
  func eachParameterUnscoped() {
    #expect(container.byEachNumber(1) !== container.byEachNumber(1))
  }
}

@Suite("Nil results", .container) struct NilResultTests {
  private static let scopes: [Scope] = [.unique, .cached, .shared, .graph, .singleton, .fallback]
  private let container = DefaultScopeContainer()

  @Test("No scope caches a nil result", arguments: scopes)
  func nothing(scope: Scope) {
    for _ in 0..<3 { #expect(container.nothing.scope(scope)() == nil) }
    #expect(container.count.value == 3)
  }

  @Test("No scope caches a nil inside another optional", arguments: scopes)
  func nothingTwice(scope: Scope) {
    for _ in 0..<3 { _ = container.nothingTwice.scope(scope)() }
    #expect(container.count.value == 3)
  }

  @Test(
    "A result that follows a nil one is cached", arguments: [Scope.cached, .shared, .singleton])
  func sometimes(scope: Scope) {
    #expect(container.sometimes.scope(scope)() == nil)
    let instance = container.sometimes()
    #expect(instance != nil)
    #expect(container.sometimes() === instance)
  }

  @Test("A registration after a nil result is used at once")
  func registered() {
    #expect(container.nothing.cached() == nil)
    container.nothing.register { TestService() }
    #expect(container.nothing() != nil)
  }
}
