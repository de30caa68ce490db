// Factory, MIT licence; see LICENSE
//
// `scopeOnParameters` needs a `Hashable` parameter, so the fix that writes it does as well.
import FactoryGraph
import Testing

@Suite("Hashable parameters")
struct HashableParameterTests {
  private static let types = """
    typealias Name = String
    typealias Handler = (Int) -> Void
    typealias Pair = (Int, Int)
    struct Options {}
    protocol Service {}
    struct Key: Hashable {}
    struct Later {}
    extension Later: Sendable & Hashable {}
    enum Mode { case on, off }
    enum Level: Int { case low = 1, high }
    enum Payload { case none, some(Int) }
    enum Route: Swift.Hashable { case user(Int) }
    struct Raw: RawRepresentable { var rawValue: Int }
    protocol Entity: Hashable {}
    struct User: Entity {}
    class Base: Hashable {}
    final class Derived: Base {}
    struct Box<T> {}
    extension Box: Hashable where T: Hashable {}
    struct Debugged {}
    #if DEBUG
    extension Debugged: Hashable {}
    #endif
    enum Outer { struct Inner: Hashable {} }
    extension Container { struct Local: Hashable {} }
    """

  private func finding(parameter: String, types: String = types) throws -> Diagnostic {
    let source =
      "extension Container { var a: ParameterFactory<\(parameter), A> { self { A($0) }.cached } }"
    return try #require(
      RuleCase("", "parameter-ignored", "\(types)\n\(source)\n").findings.first)
  }

  @Test(
    "A parameter that is known to be Hashable has a fix",
    arguments: [
      "Int", "String?", "Optional<Bool>", "[Int]", "[[Double?]]", "Set<UUID>", "Array<Date>",
      "Foundation.URL", "Swift.Int", "Name", "[Name]", "Key", "[Key]?", "Later", "Mode", "Level",
      "Route", "User", "Derived", "Outer.Inner", "Local", "AnyHashable",
    ])
  func fix(parameter: String) throws {
    let finding = try finding(parameter: parameter)
    #expect(finding.fix != nil)
    #expect(finding.notes == [])
    #expect(finding.message.hasSuffix("Write '.scopeOnParameters' before '.cached'."))
  }

  @Test(
    "A parameter that may not be Hashable has no fix, and the advice says what it has to be",
    arguments: [
      "Options", "[Options]", "Options?", "any Service", "Service", "Handler", "Pair", "(Int, Int)",
      "() -> Int", "[A] -> [B]", "Any", "Any?", "[String: Any]", "any Hashable", "Payload", "Raw",
      "Box<Options>", "Debugged", "Inner", "Unknown", "Int.Type", "Set<Options>", "A",
    ])
  func noFix(parameter: String) throws {
    let finding = try finding(parameter: parameter)
    #expect(finding.fix == nil)
    #expect(
      finding.message.hasSuffix(
        "Write '.scopeOnParameters' before '.cached'. The parameter has to be Hashable for that."))
    #expect(
      finding.notes.map(\.message) == ["not fixed by --fix: the parameter may not be Hashable"])
  }

  @Test(
    "A parameter that has one value only has no finding", arguments: ["Void", "()", "Swift.Void"])
  func oneValue(parameter: String) {
    let source =
      "extension Container { var a: ParameterFactory<\(parameter), A> { self { A() }.cached } }"
    #expect(RuleCase("", "parameter-ignored", source).findings.isEmpty)
  }

  @Test("A type of the program that has the name of a known one is not that one")
  func ownType() throws {
    #expect(try finding(parameter: "URL", types: "struct URL {}").fix == nil)
  }

  @Test("An alias for a type that contains it ends the search")
  func endlessAlias() throws {
    #expect(try finding(parameter: "E", types: "typealias E = [E]").fix == nil)
  }

  @Test("The parameter of an alias for the factory's type counts")
  func alias() throws {
    let source = """
      typealias Made<T> = ParameterFactory<Options, T>
      struct Options {}
      extension Container { var a: Made<Int> { self { $0.count }.cached } }
      """
    let finding = try #require(RuleCase("", "parameter-ignored", source).findings.first)
    #expect(finding.fix == nil)
  }
}
