// Factory, MIT licence; see LICENSE
//
// The behaviour of `.shared`: one instance while it is referenced.
import FactoryKitTestSupport
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

  private func make() -> TestService {
    count.increment()
    return TestService()
  }
}

@Suite("Shared scope") struct SharedScopeTests {
  /// Resolves several times. Returns the number of instances that were created while the results
  /// were retained, and the number after they were released and the factory was resolved again.
  private func created<T>(
    _ path: KeyPath<SharedScopeContainer, Factory<T>>
  ) -> (held: Int, after: Int) {
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
  func object() { #expect(created(\.object) == (1, 2)) }

  @Test("A shared class is held weakly behind a class protocol")
  func proto() { #expect(created(\.proto) == (1, 2)) }

  @Test("A shared class is held weakly behind a protocol for any type")
  func open() { #expect(created(\.open) == (1, 2)) }

  @Test("A shared class is held weakly behind a composition of protocols")
  func composed() { #expect(created(\.composed) == (1, 2)) }

  @Test("A shared class is held weakly behind Any")
  func anything() { #expect(created(\.anything) == (1, 2)) }

  @Test("A shared class is held weakly behind AnyObject")
  func anyObject() { #expect(created(\.anyObject) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional")
  func optional() { #expect(created(\.optional) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional class protocol")
  func optionalProto() { #expect(created(\.optionalProto) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional protocol for any type")
  func optionalOpen() { #expect(created(\.optionalOpen) == (1, 2)) }

  @Test("A shared class is held weakly behind an optional of an optional")
  func twiceOptional() { #expect(created(\.twiceOptional) == (1, 2)) }

  @Test("A shared number is not cached")
  func value() { #expect(created(\.value) == (3, 4)) }

  @Test("A shared structure is not cached")
  func structure() { #expect(created(\.structure) == (3, 4)) }

  @Test("A shared structure behind a protocol is not cached")
  func openValue() { #expect(created(\.openValue) == (3, 4)) }

  @Test("A shared optional value is not cached")
  func optionalValue() { #expect(created(\.optionalValue) == (3, 4)) }

  @Test("A shared structure around an object is not cached")
  func holder() { #expect(created(\.holder) == (3, 4)) }

  @Test("A shared closure is not cached")
  func closure() { #expect(created(\.closure) == (3, 4)) }

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

  @Test("A shared error stays valid while others are created and released")
  func errors() throws {
    let container = SharedScopeContainer()
    let first = container.failure()
    for _ in 0..<10 {
      #expect(container.failure() is Failure)
    }
    #expect(first is Failure)
  }
}
