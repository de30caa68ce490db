// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about unused factories")
struct UseRuleTests {
  private static func unused(_ name: String, _ use: String, isFound: Bool = false) -> RuleCase {
    RuleCase(
      name, "unused-factory",
      """
      extension Container { var \(isFound ? "▶" : "")old: Factory<A> { self { A() } } }
      final class Other: SharedContainer { @TaskLocal static var shared = Other() }
      \(use)
      """)
  }

  private static let ways = [
    unused("nothing", "", isFound: true),
    unused(
      "a comment, a string and a function",
      "// old\nlet s = \"old\"; func f() { old() }; func old() {}", isFound: true),
    unused(
      "a factory of another container",
      "extension Other { var old: Factory<A> { self { A() } } }\nfunc f() { "
        + "Container.shared.old() ; Other.shared.old() }"
    ),
    unused("a call", "func f() { _ = Container.shared.old() }"),
    unused("resolve", "func f(c: Container) { c.old.resolve() }"),
    unused("a registration", "func f(c: Container) { c.old.register { B() } }"),
    unused("a wrapper", "struct V { @Injected(\\.old) var old }"),
    unused("a local wrapper", "func f() { @Injected(\\.old) var old; old.run() }"),
    unused("a wrapper's initialiser", "struct V { init() { _old = Injected(\\.old) } }"),
    unused(
      "a wrapper in a generic type", "struct V<T> { @LazyInjected(\\Container.old) var old: T }"),
    unused("a key path", "let path: KeyPath<Container, Factory<A>> = \\.old"),
    unused("a key path with a root", "let paths = [\\Container.old]"),
    unused("a subscript", "func f(c: Container) { c[keyPath: \\.old]() }"),
    unused(
      "a subscript of a type of the program",
      "struct Ref { subscript<T>(keyPath p: KeyPath<Container, Factory<T>>) -> T { "
        + "Container.shared[keyPath: p]() } }\nfunc f() { _ = Ref()[keyPath: \\.old] }"),
    unused("dependency", "let a: A = dependency(\\.old)"),
    unused(
      "another factory",
      "extension Container { var new: Factory<A> { old } ; var two: Factory<A> { self { "
        + "A(self.old()) } } }\nfunc f(c: Container) { c.new(); c.two() }"
    ),
    unused("a value of unknown type", "func f() { environment.container.old() }"),
    unused("a closure of unknown type", "let f = { $0.old() }"),
    unused("a string's interpolation", "func f() { print(\"\\(Container.shared.old().name)\") }"),
    unused("a default argument", "func f(a: A = Container.shared.old()) {}"),
    unused("a clause of #if", "#if DEBUG\nfunc f() { _ = Container.shared.old() }\n#endif"),
    unused("a preview", "#Preview { let _ = Container.shared.old.register { A() }; Screen() }"),
    unused("a macro's argument", "@Test func f() { #expect(Container.shared.old().isOn) }"),
    unused("the module's name", "func f() { FactoryKit.Container.shared.old() }"),
    unused("the core module's name", "func f() { FactoryKitCore.Container.shared.old() }"),
    unused("an optional chain", "func f(c: Container?) { c?.old() }"),
    unused(
      "a protocol of containers",
      "protocol Has { var old: Factory<A> { get } }\nextension Container: Has {}"),
    unused(
      "a protocol's extension",
      "protocol Helping {}\nextension Helping where Self: SharedContainer { func f() { old() } }"),
    unused(
      "a protocol's extension for one type",
      "extension ManagedContainer where Self == Container { func f() { _ = old() } }"),
    unused(
      "an extension of optional containers",
      "extension Optional where Wrapped == Container { var a: A { self!.old() } }"),
    unused(
      "a dynamic member",
      "@dynamicMemberLookup struct Ref { subscript<T>(dynamicMember p: KeyPath<Container, T>) -> T "
        + "{ Container.shared[keyPath: p] } }\nfunc f() { _ = Ref().old }"),
    unused("a subclass's method", "extension Container { func f() { old().run() } }"),
    unused(
      "a key path of another container's type",
      "final class More: SharedContainer { var old: Factory<A> { self { A() } } }\nlet list: "
        + "[KeyPath<More, Factory<A>>] = [\\.old]"
    ),
  ]

