// Factory, MIT licence; see LICENSE
//
// Scopes of factories with a parameter.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// All values have the same hash.
private struct CollidingNumber: Hashable, Sendable {
  let number: Int
  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) {}
}

/// Has hash value 0, whatever the hasher's seed.
private struct ZeroHash: Hashable, Sendable {
  let number: Int
  var hashValue: Int { 0 }
  func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

/// Equality ignores case.
private struct CaseInsensitiveText: Hashable, Sendable {
  let text: String
  static func == (left: Self, right: Self) -> Bool {
    left.text.lowercased() == right.text.lowercased()
  }
  func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

/// Resolves another parameter of the same factory while it is hashed.
private struct ResolvingParameter: Hashable, Sendable {
  let number: Int
  unowned let container: ParameterContainer
  static func == (left: Self, right: Self) -> Bool {
    _ = left.container.byNumber(1)
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) {
    _ = container.byNumber(1)
    hasher.combine(0)
  }
}

private final class ParameterContainer: ManagedContainer {
  let manager = ContainerManager()
  let count = Counter()
}

extension ParameterContainer {
  var unscoped: ParameterFactory<Int, TestService> { self { TestService("\($0)") } }
  var singleton: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.singleton }
  var keepsFirst: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
  var singletonByNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.singleton
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  var scopeFirst: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.cached.scopeOnParameters
  }
  var colliding: ParameterFactory<CollidingNumber, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }
  var zero: ParameterFactory<ZeroHash, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }
  var caseless: ParameterFactory<CaseInsensitiveText, TestService> {
    self { TestService($0.text) }.scopeOnParameters.cached
  }
  var nosy: ParameterFactory<ResolvingParameter, TestService> {
    self { TestService("\($0.number)") }.scopeOnParameters.cached
  }
  var optional: ParameterFactory<Int, TestService?> {
    self { number in
      self.count.increment()
      return number > 0 ? TestService("\(number)") : nil
    }.scopeOnParameters.cached
  }
}

@Suite("Scopes of factories with a parameter") struct ScopeOnParametersTests {
  private let container = ParameterContainer()

  @Test("A factory without a scope creates an instance for each call")
  func unscoped() {
    #expect(container.unscoped(1) !== container.unscoped(1))
    #expect(container.unscoped(2).label == "2")
  }

  @Test("A cached factory keeps the first instance whatever the parameter")
  func keepsFirst() {
    let first = container.keepsFirst(1)
    #expect(container.keepsFirst(2) === first)
    #expect(container.keepsFirst(2).label == "1")
  }

  @Test("A cached factory scoped on its parameters keeps one instance for each")
  func each() {
    let (one, two) = (container.byNumber(1), container.byNumber(2))
    #expect(one !== two)
    #expect(container.byNumber(1) === one)
    #expect(container.byNumber(2) === two)
  }

