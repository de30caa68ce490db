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
      """),
    RuleCase(
      "never registered", "promise-unregistered",
      "extension Container { var ▶a: Factory<A?> { promised() }\n var ▶b: Factory<B> { "
        + "self.required() } }"
    ),
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
      }
      """),
    RuleCase(
      "registered only by tests", "promise-unregistered",
      [
        SourceModule(
          "App", kind: .executable,
          files: ["A.swift": "extension Container { var ▶a: Factory<A?> { promised() } }"]),
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
          files: ["B.swift": "func f(_ c: Container) { c.b.register { A() } }"]),
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
      func f(_ one: Container) { one.with { $0.b.register { A() } } }
      func g() {
        Container.preview { $0.c.register { A() } }
        Container.shared.d.register { number in A(number) }
      }
      """),
  ]

  private static let library = "extension Container { public var %a: Factory<A?> { self { nil } } }"

  private static func promiseOfNil(
    _ name: String, isFound: Bool, kind: PackageManifest.Target.Kind = .executable, _ use: String,
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
