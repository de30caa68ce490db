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

extension Scope {
  fileprivate static let fallback = Cached()
}

extension DefaultScopeContainer {
  var plain: Factory<any TestServiceType> { self { TestService() } }
  var unique: Factory<any TestServiceType> { self { TestService() }.unique }
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

@Suite("Default scope", .container) struct DefaultScopeTests {
  private let container = DefaultScopeContainer()

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
