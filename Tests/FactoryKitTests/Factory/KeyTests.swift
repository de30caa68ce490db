// Factory, MIT licence; see LICENSE
//
// Which declarations are one factory: the property's name, or an explicit key, and the types.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class KeyContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension KeyContainer {
  // The guide's example of one type under two names.
  var heading: Factory<String> { self { "Heading" } }
  var subhead: Factory<String> { self { "Subhead" } }

  var first: Factory<TestService> { Factory(self, key: "explicit") { TestService("first") }.cached }
  var second: Factory<TestService> { self(key: "explicit") { TestService("second") }.cached }
  var explicit: Factory<TestService> { self { TestService("by name") }.cached }
  var otherType: Factory<any TestServiceType> {
    Factory(self, key: "explicit") { TestService("other") }.cached
  }
  var optionalType: Factory<TestService?> {
    Factory(self, key: "explicit") { TestService("other") }.cached
  }
  var byNumber: ParameterFactory<Int, TestService> {
    ParameterFactory(self, key: "explicit") { TestService("long form \($0)") }.cached
  }
  var sameByNumber: ParameterFactory<Int, TestService> {
    self(key: "explicit") { TestService("sugar \($0)") }.cached
  }
  var byText: ParameterFactory<String, TestService> {
    ParameterFactory(self, key: "explicit") { TestService($0) }.cached
  }
  func named(_ name: StaticString) -> Factory<TestService> {
    self(key: name) { TestService() }.cached
  }
  var a: Factory<TestService> { self { TestService("a") }.cached }
  var b: Factory<TestService> { self { TestService("b") }.cached }
  var many: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
}

@Suite("Keys") struct KeyTests {
  private let container = KeyContainer()

  @Test("Factories of one type are told apart by their names")
  func names() {
    container.heading.register { "Registered" }
    #expect(container.heading() == "Registered")
    #expect(container.subhead() == "Subhead")
  }

  @Test("Factories of one type with equal explicit keys share their instance and registration")
  func equalKeys() {
    #expect(container.second() === container.first())
    container.first.register { TestService("registered") }
    #expect(container.second().label == "registered")
  }

  @Test("Parameter factories with equal keys share their instance and registration")
  func equalKeysWithParameter() {
    #expect(container.sameByNumber(1) === container.byNumber(1))
    container.sameByNumber.register { TestService("registered \($0)") }
    #expect(container.byNumber(2).label == "registered 2")
  }

  @Test("A function can return factories with a key as its argument")
  func functionWithKey() {
    #expect(container.named("explicit")() === container.first())
    #expect(container.named("other")() !== container.first())
  }

  @Test("Keys of one letter, of none and beyond ASCII are keys like any other")
  func unusual() {
    #expect(container.named("")() === container.named("")())
    #expect(container.named("a")() === container.named("a")())
    #expect(container.named("é")() === container.named("é")())
    #expect(container.named("Überschrift")() === container.named("Überschrift")())
  }

  @Test("Factories whose key, name, type or parameter differs are different factories")
  func different() {
    // A name is not the equal key, and a key not its own prefix.
    let instances = [
      container.first(), container.explicit(), container.named("explici")(), container.named("")(),
      container.named("é")(), container.named("Überschrift")(), container.a(), container.b(),
      container.named("a")(), container.byNumber(1), container.byText("text"), container.many(1),
    ]
    #expect(Set(instances.map(ObjectIdentifier.init)).count == instances.count)
    #expect(container.otherType() !== instances[0])
    #expect(container.optionalType() !== instances[0])
    #expect(container.first() === instances[0])
    #expect(container.many(2) === instances[11])
  }
}
