// Factory, MIT licence; see LICENSE
//
// Which declarations are one factory: the property's name, or an explicit key, and the type.
import FactoryTesting
import Testing

private final class Thing {}

extension Container {
  fileprivate var sugarKeyed: Factory<Thing> {
    self(key: "KeyTests.thing") { Thing() }.cached
  }
  fileprivate var longKeyed: Factory<Thing> {
    Factory(self, key: "KeyTests.thing") { Thing() }.cached
  }
  fileprivate var otherKey: Factory<Thing> {
    self(key: "KeyTests.other") { Thing() }.cached
  }
  fileprivate var sameKeyOtherType: Factory<String> {
    self(key: "KeyTests.thing") { "original" }
  }
  fileprivate var sameKeyWithParameter: ParameterFactory<Int, Thing> {
    self(key: "KeyTests.thing") { _ in Thing() }.cached
  }
  fileprivate var parameterKeyed: ParameterFactory<Int, String> {
    self(key: "KeyTests.parameter") { "a\($0)" }
  }
  fileprivate var parameterKeyedLong: ParameterFactory<Int, String> {
    ParameterFactory(self, key: "KeyTests.parameter") { "b\($0)" }
  }
  fileprivate func named(_ name: StaticString) -> Factory<Thing> {
    self(key: name) { Thing() }.cached
  }
}

@Suite struct KeyTests {
  @Test("Factories with equal keys and types share their instance")
  func equalKeysShareInstance() {
    let container = Container()
    #expect(container.sugarKeyed() === container.longKeyed())
  }

  @Test("Factories with equal keys and types share their registration")
  func equalKeysShareRegistration() {
    let container = Container()
    let thing = Thing()
    container.longKeyed.register { thing }
    #expect(container.sugarKeyed() === thing)
  }

  @Test("Factories with different keys are different")
  func differentKeys() {
    let container = Container()
    #expect(container.sugarKeyed() !== container.otherKey())
  }

  @Test("Factories with equal keys and different types are different")
  func differentTypes() {
    let container = Container()
    container.sugarKeyed.register { Thing() }
    #expect(container.sameKeyOtherType() == "original")
  }

  @Test("A factory with a parameter is not the one without, although key and result are equal")
  func differentParameters() {
    let container = Container()
    #expect(container.sugarKeyed() !== container.sameKeyWithParameter(1))
  }

  @Test("Parameter factories with equal keys share their registration")
  func parameterKeys() {
    let container = Container()
    #expect(container.parameterKeyed(1) == "a1")
    #expect(container.parameterKeyedLong(1) == "b1")
    container.parameterKeyed.register { "registered \($0)" }
    #expect(container.parameterKeyedLong(2) == "registered 2")
  }

  @Test("A function can return factories with a key as its argument")
  func functionWithKey() {
    let container = Container()
    #expect(container.named("left")() === container.named("left")())
    #expect(container.named("left")() !== container.named("right")())
  }
}
