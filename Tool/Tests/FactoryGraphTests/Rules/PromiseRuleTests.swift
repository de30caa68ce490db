// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about promises")
struct PromiseRuleTests {
  static let fatal = [
    RuleCase(
      "an optional factory that only stops the program", "promise-fatal",
      "extension Container { var ▶a: Factory<A?> { self { fatalError() } } }"),
    RuleCase(
      "with a message, and a scope", "promise-fatal",
      "extension Container { var ▶a: Factory<A> { self { fatalError(\"no\") }.cached } }"),
    RuleCase(
      "preconditionFailure, and an explicit return", "promise-fatal",
      "extension Container { var ▶a: Factory<A> { self { return preconditionFailure() } } }"),
    RuleCase(
      "the long form without its type", "promise-fatal",
      "extension Container { var ▶a: Factory<A> { .init(self) { fatalError() } } }"),
    RuleCase(
      "the long form", "promise-fatal",
      "extension Container { var ▶a: Factory<A> { Factory(self) { fatalError() } } }"),
    RuleCase(
      "a parameter", "promise-fatal",
      "extension Container { var ▶a: ParameterFactory<Int, A> { self { _ in fatalError() } } }"),
    RuleCase(
      "with the name of the module", "promise-fatal",
      "extension Container { var ▶a: Factory<A> { self { () -> A in Swift.fatalError() } } }"),
    RuleCase(
      "code before it decides", "promise-fatal",
      """
      extension Container {
        var a: Factory<A> { self { if flag { return A() }; fatalError() } }
        var b: Factory<B> { self { guard let b = B() else { fatalError() }; return b } }
        var c: Factory<C> { self { C(value ?? fatalError()) } }
        var d: Factory<D> { self { D(onFailure: { fatalError() }) } }
        var e: Factory<() -> Never> { self { { fatalError() } } }
      }
      """),
    RuleCase(
      "a method of that name", "promise-fatal",
      "extension Container { var a: Factory<A> { self { log.fatalError() } } }"),
    RuleCase(
      "a registration that stops the program", "promise-fatal",
      """
      extension Container { var a: Factory<A> { self { A() } } }
      func f() { Container.shared.a.register { fatalError() } }
      """),
  ]

