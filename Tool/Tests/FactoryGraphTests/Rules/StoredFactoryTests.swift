// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("What a stored factory does to containers")
struct StoredFactoryTests {
  private func message(_ property: String) throws -> String {
    let source = "final class C: SharedContainer { \(property) }"
    let finding = try #require(RuleCase("", "stored-factory", source).findings.first)
    return finding.message
  }

  @Test(
    "A container that stores its own factory is never released",
    arguments: [
      "lazy var a: Factory<A> = self { A() }", "lazy var a = Factory<A>(self) { A() }.cached",
      "lazy var a: Factory<A> = promised()",
    ])
  func ownFactory(property: String) throws {
    #expect(
      try message(property)
        == "C.a is stored, so the container is never released. Declare a computed property: "
        + "'var a: Factory<…> { self { … } }'.")
  }

  @Test(
    "A stored factory of another container is always of that one",
    arguments: [
      "let a = Factory<A>(Container.shared) { A() }", "var a: Factory<A> = Container.shared.a",
      "lazy var a = Factory<A>(Container.shared) { A() }.cached",
    ])
  func otherFactory(property: String) throws {
    #expect(
      try message(property)
        == "C.a is stored, so it always belongs to the container that it was created with, also "
        + "when a test uses another one. Declare a computed property: "
        + "'var a: Factory<…> { self { … } }'.")
  }
}
