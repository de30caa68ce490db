// Factory, MIT licence; see LICENSE
//
// The fixes of the rules that have one.
import FactoryGraph
import Testing

@Suite("The fixes of rules")
struct FixTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var before: String
    var after: String
    var testDescription: String { "\(rule): \(before.prefix(40))" }

    init(_ rule: String, _ before: String, _ after: String) {
      self.rule = rule
      self.before = before
      self.after = after
    }
  }

  static let cases =
    [
      Case(
        "promise-fatal",
        "extension Container { var a: Factory<A?> { self { fatalError(\"no\") }.cached /* kept "
          + "*/ } }",
        "extension Container { var a: Factory<A?> { promised().cached /* kept */ } }"),
      Case(
        "promise-fatal", "extension Container { var a: Factory<A> { self { fatalError() } } }",
        "extension Container { var a: Factory<A> { required() } }"),
      Case(
        "stored-factory",
        "extension Container { lazy var a: Factory<A> = self { A() } // kept\n}",
        "extension Container { var a: Factory<A> { self { A() } } // kept\n}"),
      Case(
        "computed-scope", "extension Scope { static var session: Cached { Cached() } }",
        "extension Scope { static let session: Cached = Cached() }"),
      Case(
        "computed-scope", "extension Scope { static var session = Cached() }",
        "extension Scope { static let session = Cached() }"),
      Case(
        "observation-tracked-injection",
        "extension Container { var a: Factory<A> { self { A() } } }\n"
          + "@Observable class M { @Injected(\\.a) private var a }",
        "extension Container { var a: Factory<A> { self { A() } } }\n"
          + "@Observable class M { @ObservationIgnored @Injected(\\.a) private var a }"),
      Case(
        "parameter-ignored",
        "extension Container { var a: ParameterFactory<Int, A> { self { A($0) }\n  .cached } }",
        "extension Container { var a: ParameterFactory<Int, A> { self { A($0) }\n"
          + "  .scopeOnParameters.cached } }"),
      Case(
        "container-not-final", "public class C: SharedContainer {}",
        "public final class C: SharedContainer {}"),
      Case(
        "container-not-task-local",
        "final class C: SharedContainer { public static let shared = C() }",
        "final class C: SharedContainer { @TaskLocal public static var shared = C() }"),
      Case(
        "container-shared-inside",
        "extension Container {\n  var a: Factory<A> { self { A(Container.shared.b()) } }\n"
          + "  var b: Factory<B> { self { B() } }\n}",
        "extension Container {\n  var a: Factory<A> { self { A(self.b()) } }\n"
          + "  var b: Factory<B> { self { B() } }\n}"),
      Case(
        "isolated-closure",
        "extension Container { public var a: Factory<A> { self { @MainActor in A() } } }",
        "extension Container { @MainActor public var a: Factory<A> { self { A() } } }"),
      Case(
        "isolated-closure",
        "extension Container {\n  var a: Factory<A> {\n    self { @MainActor in\n      A()\n    "
          + "}\n  }\n}",
        "extension Container {\n  @MainActor var a: Factory<A> {\n    self {\n      A()\n    "
          + "}\n  }\n}"
      ),
      Case(
        "double-import", "import FactoryKit\nimport FactoryTesting\nimport Testing\n",
        "import FactoryTesting\nimport Testing\n"),
      Case(
        "captured-container",
        "extension Container: AutoRegistering {\n  func autoRegister() { a.register { "
          + "A(self.b()) } }\n"
          + "  var a: Factory<A> { self { A() } }\n  var b: Factory<B> { self { B() } }\n}",
        "extension Container: AutoRegistering {\n"
          + "  func autoRegister() { a.register { [unowned self] in A(self.b()) } }\n"
          + "  var a: Factory<A> { self { A() } }\n  var b: Factory<B> { self { B() } }\n}"),
      Case(
        "captured-container",
        "extension Container { var a: Factory<A> { self { A() } } }\n"
          + "func setUp(_ c: Container) { c.a.onTest { [log] in log(c); return A() } }",
        "extension Container { var a: Factory<A> { self { A() } } }\n"
          + "func setUp(_ c: Container) { c.a.onTest { [unowned c, log] in log(c); return A() } }"),
    ] + captureLists

  /// What stands at the start of a closure, and what the fix makes of it.
  private static let captureLists = [
    ("{self.b()}", "{ [unowned self] in self.b()}"),
    ("{ @Sendable in self.b() }", "{ @Sendable [unowned self] in self.b() }"),
    ("{ @Sendable () in self.b() }", "{ @Sendable [unowned self] () in self.b() }"),
    (
      "{ @MainActor @Sendable () -> A in self.b() }",
      "{ @MainActor @Sendable [unowned self] () -> A in self.b() }"
    ),
    ("{ () in self.b() }", "{ [unowned self] () in self.b() }"),
    ("{ [] in self.b() }", "{ [unowned self] in self.b() }"),
    ("{ @Sendable [n = 1] in self.b(n) }", "{ @Sendable [unowned self, n = 1] in self.b(n) }"),
    ("{\n    self.b()\n  }", "{ [unowned self] in\n    self.b()\n  }"),
  ].map { before, after in
    let source = { (closure: String) in
      "extension Container: AutoRegistering {\n  func autoRegister() { a.register \(closure) }\n"
        + "  var a: Factory<A> { self { A() } }\n  var b: Factory<A> { self { A() } }\n}"
    }
    return Case("captured-container", source(before), source(after))
  }

  @Test("A fix changes what is wrong and nothing else", arguments: cases)
  func fix(_ one: Case) {
    #expect(mended(one.rule, one.before) == one.after)
  }

  @Test("After the fix nothing is found", arguments: cases)
  func mends(_ one: Case) {
    #expect(found(one.rule, ["Source.swift": one.after]).isEmpty)
  }

  @Test(
    "What a fix would break, or a comment that it would remove, is left alone",
    arguments: [
      (
        "parameter-ignored",
        "import Factory\nextension Container { static let p = ParameterFactory<Int, A>(scope: "
          + ".cached) { A($0) } }"
      ),
      (
        "parameter-ignored",
        "extension Container { var p: ParameterFactory<(Int, Int), A> { self { A($0) }.cached } }"
      ),
      (
        "parameter-ignored",
        "extension Container { var p: ParameterFactory<[String: Any], A> { self { A($0) }.cached } "
          + "}"
      ),
      (
        "stored-factory",
        "extension Container { lazy var a: Factory<A> = self { A() }, b: Factory<B> = self { B() } "
          + "}"
      ),
      (
        "container-shared-inside",
        "extension Container { var a: Factory<A> { self { [weak self] in A(Container.shared.b()) } "
          + "}; var b: Factory<B> { self { B() } } }"
      ),
      (
        "container-shared-inside",
        "extension Container { var a: ParameterFactory<Container, A> { self { `self` in "
          + "A(Container.shared.b()) } }; var b: Factory<B> { self { B() } } }"
      ),
      (
        "stored-factory",
        "extension Container { private(set) lazy var a: Factory<A> = self { A() } }"
      ),
      (
        "stored-factory",
        "extension Container { lazy var a: Factory<A> = self { A() }; func f() { a = self { A() } } "
          + "}"
      ),
      ("computed-scope", "extension Scope { static private(set) var a: Cached = Cached() }"),
      ("computed-scope", "extension Scope { class var a: Cached { Cached() } }"),
      (
        "container-not-task-local",
        "final class A: SharedContainer { static private(set) var shared = A() }"
      ),
      (
        "container-not-task-local",
        "final class A: SharedContainer { static let shared = A(), other = A() }"
      ),
      (
        "container-not-task-local",
        "final class A: SharedContainer { static var shared = A() { didSet { print(1) } } }"
      ),
      (
        "container-not-task-local",
        "final class A: SharedContainer { static var shared = A() }\nfunc f() { A.shared = A() }"
      ),
      (
        "promise-fatal",
        "extension Container { var a: Factory<A> { self(key: k) { fatalError() } } }"
      ),
      (
        "promise-fatal",
        "extension Container { var a: Factory<A> { Factory(self, name: k) { fatalError() } } }"
      ),
      (
        "isolated-closure",
        "extension Container { nonisolated var a: Factory<A> { self { @MainActor in A() } } }"
      ),
      (
        "isolated-closure",
        "extension Container { var a: Factory<A> { self { @MainActor in A() } } }\n"
          + "struct Scheduler { var a: A { Container.shared.a() } }"
      ),
      (
        "captured-container",
        "extension Container: AutoRegistering { var a: Factory<() -> A> { self { { A() } } }\n"
          + "func autoRegister() { a.register { { self.a()() } } } }"
      ),
      (
        "isolated-closure",
        "extension Container { var a: Factory<A> { self { // legacy\n@MainActor in\nA() } } }"
      ),
      (
        "promise-fatal",
        "extension Container { var a: Factory<A?> { self {\n// see ADR-12\nfatalError() } } }"
      ),
      ("computed-scope", "extension Scope { static var a: Cached { // why\n Cached() } }"),
      (
        "double-import",
        "import FactoryTesting\n#if canImport(FactoryKit)\n  import FactoryKit\n#endif"
      ),
    ])
  func noFix(_ rule: String, _ source: String) {
    #expect(!found(rule, ["Source.swift": source]).isEmpty || source.contains("import Factory\n"))
    #expect(mended(rule, source) == source)
  }

  @Test("Code before an import that is removed keeps its line")
  func importAfterCode() {
    let text = "import FactoryTesting; import FactoryKit\nlet a = 1\n"
    #expect(mended("double-import", text) == "import FactoryTesting; \nlet a = 1\n")
  }

  @Test("A promise of nil becomes promised()")
  func promiseNil() throws {
    let source = """
      import FactoryKit
      extension Container {
        public var a: Factory<A?> { self { nil } }
      }
      """
    let program = Program(modules: [
      SourceModule("Library", files: ["A.swift": source]),
      SourceModule(
        "App", kind: .executable, dependencies: ["Library"],
        files: ["B.swift": "import Library\nContainer.shared.a.register { A() }\n"]),
    ])
    let fixer = Fixer(Checker().check(program).filter { $0.rule == "promise-nil" }) { _ in source }
    #expect(
      fixer.texts["A.swift"] == source.replacing("self { nil }", with: "promised()"))
  }
}