  static let unregistered = [
    RuleCase(
      "checked, warmed up and injected, which registers nothing", "promise-unregistered",
      """
      extension Container {
        var ▶a: Factory<A> { required() }
        var ▶b: Factory<B> { required() }
        var ▶c: Factory<C> { required() }
        var d: Factory<D> { required() }
      }
      @main struct Main { static func main() async throws { try await launch() } }
      func launch() async throws {
        try Container.shared.validate(\\.a, \\Container.b)
        try await Container.shared.warmUp(\\.b)
        registerLater(\\Container.d)
      }
      final class Screen { @Injected(\\.c) var c }
      """),
    RuleCase(
      "registered on a child container", "promise-unregistered",
      """
      extension Container { var user: Factory<User> { required() } }
      func f() { let request = Container(parent: .shared); request.user.register { User() } }
      let name = { f(); return Container.shared.user() }
      """),
    RuleCase(
      "never registered", "promise-unregistered",
      """
      extension Container {
        var ▶a: Factory<A?> { promised() }
        var ▶b: Factory<B> { self.required() }
        var unused: Factory<A?> { promised() }
        var all: FactoryGroup<A?> { group().add(\\.c) }
        var ▶c: Factory<A?> { promised() }
      }
      final class Screen { @LazyInjected(\\.a) var a; let make = Container.shared.b.resolve }
      """),
    RuleCase(
      "registered by a function that only tests or nothing calls", "promise-unregistered",
      [
        SourceModule(
          "App", kind: .executable,
          files: [
            "A.swift": """
            extension Container {
              var ▶a: Factory<A?> { promised() }
              var b: Factory<A?> { promised() }
              var c: Factory<A?> { promised() }
              var ▶d: Factory<A?> { promised() }
              func use() { print(a(), b(), c(), d()) }
            }
            func wire() { Container.shared.a.register { A() } }
            @objc func bridged() { Container.shared.b.register { A() } }
            final class Delegate: OtherDelegate {
              func begin() { Container.shared.c.register { A() } }
            }
            func one() { Container.shared.d.register { A() }; two() }
            func two() { one() }
            """
          ]),
        SourceModule(
          "Tests", kind: .test, dependencies: ["App"], files: ["T.swift": "func t() { wire() }"]),
      ]),
    RuleCase(
      "registered in previews only", "promise-unregistered",
      """
      extension Container {
        var ▶a: Factory<A?> { promised() }
        var ▶b: Factory<A?> { promised() }
        var ▶c: Factory<A?> { promised() }
        var ▶d: Factory<A?> { promised() }
        func use() { print(a(), b(), c(), d()) }
      }
      #Preview { let _ = Container.shared.a.register { A() }; View() }
      struct Setup: PreviewModifier { func body() { Container.shared.b.register { A() } } }
      struct Views: PreviewProvider { static var previews: V { Container.shared.c { A() }; return V() } }
      let other: Void = Container.preview { $0.d.register { A() } }
      """),
    RuleCase(
      "registered in autoRegister, or with a closure after its name", "promise-unregistered",
      """
      extension Container: AutoRegistering {
        var a: Factory<A?> { promised() }
        var b: Factory<B> { required().cached }
        func autoRegister() { a.register { A() }; b { B() } }
      }
      """),
    RuleCase(
      "named by a key path that is passed on", "promise-unregistered",
      """
      extension Container {
        var a: Factory<A?> { promised() }
        var b: Factory<A?> { promised() }
        var ▶c: Factory<A?> { promised() }
      }
      func set<T>(_ path: KeyPath<Container, Factory<T>>, _ make: @escaping () -> T) {
        Container.shared[keyPath: path].register(factory: make)
      }
      set(\\.a) { A() }
      for path in [\\Container.b] { Container.shared[keyPath: path].register { A() } }
      _ = (Container.shared.a(), Container.shared.b(), Container.shared.c())
      """),
    RuleCase(
      "registered only in a context", "promise-unregistered",
      """
      extension Container: AutoRegistering {
        var ▶a: Factory<A?> { promised() }
        func autoRegister() { a.onTest { A() } }
        func use() { a() }
      }
      """),
    RuleCase(
      "registered only by tests", "promise-unregistered",
      [
        SourceModule(
          "App", kind: .executable,
          files: [
            "A.swift": "extension Container { var ▶a: Factory<A?> { promised() } }\n"
              + "let a = Container.shared.a()"
          ]),
        SourceModule(
          "Tests", kind: .test, dependencies: ["App"],
          files: ["T.swift": "func f() { Container.shared.a.register { A() } }"]),
      ]),
    RuleCase(
      "a promise of a test target", "promise-unregistered",
      [
        SourceModule("App", kind: .executable, files: [:]),
        SourceModule(
          "Tests", kind: .test, dependencies: ["App"],
          files: ["T.swift": "extension Container { var a: Factory<A?> { promised() } }"]),
      ]),
    RuleCase(
      "a library without a program", "promise-unregistered",
      [
        SourceModule(
          "Library",
          files: ["A.swift": "extension Container { public var a: Factory<A?> { promised() } }"])
      ]),
    RuleCase(
      "a library that only another program's users complete", "promise-unregistered",
      [
        SourceModule(
          "Library",
          files: ["A.swift": "extension Container { public var a: Factory<A?> { promised() } }"]),
        SourceModule("Tool", kind: .executable, files: ["T.swift": "let a = 1"]),
      ]),
    RuleCase(
      "a library of the program", "promise-unregistered",
      [
        SourceModule(
          "Library",
          files: [
            "A.swift":
              "extension Container { public var ▶a: Factory<A?> { promised() }\n public var "
              + "b: Factory<A?> { promised() } }"
          ]),
        SourceModule(
          "App", kind: .executable, dependencies: ["Library"],
          files: [
            "B.swift": "func f(_ c: Container) { c.b.register { A() }; g(c.a(), c.b()) }\n"
              + "let all: Void = f(Container.shared)"
          ]),
      ]),
    RuleCase(
      "registered by another program, or in a module that the program does not depend on",
      "promise-unregistered",
      [
        SourceModule(
          "Library",
          files: [
            "L.swift": """
            extension Container {
              public var ▶a: Factory<A?> { promised() }
              public var ▶b: Factory<A?> { promised() }
              public func use() { print(a(), b()) }
            }
            """
          ]),
        SourceModule(
          "Wiring", dependencies: ["Library"],
          files: ["W.swift": "public func wire() { Container.shared.b.register { A() } }"]),
        SourceModule(
          "One", kind: .executable, dependencies: ["Library", "Wiring"],
          files: ["main.swift": "Container.shared.a.register { A() }\nwire()"]),
        SourceModule(
          "Two", kind: .executable, dependencies: ["Library"],
          files: ["main.swift": "Container.shared.use()"]),
      ]),
    RuleCase(
      "a program that does not use it", "promise-unregistered",
      [
        SourceModule(
          "Library",
          files: ["L.swift": "extension Container { public var a: Factory<A?> { promised() } }"]),
        SourceModule(
          "One", kind: .executable, dependencies: ["Library"],
          files: ["main.swift": "Container.shared.a.register { A() }\nContainer.shared.a()"]),
        SourceModule(
          "Two", kind: .executable, dependencies: ["Library"], files: ["main.swift": "print()"]),
      ]),
    RuleCase(
      "registered through a value whose type is not known", "promise-unregistered",
      """
      extension Container { var a: Factory<A?> { promised() } }
      func f() { environment.container.a.register { A() } }
      """),
    RuleCase(
      "registered through a property, a parameter, a closure and preview", "promise-unregistered",
      """
      extension Container {
        var a: Factory<A?> { promised() }
        var b: Factory<A?> { promised() }
        var c: Factory<A?> { promised() }
        var d: ParameterFactory<Int, A?> { promised() }
      }
      struct Setup {
        let container: Container
        func run() { container.a.register { A() } }
      }
      func f(_ one: Container) { one.with { $0.b.register { A() } }; Setup(container: one).run() }
      func g() {
        Container.preview { $0.c.register { A() } }
        Container.shared.d.register { number in A(number) }
        f(.shared)
        print(Container.shared.a(), Container.shared.b(), Container.shared.d(1))
      }
      let all: Void = g()
      """),
  ]