  private static let modules = [
    RuleCase(
      "public factories of a library", "unused-factory",
      [
        SourceModule(
          "Library",
          files: [
            "A.swift": """
            extension Container { public var a: Factory<A> { self { A() } }; var ▶b: Factory<A> \
            { self { A() } } }
            public extension Container { var c: Factory<A> { self { A() } }; internal var ▶d: \
            Factory<A> { self { A() } } }
            package extension Container { var e: Factory<A> { self { A() } } }
            """
          ])
      ]),
    RuleCase(
      "public factories of a library of the program", "unused-factory",
      [
        SourceModule(
          "Library",
          files: ["A.swift": "extension Container { public var ▶a: Factory<A> { self { A() } } }"]),
        SourceModule("App", kind: .executable, dependencies: ["Library"], files: [:]),
      ]),
    RuleCase(
      "public factories of the library itself, in its own package", "unused-factory",
      [
        SourceModule(
          "FactoryKit",
          files: [
            "A.swift": "extension ManagedContainer { public var a: Factory<A> { self { A() } } }"
          ]),
        SourceModule("App", kind: .executable, dependencies: ["FactoryKit"], files: [:]),
      ]),
    RuleCase(
      "clauses of #if, of which one is read", "unused-factory",
      """
      extension Container {
        #if DEBUG
          var a: Factory<A> { self { Mock() } }
        #else
          var a: Factory<A> { self { A() } }
        #endif
      }
      func f() { Container.shared.a() }
      """),
    RuleCase(
      "used by factories that nothing reaches", "unused-factory",
      """
      extension Container {
        var ▶report: Factory<A> { self { A(self.printer()) } }
        var ▶printer: Factory<A> { self { A(self.paper()) } }
        var ▶paper: Factory<A> { self { A() } }
        var ▶own: Factory<A> { self { A(self.own()) } }
        var ▶one: Factory<A> { self { A(self.two()) } }
        var ▶two: Factory<A> { self { A(self.one(), self.three()) } }
        var ▶three: Factory<A> { self { A() } }
      }
      """),
    RuleCase(
      "used by a root in some way", "unused-factory",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A(self.b()) } }
        var b: Factory<A> { self { A(self.c()) } }
        var c: Factory<A> { self { A() } }
        var d: Factory<A> { self { A() } }
        var e: Factory<A> { self { A() } }
        var f: Factory<A> { self { A() } }
        func autoRegister() { d.register { [unowned self] in A(e()) } }
      }
      struct Screen: View { @Injected(\\.a) var a }
      func g() { environment.f() }
      """),
    RuleCase(
      "used by types that a factory and other code make", "unused-factory",
      """
      final class Model { static let shared = Model(); @Injected(\\.a) var a }
      final class Screen { let b = Container.shared.b() }
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A() } }
        var ▶one: Factory<Any> { self { [self.two(), Model.shared, Screen()] } }
        var ▶two: Factory<Any> { self { self.one() } }
      }
      func run() { print(Model.shared); show() }
      func show() { print(Screen()) }
      """),
    RuleCase(
      "used by tests only", "unused-factory",
      [
        SourceModule(
          "App", kind: .executable,
          files: [
            "A.swift":
              "extension Container { var a: Factory<A> { self { A(self.b()) } }; var b: "
              + "Factory<A> { self { A() } } }"
          ]),
        SourceModule(
          "Tests", kind: .test, dependencies: ["App"],
          files: ["T.swift": "@Test(.container) func f() { _ = Container.shared.a() }"]),
      ]),
  ]

  @Test("A declaration that periphery is told to ignore is not reported")
  func periphery() {
    let one = RuleCase(
      "", "unused-factory",
      """
      extension Container {
        // periphery:ignore
        var a: Factory<A> { self { A() } }
        /// A service.
        // periphery:ignore - only code in C uses it
        @MainActor
        public var b: Factory<A> { self { A() } }
        // periphery:ignored
        var ▶c: Factory<A> { self { A() } }
      }
      // periphery:ignore
      extension Container {
        var d: Factory<A> { self { A() } }
      }
      """)
    #expect(one.found == one.expected)
    let all = RuleCase(
      "", "unused-factory",
      "// periphery:ignore:all\nextension Container {\n var a: Factory<A> { self { A() } }\n}")
    #expect(all.found == [])
  }

  @Test("What only unused factories use is a note of the first one that leads to it")
  func needs() {
    let one = RuleCase(
      "", "unused-factory",
      """
      extension Container {
        var ▶first: Factory<A> { self { A(self.source(), self.log()) } }
        var ▶second: Factory<A> { self { A(self.source(), self.store()) } }
        var ▶source: Factory<A> { self { A(self.store()) } }
        var ▶store: Factory<A> { self { A() } }
        var log: Factory<A> { self { A() } }
        var ▶own: Factory<A> { self { A(self.own()) } }
      }
      func run() { _ = Container.shared.log() }
      """)
    #expect(one.found == one.expected)
    #expect(
      one.findings.map { finding in
        [finding.message.prefix { $0 != "." }.description]
          + finding.notes.map { "\($0.line): \($0.message)" }
      }
        == [
          [
            "nothing resolves, registers or names Container",
            "4: also: only factories that are unused themselves use Container.source",
            "5: also: only factories that are unused themselves use Container.store",
          ],
          ["nothing resolves, registers or names Container"],
          ["only Container"],
        ])
  }

  @Test("Unused factories that need each other are one finding")
  func circle() {
    let one = RuleCase(
      "", "unused-factory",
      """
      extension Container {
        var ▶a: Factory<A> { self { A(self.b()) } }
        var ▶b: Factory<A> { self { A { self.c() } } }
        var ▶c: Factory<A> { self { A { self.a() } } }
        var ▶d: Factory<A> { self { A(self.c()) } }
      }
      """)
    #expect(one.found == one.expected)
    #expect(one.findings.map(\.line) == [2])
  }

  /// A library, an app with a factory of the same name, and a module that depends on neither.
  private static func modules(_ app: String, library: String = "", other: String = "")
    -> [SourceModule]
  {
    [
      SourceModule(
        "Library",
        files: [
          "L.swift": "extension Container { var ▶a: Factory<A> { self { A() } } }\n" + library
        ]),
      SourceModule("Other", files: ["O.swift": other]),
      SourceModule(
        "App", kind: .executable, dependencies: ["Library", "Other"], files: ["main.swift": app]),
    ]
  }

  @Test(
    "A use of an equal name that cannot mean the factory does not count",
    arguments: [
      RuleCase(
        "a factory of the module that uses the name", "unused-factory",
        modules(
          """
          extension Container { var a: Factory<A> { self { A() } } }
          Container.shared.a()
          """)),
      RuleCase(
        "a name in a module that does not see it", "unused-factory",
        modules("print()", other: "func f() { locator.a.register { A() } }")),
      RuleCase(
        "a private factory of another file", "unused-factory",
        files: [
          "A.swift": "extension Container { private var ▶a: Factory<A> { self { A() } } }",
          "B.swift": "private extension Container { var a: Factory<A> { self { A() } } }\n"
            + "func f() { Container.shared.a() }",
          "C.swift": "func g() { locator.a.register { A() } }",
        ]),
      RuleCase(
        "a method that is no factory, where the factory is private", "unused-factory",
        files: [
          "A.swift": "extension Container { fileprivate var ▶a: Factory<A> { self { A() } } }",
          "B.swift":
            "extension Container { var a: A { A() } }\nfunc f() { Container.shared.a.run() }",
        ]),
      RuleCase(
        "a name of unknown type that may be the factory's", "unused-factory",
        [
          SourceModule(
            "Library",
            files: ["L.swift": "extension Container { var a: Factory<A> { self { A() } } }"]),
          SourceModule(
            "App", kind: .executable, dependencies: ["Library"],
            files: ["main.swift": "locator.a.register { A() }"]),
        ]),
      RuleCase(
        "overloads, of which only one is used", "unused-factory",
        """
        extension Container {
          func a(_ id: Int) -> Factory<A> { self { A(id) } }
          func a(_ name: String) -> Factory<A> { self { A(name) } }
        }
        func f(_ value: Value) { Container.shared.a(value)() }
        """),
    ])
  func equalNames(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("A promise that nothing names may lack its registration")
  func promise() throws {
    let one = RuleCase(
      "", "unused-factory", "extension Container { var a: Factory<A?> { promised() } }")
    #expect(
      try #require(one.findings.first).message
        == "nothing resolves, registers or names Container.a. Delete it, register it, or "
        + "name it under 'roots' in factory.yml if code that is not Swift uses it.")
  }

  @Test("A factory is found if nothing uses it, and only then", arguments: ways + modules)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
