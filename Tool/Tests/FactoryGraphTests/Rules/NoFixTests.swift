// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Findings without a fix")
struct NoFixTests {
  @Test(
    "A finding without a fix says why",
    arguments: [
      (
        "container-not-final", "open class C: SharedContainer {}",
        "the class is open, so other modules may inherit from it"
      ),
      (
        "container-not-task-local",
        "final class C: SharedContainer { static var shared = C() }\nfunc f() { C.shared = C() }",
        "code assigns to it"
      ),
      (
        "container-not-task-local",
        "final class C: SharedContainer { static var shared: C { C() } }",
        "the property is not stored"
      ),
      (
        "isolated-closure",
        "extension Container { var a: Factory<A> { self { @MainActor in A() } } }\n"
          + "func f() { Container.shared.a() }",
        "a use of Container.a is not known to be on the main actor"
      ),
      (
        "captured-container",
        "extension Container { var a: Factory<A> { self { A() } } }\n"
          + "func f(_ c: Container) { c.a.register { A { c.a() } } }",
        "a closure in it may run after the container is released"
      ),
      (
        "stored-factory",
        "extension Container { var a: Factory<A> = Factory(c) { A() } { didSet {} } }",
        "the property has observers"
      ),
      (
        "parameter-ignored",
        "extension Container { var a: ParameterFactory<(Int, Int), A> { self { A($0) }.cached } }",
        "the parameter may not be Hashable"
      ),
      (
        "computed-scope",
        "extension Scope { nonisolated(unsafe) static var session = Cached() }\n"
          + "func logOut() { Scope.session = Scope.Cached() }",
        "code assigns to a property named 'session'"
      ),
      (
        "computed-scope",
        "extension Scope { static var session: Cached = Cached() { didSet { print(1) } } }",
        "the property has observers"
      ),
      (
        "computed-scope",
        "extension SharedContainer { static var session: Scope.Cached { Scope.Cached() } }",
        "an extension of the protocol 'SharedContainer' cannot have constants"
      ),
      (
        "computed-scope",
        "protocol Screen {}\n"
          + "extension Screen { static var session: Scope.Cached { Scope.Cached() } }",
        "an extension of the protocol 'Screen' cannot have constants"
      ),
      (
        "computed-scope",
        "struct Box<T> { static var session: Scope.Cached { Scope.Cached() } }",
        "the generic type 'Box' cannot have static constants"
      ),
      (
        "computed-scope",
        "enum Box<T> {}\ntypealias Texts = Box<String>\n"
          + "extension Texts { enum Scopes { static var session: Scope { Scope.Cached() } } }",
        "the generic type 'Box' cannot have static constants"
      ),
      (
        "computed-scope",
        "extension Publisher { static var session: Scope.Cached { Scope.Cached() } }",
        "'Publisher' is declared elsewhere, and may be a protocol or a generic type"
      ),
      (
        "double-import", "import FactoryKit\n#if DEBUG\nimport FactoryTesting\n#endif",
        "FactoryTesting is not imported in all builds that import FactoryKit"
      ),
    ])
  func noFix(rule: String, source: String, reason: String) throws {
    let finding = try #require(RuleCase("", rule, source).findings.first)
    #expect(finding.fix == nil)
    let notes = finding.notes.filter(\.isAboutFix)
    #expect(notes.map(\.message) == ["not fixed by --fix: \(reason)"])
    #expect(notes.map { "\($0.line):\($0.column)" } == ["\(finding.line):\(finding.column)"])
  }

  @Test(
    "Where a type cannot have static constants, the message names one that can",
    arguments: [("extension SharedContainer", true), ("extension Container", false)])
  func placeOfConstant(type: String, isElsewhere: Bool) throws {
    let source = "\(type) { static var session: Scope.Cached { Scope.Cached() } }"
    let finding = try #require(RuleCase("", "computed-scope", source).findings.first)
    #expect(
      finding.message
        == "the scope 'session' is not a constant. Declare it with 'static let'"
        + (isElsewhere ? " in 'extension Scope'." : "."))
  }

  @Test(
    "A scope in a type that can have static constants has a fix",
    arguments: [
      "extension Scope { static var session: Cached { Cached() } }",
      "extension FactoryKit.Scope { static var session: Cached { Cached() } }",
      "extension Container { static var session: Scope.Cached { Scope.Cached() } }",
      "enum Scopes { static var session: Scope.Cached { Scope.Cached() } }",
      "extension Container { enum Scopes { static var session: Scope.Cached { Scope.Cached() } } }",
    ])
  func constantScopes(source: String) throws {
    #expect(try #require(RuleCase("", "computed-scope", source).findings.first).fix != nil)
  }

  @Test(
    "An assignment to a property of another type does not prevent the fix",
    arguments: [
      "router.shared = Router()", "Router.shared = Router()", "view.model.shared = 1",
    ])
  func otherAssignments(assignment: String) throws {
    let one = RuleCase(
      "", "container-not-task-local",
      "final class C: SharedContainer { static let shared = C() }\n"
        + "final class Router { static var shared = Router() }\nfunc f() { \(assignment) }")
    #expect(try #require(one.findings.first).fix != nil)
  }

  @Test(
    "An assignment to the shared container prevents the fix",
    arguments: ["C.shared = C()", "App.C.shared = C()", "type(of: c).shared = C()"])
  func ownAssignments(assignment: String) throws {
    let one = RuleCase(
      "", "container-not-task-local",
      "final class C: SharedContainer { static var shared = C() }\nfunc f() { \(assignment) }")
    #expect(try #require(one.findings.first).fix == nil)
  }
}
