// Factory, MIT licence; see LICENSE
//
// The behaviour of `.cached` and custom scopes. `KindScopeTests` has what they share with the others.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class CachedContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension Scope {
  fileprivate static let session = Cached()
  fileprivate static let checkout = Cached()
}

extension CachedContainer {
  var plain: Factory<any TestServiceType> { self { TestService() } }
  var cached: Factory<any TestServiceType> { self { TestService() }.cached }
  var secondCached: Factory<any TestServiceType> { self { TestService() }.cached }
  var cachedValue: Factory<TestValue> {
    self { TestValue(number: .random(in: 0...(.max))) }.cached
  }
  var shared: Factory<any TestServiceType> { self { TestService() }.shared }
  var authenticatedUser: Factory<any TestServiceType> { self { TestService() }.scope(.session) }
  var basket: Factory<any TestServiceType> { self { TestService() }.scope(.checkout) }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  var sessionByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.scope(.session)
  }
}

@Suite("Cached scope") struct CachedScopeTests {
  private let container = CachedContainer()

  @Test("resolve() and calling the factory give the same cached instance")
  func resolveIsCalling() {
    #expect(container.cached.resolve() === container.cached())
  }

  @Test("Two cached factories of one type cache an instance each")
  func perFactory() {
    #expect(container.cached() !== container.secondCached())
  }

  @Test("A cached value type stays the same")
  func value() {
    #expect(container.cachedValue() == container.cachedValue())
  }
}

@Suite("Custom scopes") struct CustomScopeTests {
  private let container = CachedContainer()

  @Test("Resetting a custom scope does not evict other scopes' instances")
  func resetLeavesOthers() {
    let (cached, shared, basket) = (container.cached(), container.shared(), container.basket())
    container.manager.reset(scope: .session)
    #expect(container.cached() === cached)
    #expect(container.shared() === shared)
    #expect(container.basket() === basket)
  }

  @Test("Resetting the cached scope does not evict a custom scope's instances")
  func resetCached() {
    let before = container.authenticatedUser()
    container.manager.reset(scope: .cached)
    #expect(container.authenticatedUser() === before)
  }

  @Test("Resetting one scope does not evict what another caches by parameter")
  func resetLeavesParameters() {
    let kept = container.byNumber(1)
    container.manager.reset(scope: .session)
    container.manager.reset(scope: .shared)
    #expect(container.byNumber(1) === kept)
  }

  @Test("Resetting a custom scope evicts its instances of every parameter")
  func resetDropsParameters() {
    let (one, two) = (container.sessionByNumber(1), container.sessionByNumber(2))
    container.manager.reset(scope: .session)
    #expect(container.sessionByNumber(1) !== one)
    #expect(container.sessionByNumber(2) !== two)
  }

  @Test("Resetting a scope evicts the instances of factories that were moved to it")
  func resetMovedScope() {
    let before = container.plain.scope(.checkout)()
    container.manager.reset(scope: .session)
    #expect(container.plain() === before)
    container.manager.reset(scope: .checkout)
    #expect(container.plain() !== before)
  }
}
