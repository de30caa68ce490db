// Factory, MIT licence; see LICENSE
//
// Which factories are the same one, if a throwing factory is among them.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class EqualKeyContainer: ManagedContainer {
  let manager = ContainerManager()
}

extension EqualKeyContainer {
  var plain: Factory<TestService> { self(key: "equal") { TestService("plain") }.singleton }
  var throwing: ThrowingFactory<TestService, any Error> {
    self(key: "equal") { TestService("throwing") }.singleton
  }
  var same: ThrowingFactory<TestService, any Error> {
    self(key: "equal") { TestService("same") }.singleton
  }
  var typed: ThrowingFactory<TestService, SettingsError> {
    self(key: "equal") { () throws(SettingsError) in TestService("typed") }.singleton
  }
  var never: ThrowingFactory<TestService, Never> {
    self(key: "equal") { TestService("never") }.singleton
  }
  var byNumber: ParameterFactory<Int, TestService> {
    self(key: "equal") { TestService("plain \($0)") }.singleton
  }
  var throwingByNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self(key: "equal") { TestService("throwing \($0)") }.singleton
  }
  var throwingByText: ThrowingParameterFactory<String, TestService, any Error> {
    self(key: "equal") { TestService("throwing \($0)") }.singleton
  }
}

@Suite("Keys of throwing factories", .container) struct ThrowingKeyTests {
  private let container = EqualKeyContainer()

  @Test("Throwing factories of the same types with equal keys are the same factory")
  func same() throws {
    let instance = try container.throwing()
    #expect(try container.same() === instance)
    container.same.register { TestService("registered") }
    #expect(try container.throwing().label == "registered")
  }

  @Test("A Factory and a throwing factory with equal keys share no state, nor do other types")
  func differentKinds() throws {
    let labels = try [
      container.plain(), container.throwing(), container.typed(), container.never(),
      container.byNumber(1), container.throwingByNumber(2), container.throwingByText("3"),
    ].map(\.label)
    #expect(
      labels == ["plain", "throwing", "typed", "never", "plain 1", "throwing 2", "throwing 3"])
  }

  @Test("A registration of a Factory does not apply to a throwing factory with the same key")
  func registration() throws {
    container.plain.register { TestService("registered") }
    #expect(try container.throwing().label == "throwing")
    container.throwing.register { throw MakeError() }
    #expect(container.plain().label == "registered")
    #expect(try container.typed().label == "typed")
    #expect(throws: MakeError()) { try container.same() }
  }
}
