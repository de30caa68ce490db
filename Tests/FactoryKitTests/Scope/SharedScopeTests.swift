// Factory, MIT licence; see LICENSE
//
// What `.shared` promises: one instance while it is referenced.
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol OpenProtocol: Sendable {}
extension TestService: OpenProtocol {}
extension TestValue: OpenProtocol {}
private final class Failure: Error {}
private struct ServiceHolder {
  let service: TestService
}

private final class SharedScopeContainer: ManagedContainer {
  let manager = ContainerManager()
  let count = Counter()
}

extension SharedScopeContainer {
  var object: Factory<TestService> { self { self.make() }.shared }
  var proto: Factory<any TestServiceType> { self { self.make() }.shared }
  var open: Factory<any OpenProtocol> { self { self.make() }.shared }
  var composed: Factory<any TestServiceType & OpenProtocol> { self { self.make() }.shared }
  var anything: Factory<Any> { self { self.make() }.shared }
  var anyObject: Factory<AnyObject> { self { self.make() }.shared }
  var optional: Factory<TestService?> { self { self.make() }.shared }
  var optionalProto: Factory<(any TestServiceType)?> { self { self.make() }.shared }
  var optionalOpen: Factory<(any OpenProtocol)?> { self { self.make() }.shared }
  var twiceOptional: Factory<TestService??> { self { self.make() }.shared }

  var failure: Factory<any Error> { self { Failure() }.shared }

  var value: Factory<Int> { self { self.count.increment() }.shared }
  var structure: Factory<TestValue> {
    self { TestValue(number: self.count.increment()) }.shared
  }
  var openValue: Factory<any OpenProtocol> {
    self { TestValue(number: self.count.increment()) }.shared
  }
  var optionalValue: Factory<Int?> { self { self.count.increment() }.shared }
  var holder: Factory<ServiceHolder> { self { ServiceHolder(service: self.make()) }.shared }
  var closure: Factory<() -> Int> {
    self {
      let number = self.count.increment()
      return { number }
    }.shared
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.shared
  }

  private func make() -> TestService {
    count.increment()
    return TestService()
  }
}

@Suite("Shared scope") struct SharedScopeTests {
  /// Resolves twice and says whether both were the same while held, and how many were made by
  /// then and after both were let go.
  private func made<T>(_ path: KeyPath<SharedScopeContainer, Factory<T>>) -> (held: Int, after: Int)
  {
    let container = SharedScopeContainer()
    let factory = container[keyPath: path]
    var held: [T]? = [factory(), factory(), container[keyPath: path]()]
    let whileHeld = container.count.value
    withExtendedLifetime(held) {}
    held = nil
    _ = factory()
    return (whileHeld, container.count.value)
  }

  @Test("A shared class is kept while it is referenced, and another is created afterwards")
  func object() { #expect(made(\.object) == (1, 2)) }

  @Test("A shared class is held weakly behind a class protocol")
  func proto() { #expect(made(\.proto) == (1, 2)) }

  @Test("A shared class is held weakly behind a protocol for any type")
  func open() { #expect(made(\.open) == (1, 2)) }

  @Test("A shared class is held weakly behind a composition of protocols")
  func composed() { #expect(made(\.composed) == (1, 2)) }

  @Test("A shared class is held weakly behind Any")
  func anything() { #expect(made(\.anything) == (1, 2)) }

  @Test("A shared class is held weakly behind AnyObject")
  func anyObject() { #expect(made(\.anyObject) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional")
  func optional() { #expect(made(\.optional) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional class protocol")
  func optionalProto() { #expect(made(\.optionalProto) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional protocol for any type")
  func optionalOpen() { #expect(made(\.optionalOpen) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional of an optional")
  func twiceOptional() { #expect(made(\.twiceOptional) == (1, 2)) }

  @Test("A shared number is not cached")
  func value() { #expect(made(\.value) == (3, 4)) }

  @Test("A shared structure is not cached")
  func structure() { #expect(made(\.structure) == (3, 4)) }

  @Test("A shared structure behind a protocol is not cached")
  func openValue() { #expect(made(\.openValue) == (3, 4)) }

  @Test("A shared optional value is not cached")
  func optionalValue() { #expect(made(\.optionalValue) == (3, 4)) }

  @Test("A shared structure around an object is not cached")
  func holder() { #expect(made(\.holder) == (3, 4)) }

  @Test("A shared closure is not cached")
  func closure() { #expect(made(\.closure) == (3, 4)) }

  @Test("The container does not keep a shared instance alive")
  func weakness() {
    let container = SharedScopeContainer()
    weak let instance = container.proto()
    #expect(instance == nil)
  }

  @Test("What the shared instance conforms to survives the weak reference")
  func protocolAfterHit() {
    let container = SharedScopeContainer()
    let first = container.optionalProto()
    #expect(container.optionalProto()?.label == "original")
    #expect(container.optionalProto() === first)
  }

  @Test("Two containers share nothing")
  func perContainer() {
    let first = SharedScopeContainer().proto()
    let other = SharedScopeContainer()
    #expect(other.proto() !== first)
  }

  @Test(
    "Resetting the shared scope creates a new instance although the old one is still referenced")
  func reset() {
    let container = SharedScopeContainer()
    let before = container.proto()
    container.manager.reset(scope: .shared)
    let after = container.proto()
    #expect(after !== before)
    #expect(container.proto() === after)
  }

  @Test("Registering evicts the shared instance although it is still referenced")
  func register() {
    let container = SharedScopeContainer()
    let before = container.proto()
    container.proto.register { TestService("registered") }
    #expect(container.proto() !== before)
  }

  @Test("A shared error stays valid while others are created and released")
  func errors() throws {
    let container = SharedScopeContainer()
    let first = container.failure()
    for _ in 0..<10 {
      #expect(container.failure() is Failure)
    }
    #expect(first is Failure)
  }

  @Test("A shared factory scoped on its parameters holds one instance for each")
  func parameters() {
    let container = SharedScopeContainer()
    let (one, two) = (container.byNumber(1), container.byNumber(2))
    #expect(one !== two)
    #expect(container.byNumber(1) === one)
    #expect(container.byNumber(2) === two)
    weak let three = container.byNumber(3)
    #expect(three == nil)
  }
}
