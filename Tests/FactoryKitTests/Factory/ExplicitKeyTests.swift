// Factory, MIT licence; see LICENSE
//
// What makes two factories of one container the same factory.
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
  var parameter: ParameterFactory<Int, TestService> {
    ParameterFactory(self, key: "explicit") { TestService("\($0)") }.cached
  }
  var otherParameter: ParameterFactory<String, TestService> {
    ParameterFactory(self, key: "explicit") { TestService($0) }.cached
  }
  var prefix: Factory<TestService> { Factory(self, key: "explici") { TestService() }.cached }
  var empty: Factory<TestService> { Factory(self, key: "") { TestService("empty") }.cached }
  var letter: Factory<TestService> { Factory(self, key: "é") { TestService("letter") }.cached }
  var a: Factory<TestService> { self { TestService("a") }.cached }
  var b: Factory<TestService> { self { TestService("b") }.cached }
  var sameLetter: Factory<TestService> { Factory(self, key: "a") { TestService("same") }.cached }
  var accented: Factory<TestService> { Factory(self, key: "Überschrift") { TestService() }.cached }
  var many: ParameterFactory<Int, TestService> { self { TestService("\($0)") }.cached }
}

@Suite("Keys") struct ExplicitKeyTests {
  private let container = KeyContainer()

  @Test("Factories of one type are told apart by their names")
  func names() {
    container.heading.register { "Registered" }
    #expect(container.heading() == "Registered")
    #expect(container.subhead() == "Subhead")
  }

  @Test("Factories of one type with equal explicit keys are the same factory")
  func equalKeys() {
    let instance = container.first()
    #expect(container.second() === instance)
  }

  @Test("A name and an equal explicit key are different factories")
  func nameAndKey() {
    #expect(container.explicit() !== container.first())
  }

  @Test("A registration under one of two equal keys applies to both")
  func registration() {
    container.first.register { TestService("registered") }
    #expect(container.second().label == "registered")
  }

  @Test("Equal keys of different types are different factories")
  func types() {
    let instance = container.first()
    #expect(container.otherType() !== instance)
    #expect(container.optionalType() !== instance)
  }

  @Test("Equal keys with different parameters are different factories")
  func parameters() {
    let instance = container.first()
    #expect(container.parameter(1) !== instance)
    #expect(container.otherParameter("text") !== container.parameter(1))
  }

  @Test("A key that is the prefix of another is a different key")
  func prefix() {
    #expect(container.prefix() !== container.first())
  }

  @Test("Keys of one letter, of none and beyond ASCII are keys like any other")
  func unusual() {
    #expect(container.empty() === container.empty())
    #expect(container.letter() === container.letter())
    #expect(container.empty() !== container.letter())
    #expect(container.a() !== container.b())
    #expect(container.a() !== container.sameLetter())
    #expect(container.sameLetter() === container.sameLetter())
    #expect(container.accented() === container.accented())
  }

  @Test("A container with many factories keeps them apart")
  func many() {
    let container = KeyContainer()
    let instances = [
      container.first(), container.prefix(), container.empty(), container.letter(), container.a(),
      container.b(), container.accented(), container.parameter(1),
      container.otherParameter("text"), container.many(1),
    ]
    #expect(Set(instances.map(ObjectIdentifier.init)).count == instances.count)
    #expect(container.first() === instances[0])
    #expect(container.many(2) === instances[9])
  }
}
