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

@Suite("Scopes of factories with a parameter", .container([.freshSingletons]))
struct ScopeOnParametersTests {
  private let container = ParameterContainer()

  @Test("A singleton that one container scopes on parameters stays cached for the others")
  func sharedSingleton() {
    let other = ParameterContainer()
    let first = container.singleton(1)
    _ = other.singleton.scopeOnParameters
    let (two, three) = (other.singleton(2), other.singleton(3))
    #expect(two !== first && two !== three)
    #expect(container.singleton(4) === first)
    #expect(other.singleton(2) === two)
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
    #expect(container.caseless.resolvedOrNil(CaseInsensitiveText(text: "Key")) === upper)
    #expect(container.caseless.resolvedOrNil(CaseInsensitiveText(text: "other")) == nil)
    #expect(container.caseless(CaseInsensitiveText(text: "other")) !== upper)
  }

  @Test("hash(into:) and == of a parameter may resolve")
  func userCode() {
    let one = container.nosy(ResolvingParameter(number: 1, container: container))
    #expect(container.nosy(ResolvingParameter(number: 2, container: container)) !== one)
    #expect(container.nosy(ResolvingParameter(number: 1, container: container)) === one)
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
      let instances = onThreads(4, inheritingContainers: true) { [container] _ in
        container.byNumber(number)
      }
      #expect(Set(instances.map(ObjectIdentifier.init)).count == 1)
    }
  }

  @Test("A reset between reading and resolving does not share one instance among parameters")
  func resetBetween() {
    let (first, second) = (container.byNumber, container.byNumber)
    container.manager.reset()
    #expect(first(1) !== second(2))
    #expect(container.byNumber(1) === container.byNumber(1))
  }

  @Test(
    "A factory value is scoped on its parameters even after a reset",
    arguments: [FactoryResetOptions.all, .scope], [false, true])
  func valueAfterReset(options: FactoryResetOptions, hasInstance: Bool) {
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
    let byNumber = container.singletonByNumber
    let one = byNumber(1)
    container.manager.reset()
    #expect(byNumber.resolvedOrNil(1) === one)
    #expect(byNumber(1) === one)
  }

  @Test("A singleton's value is scoped on its parameters even after a reset of the factory")
  func singletonValueAfterReset() {
    let byNumber = container.singletonByNumber
    let before = byNumber(1)
    byNumber.reset()
    let one = byNumber(1)
    #expect(one !== before)
    #expect(byNumber(1) === one)
    #expect(byNumber(2) !== one)
  }
}
