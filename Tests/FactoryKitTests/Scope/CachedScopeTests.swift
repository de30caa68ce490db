// Factory, MIT licence; see LICENSE
//
// The behaviour of `.unique`, `.cached` and custom scopes.
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
  var unique: Factory<any TestServiceType> { self { TestService() }.unique }
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

@Suite("Unique scope") struct UniqueScopeTests {
  private let container = CachedContainer()

  @Test("A factory without a scope creates a new instance each time")
  func unscoped() {
    #expect(container.plain() !== container.plain())
  }

  @Test("A unique factory creates a new instance each time")
  func unique() {
    #expect(container.unique() !== container.unique())
  }

  @Test("The unique scope creates new instances in a container that has state for others")
  func uniqueBesideOthers() {
    let kept = container.cached()
    #expect(container.plain() !== container.plain())
    #expect(kept === container.cached())
  }
}

@Suite("Cached scope") struct CachedScopeTests {
  private let container = CachedContainer()

  @Test("A cached factory keeps one instance for its container")
  func one() {
    #expect(container.cached() === container.cached())
  }

  @Test("resolve() and calling the factory give the same cached instance")
  func resolveIsCalling() {
    #expect(container.cached.resolve() === container.cached())
  }

  @Test("Two containers cache an instance each")
  func perContainer() {
    #expect(container.cached() !== CachedContainer().cached())
  }

  @Test("Two cached factories of one type cache an instance each")
  func perFactory() {
    #expect(container.cached() !== container.secondCached())
  }

  @Test("A cached value type stays the same")
  func value() {
    #expect(container.cachedValue() == container.cachedValue())
  }

  @Test("The cached instance lives as long as its container")
  func lifetime() {
    var container: CachedContainer? = CachedContainer()
    weak let instance = container?.cached()
    #expect(instance != nil)
    container = nil
    #expect(instance == nil)
  }

  @Test("Resetting the cached scope evicts the instance")
  func resetScope() {
    let before = container.cached()
    container.manager.reset(scope: .cached)
    #expect(container.cached() !== before)
  }

  @Test("Resetting the cached scope of one container does not affect the others")
  func resetScopeElsewhere() {
    let before = container.cached()
    CachedContainer().manager.reset(scope: .cached)
    #expect(container.cached() === before)
  }

  @Test("Resetting the factory evicts its instance and no other")
  func resetFactory() {
    let (first, second) = (container.cached(), container.secondCached())
    container.cached.reset()
    #expect(container.cached() !== first)
    #expect(container.secondCached() === second)
  }

  @Test("Registering evicts the cached instance")
  func register() {
    let before = container.cached()
    container.cached.register { TestService("registered") }
    #expect(container.cached() !== before)
    #expect(container.cached().label == "registered")
  }

  @Test("What is registered is cached like the original")
  func registeredIsCached() {
    container.cached.register { TestService("registered") }
    #expect(container.cached() === container.cached())
  }

  @Test("A factory that moves to another scope does not keep its instance")
  func moving() {
    let before = container.plain.cached()
    #expect(container.plain.scope(.session)() !== before)
    #expect(container.plain.cached() !== before)
  }
}

@Suite("Custom scopes") struct CustomScopeTests {
  private let container = CachedContainer()

  @Test("A custom scope keeps one instance for its container")
  func one() {
    #expect(container.authenticatedUser() === container.authenticatedUser())
    #expect(container.authenticatedUser() !== CachedContainer().authenticatedUser())
  }

  @Test("Resetting a custom scope evicts its instances")
  func reset() {
    let before = container.authenticatedUser()
    container.manager.reset(scope: .session)
    #expect(container.authenticatedUser() !== before)
  }

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
