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

  @Test("A default scope set in autoRegister is the scope of the first resolution too")
  func autoRegister() {
    let container = CachingContainer()
    #expect(container.plain() === container.plain())
    #expect(container.manager.defaultScope === Scope.cached)
  }

  @Test("A custom default scope can be reset, and be removed")
  func custom() {
    #expect(container.manager.defaultScope == nil)
    _ = container.plain()
    container.manager.defaultScope = .fallback
    let before = container.plain()
    #expect(container.plain() === before)
    container.manager.reset(scope: .cached)
    #expect(container.plain() === before)
    container.manager.reset(scope: .fallback)
    #expect(container.plain() !== before)
    container.manager.defaultScope = nil
    #expect(container.plain() !== container.plain())
  }

  @Test("The default scope can be shared, and .unique opts out of it")
  func shared() {
    container.manager.defaultScope = .shared
    var held: (any TestServiceType)? = container.plain()
    #expect(container.plain() === held)
    weak let weakly = held
    held = nil
    #expect(weakly == nil)
    #expect(container.unique() !== container.unique())
  }

  @Test("The default scope can be graph")
  func graph() {
    container.manager.defaultScope = .graph
    #expect(container.plain() !== container.plain())
    #expect(container.pair())
  }

  @Test(
    "A registration and a reset evict the instance of the default scope",
    arguments: [Scope.cached, .shared, .singleton, .fallback])
  func evicts(scope: Scope) {
    container.manager.defaultScope = scope
    let before = container.plain()
    container.plain.reset(.scope)
    let next = container.plain()
    #expect(next !== before)
    container.plain.register { TestService("registered") }
    let registered = container.plain()
    #expect(registered !== next)
    #expect(registered.label == "registered")
  }

  @Test("scopeOnParameters works with the default scope")
  func eachParameter() {
    container.manager.defaultScope = .cached
    let one = container.byEachNumber(1)
    #expect(container.byEachNumber(1) === one)
    #expect(container.byEachNumber(2) !== one)
  }
}

@Suite("Nil results", .container) struct NilResultTests {
  private static let scopes: [Scope] = [.unique, .cached, .shared, .graph, .singleton, .fallback]
  private let container = DefaultScopeContainer()

  @Test("No scope caches a nil result, nor a nil inside another optional", arguments: scopes)
  func nothing(scope: Scope) {
    for _ in 0..<3 {
      #expect(container.nothing.scope(scope)() == nil)
      _ = container.nothingTwice.scope(scope)()
    }
    #expect(container.count.value == 6)
  }

  @Test(
    "A result that follows a nil one is cached", arguments: [Scope.cached, .shared, .singleton])
  func sometimes(scope: Scope) {
    #expect(container.sometimes.scope(scope)() == nil)
    let instance = container.sometimes()
    #expect(instance != nil)
    #expect(container.sometimes() === instance)
  }
}