  private static let library = "extension Container { public var %a: Factory<A?> { self { nil } } }"

  private static func promiseOfNil(
    _ name: String, isFound: Bool, kind: ModuleKind = .executable, _ use: String,
    library: String = library
  ) -> RuleCase {
    RuleCase(
      name, "promise-nil",
      [
        SourceModule(
          "Library", files: ["A.swift": library.replacing("%", with: isFound ? "▶" : "")]),
        SourceModule("Other", kind: kind, dependencies: ["Library"], files: ["B.swift": use]),
      ])
  }

  static let ofNil = [
    promiseOfNil(
      "registered by another module", isFound: true,
      "func f() { Container.shared.a.register { A() } }"),
    promiseOfNil(
      "only resolved by another module", isFound: false, "func f() { Container.shared.a() }"),
    promiseOfNil(
      "registered by tests", isFound: false, kind: .test,
      "func f() { Container.shared.a.register { A() } }"),
    promiseOfNil(
      "given a context by another module", isFound: false,
      "func f() { Container.shared.a.onTest { A() } }"),
    promiseOfNil(
      "registered by its own module", isFound: false, "",
      library: library + "\nfunc f() { Container.shared.a.register { A() } }"),
    promiseOfNil(
      "a promise", isFound: false, "func f() { Container.shared.a.register { A() } }",
      library: "extension Container { public var a: Factory<A?> { promised() } }"),
    promiseOfNil(
      "code before nil", isFound: false, "func f() { Container.shared.a.register { A() } }",
      library: "extension Container { public var a: Factory<A?> { self { isOn ? A() : nil } } }"),
    promiseOfNil(
      "the long form", isFound: true, "func f() { Container.shared.a.register { A() } }",
      library:
        "extension Container { public var %a: Factory<Optional<A>> { Factory(self) { nil "
        + "}.cached } }"
    ),
  ]

