// Factory, MIT licence; see LICENSE
//
// What makes two factories of one container the same factory.
import FactoryTesting
import Testing

private final class KeyContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension KeyContainer {
  // The guide's example of one type under two names.
  var heading: Factory<String> { self { "Heading" } }
  var subhead: Factory<String> { self { "Subhead" } }

  var first: Factory<Gadget> { Factory(self, key: "explicit") { Gadget("first") }.cached }
  var second: Factory<Gadget> { self(key: "explicit") { Gadget("second") }.cached }
  var explicit: Factory<Gadget> { self { Gadget("by name") }.cached }
  var otherType: Factory<any Gadgeting> {
    Factory(self, key: "explicit") { Gadget("other") }.cached
  }
  var optionalType: Factory<Gadget?> { Factory(self, key: "explicit") { Gadget("other") }.cached }
  var parameter: ParameterFactory<Int, Gadget> {
    ParameterFactory(self, key: "explicit") { Gadget("\($0)") }.cached
  }
  var otherParameter: ParameterFactory<String, Gadget> {
    ParameterFactory(self, key: "explicit") { Gadget($0) }.cached
  }
  var prefix: Factory<Gadget> { Factory(self, key: "explici") { Gadget() }.cached }
  var empty: Factory<Gadget> { Factory(self, key: "") { Gadget("empty") }.cached }
  var letter: Factory<Gadget> { Factory(self, key: "é") { Gadget("letter") }.cached }
  var a: Factory<Gadget> { self { Gadget("a") }.cached }
  var b: Factory<Gadget> { self { Gadget("b") }.cached }
  var sameLetter: Factory<Gadget> { Factory(self, key: "a") { Gadget("same") }.cached }
  var accented: Factory<Gadget> { Factory(self, key: "Überschrift") { Gadget() }.cached }
  var many: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") }.cached }
}

@Suite("Keys") struct ExplicitKeyTests {
  private let container = KeyContainer()

  @Test("Factories of one type are told apart by their names")
  func names() {
    container.heading.register { "Registered" }
    #expect(container.heading() == "Registered")
    #expect(container.subhead() == "Subhead")
  }

  @Test("Equal explicit keys of one type are one factory")
  func equalKeys() {
    let instance = container.first()
    #expect(container.second() === instance)
  }

  @Test("A name and an equal explicit key are different factories")
  func nameAndKey() {
    #expect(container.explicit() !== container.first())
  }

  @Test("A registration under one of two equal keys holds for both")
  func registration() {
    container.first.register { Gadget("registered") }
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

  @Test("A key that begins like another is another")
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