  @Test("A singleton that one container scopes on parameters stays cached for the others")
  func sharedSingleton() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let other = ParameterContainer()
      let first = container.singleton(1)
      _ = other.singleton.scopeOnParameters
      let (two, three) = (other.singleton(2), other.singleton(3))
      #expect(two !== first && two !== three)
      #expect(container.singleton(4) === first)
      #expect(other.singleton(2) === two)
    }
  }

  @Test("An instance cached before a factory is scoped on its parameters belongs to no parameter")
  func later() {
    let first = container.keepsFirst(1)
    _ = container.keepsFirst.scopeOnParameters
    let one = container.keepsFirst(1)
    #expect(one !== first)
    #expect(container.keepsFirst(1) === one)
  }

  @Test("The scope may come before scopeOnParameters")
  func order() {
    let one = container.scopeFirst(1)
    #expect(container.scopeFirst(1) === one)
    #expect(container.scopeFirst(2) !== one)
  }

  @Test("A thousand parameters keep a thousand instances")
  func many() {
    let instances = (0..<1000).map { container.byNumber($0) }
    #expect((0..<1000).allSatisfy { container.byNumber($0) === instances[$0] })
    #expect((0..<1000).allSatisfy { instances[$0].label == "\($0)" })
  }

  @Test("Unequal parameters with the same hash do not share")
  func collisions() {
    let instances = (0..<50).map { container.colliding(CollidingNumber(number: $0)) }
    #expect(
      (0..<50).allSatisfy { container.colliding(CollidingNumber(number: $0)) === instances[$0] })
    #expect(Set(instances.map(ObjectIdentifier.init)).count == 50)
  }

  @Test("A parameter with the hash value 0 has an instance as well")
  func zero() {
    #expect(ZeroHash(number: 1).hashValue == 0)
    let (one, two) = (container.zero(ZeroHash(number: 1)), container.zero(ZeroHash(number: 2)))
    #expect(one !== two)
    #expect(container.zero(ZeroHash(number: 1)) === one)
    #expect(container.zero(ZeroHash(number: 2)) === two)
  }

  @Test("Parameters that are equal by == share an instance")
  func equality() {
    let upper = container.caseless(CaseInsensitiveText(text: "KEY"))
    #expect(container.caseless(CaseInsensitiveText(text: "key")) === upper)
    #expect(container.caseless(CaseInsensitiveText(text: "other")) !== upper)
  }

  @Test("hash(into:) and == of a parameter may resolve")
  func userCode() {
    let one = container.nosy(ResolvingParameter(number: 1, container: container))
    #expect(container.nosy(ResolvingParameter(number: 2, container: container)) !== one)
    #expect(container.nosy(ResolvingParameter(number: 1, container: container)) === one)
  }

  private enum Eviction: CaseIterable {
    case factoryReset, factoryScopeReset, containerReset, containerScopeReset, scopeReset, register

    func apply(to container: ParameterContainer) {
      switch self {
      case .factoryReset: container.byNumber.reset()
      case .factoryScopeReset: container.byNumber.reset(.scope)
      case .containerReset: container.manager.reset()
      case .containerScopeReset: container.manager.reset(options: .scope)
      case .scopeReset: container.manager.reset(scope: .cached)
      case .register: container.byNumber.register { TestService("registered \($0)") }
      }
    }
  }

  @Test(
    "Every reset and a registration evict the instances of all parameters",
    arguments: Eviction.allCases)
  private func resets(dropping: Eviction) {
    let (one, two) = (container.byNumber(1), container.byNumber(2))
    dropping.apply(to: container)
    #expect(container.byNumber(1) !== one)
    #expect(container.byNumber(2) !== two)
  }

  @Test("A registered closure's instances are cached for each parameter")
  func registered() {
    container.byNumber.register { TestService("registered \($0)") }
    let one = container.byNumber(1)
    #expect(one.label == "registered 1")
    #expect(container.byNumber(1) === one)
    #expect(container.byNumber(2).label == "registered 2")
  }

  @Test("A nil result of one parameter is not cached")
  func nilResult() {
    #expect(container.optional(0) == nil)
    #expect(container.optional(0) == nil)
    #expect(container.count.value == 2)
    #expect(container.optional(1) === container.optional(1))
    #expect(container.count.value == 3)
  }

  @Test("Threads that request one parameter get one instance")
  func threads() {
    for number in 0..<20 {
      let container = container
      let notes = LockedArray<ObjectIdentifier>()
      let kept = LockedArray<TestService>()
      onThreads(4, inheritingContainers: true) { _ in
        let service = container.byNumber(number)
        kept.append(service)
        notes.append(ObjectIdentifier(service))
      }
      #expect(Set(notes.elements).count == 1)
    }
  }

  @Test("A reset between reading and resolving does not share one instance among parameters")
  func resetBetween() {
    let container = ParameterContainer()
    let (first, second) = (container.byNumber, container.byNumber)
    container.manager.reset()
    #expect(first(1) !== second(2))
    #expect(container.byNumber(1) === container.byNumber(1))
  }

  @Test(
    "A factory value is scoped on its parameters even after a reset",
    arguments: [FactoryResetOptions.all, .scope], [false, true])
  func valueAfterReset(options: FactoryResetOptions, hasInstance: Bool) {
    let container = ParameterContainer()
    let byNumber = container.byNumber
    let before = hasInstance ? byNumber(1) : nil
    container.manager.reset(options: options)
    let one = byNumber(1)
    #expect(one !== before)
    #expect(byNumber(1) === one)
    #expect(byNumber(2) !== one)
    #expect(container.byNumber(1) === one)
  }

  @Test("A singleton's value finds its instance after a reset of the container")
  func singletonValueAfterContainerReset() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let container = ParameterContainer()
      let byNumber = container.singletonByNumber
      let one = byNumber(1)
      container.manager.reset()
      #expect(byNumber.resolvedOrNil(1) === one)
      #expect(byNumber(1) === one)
    }
  }

  @Test("A singleton's value is scoped on its parameters even after a reset of the factory")
  func singletonValueAfterReset() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let container = ParameterContainer()
      let byNumber = container.singletonByNumber
      let before = byNumber(1)
      byNumber.reset()
      let one = byNumber(1)
      #expect(one !== before)
      #expect(byNumber(1) === one)
      #expect(byNumber(2) !== one)
    }
  }
}