  @Test("A rule finds what it should, and nothing else", arguments: fatal + unregistered + ofNil)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("The message and the notes name the programs, and the function that nothing calls")
  func programs() throws {
    func program(_ name: String) -> SourceModule {
      SourceModule(
        name, kind: .executable, dependencies: ["Library"], files: ["\(name)/main.swift": "run()"])
    }
    let library = SourceModule(
      "Library",
      files: [
        "L.swift": """
        extension Container { public var a: Factory<A?> { promised() } }
        public func run() { print(Container.shared.a()) }
        func wire() { Container.shared.a.register { A() } }
        """
      ])
    let one = RuleCase("", "promise-unregistered", [library, program("One"), program("Two")])
    let finding = try #require(one.findings.first)
    #expect(
      finding.message == "the programs One, Two use Container.a and do not register it. Add "
        + "'a.register { … }' to autoRegister() of its Container.")
    #expect(
      finding.notes.map { "\($0.path): \($0.message)" } == [
        "One/main.swift: the program One starts here",
        "Two/main.swift: the program Two starts here",
        "L.swift: registered here, but nothing calls 'wire'",
      ])
  }

  /// A factory that is nil, which the app registers, and a target of tests.
  private static func promiseOfNil(
    inTests source: String, library: String, dependencies: [String]
  ) -> RuleCase {
    RuleCase(
      "", "promise-nil",
      [
        SourceModule(
          "Library",
          files: ["L.swift": Self.library.replacing("%", with: "") + "\n" + library]),
        SourceModule(
          "Feature", dependencies: ["Library"],
          files: ["F.swift": "public final class Model { @Injected(\\.a) var a }"]),
        SourceModule(
          "App", kind: .executable, dependencies: ["Library", "Feature"],
          files: ["main.swift": "Container.shared.a.register { A() }"]),
        SourceModule(
          "Tests", kind: .test, dependencies: dependencies, files: ["T.swift": source]),
      ])
  }

  @Test(
    "A promise of nil has no fix if tests may resolve it without a registration",
    arguments: [
      ("func t() { Container.shared.a() }", "", ["Library"], "T.swift:1"),
      ("func t() { _ = Model() }", "", ["Library", "Feature"], "F.swift:1"),
      (
        "func t() { run() }", "public func run() { Container.shared.a() }", ["Library"],
        "L.swift:2"
      ),
      ("import Testing", "", ["Library", "Feature"], "F.swift:1"),
    ])
  func nilInTests(
    _ source: String, _ library: String, _ dependencies: [String], _ place: String
  ) throws {
    let one = Self.promiseOfNil(inTests: source, library: library, dependencies: dependencies)
    let finding = try #require(one.findings.first)
    #expect(finding.fix == nil)
    #expect(finding.message.hasSuffix("Tests of Tests that do not register it would stop there."))
    #expect(
      finding.notes.map { "\($0.path):\($0.line): \($0.message)" } == [
        "main.swift:1: registered here", "\(place): Tests may resolve it here",
        "L.swift:1: not fixed by --fix: the tests of Tests may resolve it without a registration",
      ])
  }

  @Test(
    "A promise of nil has a fix if no test resolves it without a registration",
    arguments: [
      ("func t() { Container.shared.a.register { A() }; Container.shared.a() }", "", ["Library"]),
      (
        "func t() { Container.shared.a.register { A() }; _ = Model() }", "", ["Library", "Feature"]
      ),
      ("func t() {}", "", ["Library"]), ("func t() { _ = Model() }", "", []),
      (
        "func t() { _ = Model() }",
        "extension Container: AutoRegistering { func autoRegister() { a.register { A() } } }",
        ["Library", "Feature"]
      ),
    ])
  func nilOutsideTests(_ source: String, _ library: String, _ dependencies: [String]) throws {
    let one = Self.promiseOfNil(inTests: source, library: library, dependencies: dependencies)
    let finding = try #require(one.findings.first)
    #expect(finding.fix != nil)
    #expect(!finding.message.contains("Tests"))
  }

  @Test("A promise of nil has a note at the registration")
  func note() throws {
    let one = Self.promiseOfNil(
      "", isFound: true, "\nfunc f() { Container.shared.a.register { A() } }")
    let notes = try #require(one.findings.first).notes
    #expect(notes.map { "\($0.path):\($0.line):\($0.column)" } == ["B.swift:2:31"])
  }

  @Test(
    "The fix of promise-fatal is a promise that exists",
    arguments: [
      ("Factory<A?> { self { fatalError() } }", "Factory<A?> { promised() }"),
      ("Factory<A> { self { fatalError() } }", "Factory<A> { required() }"),
      (
        "ParameterFactory<Int, A?> { self { _ in fatalError() } }",
        "ParameterFactory<Int, A?> { promised() }"
      ),
      (
        "AsyncFactory<A?, Never> { self { fatalError() } }",
        "AsyncFactory<A?, Never> { required() }"
      ),
      (
        "MainActorFactory<A> { self { fatalError() }.cached }",
        "MainActorFactory<A> { required().cached }"
      ),
    ])
  func fatalFix(_ before: String, _ after: String) {
    let source = "extension Container { var a: \(before) }"
    #expect(mended("promise-fatal", source) == "extension Container { var a: \(after) }")
  }
}
