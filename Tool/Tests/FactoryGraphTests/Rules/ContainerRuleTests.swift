// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about containers")
struct ContainerRuleTests {
  static let classes = [
    RuleCase(
      "classes that can have subclasses", "container-not-final",
      """
      class ▶A: SharedContainer {}
      public class ▶B: NSObject, FactoryKit.SharedContainer {}
      open class ▶C: SharedContainer {}
      @MainActor class ▶D: Payments {}
      protocol Payments: SharedContainer {}
      class ▶E: @unchecked Sendable, SharedContainer {}
      enum Outer { class ▶F: SharedContainer {} }
      """),
    RuleCase(
      "final classes, and other classes", "container-not-final",
      """
      final class A: SharedContainer {}
      public final class B: SharedContainer, @unchecked Sendable {}
      final public class C: SharedContainer {}
      class Screen { let container: SharedContainer }
      class Managed: ManagedContainer { let manager = ContainerManager() }
      class Other: FactoryKit.ManagedContainer { let manager = ContainerManager() }
      class Box<C: SharedContainer> { let container: C }
      class Holder<T> where T: SharedContainer {}
      class SharedContainerView {}
      protocol Payments: SharedContainer {}
      extension Container { class Helper {} }
      """),
    RuleCase(
      "a class with a subclass", "container-not-final",
      """
      class ▶Base: SharedContainer {}
      final class Own: Base { var a: Factory<A> { self { A() } } }
      """),
    RuleCase(
      "Factory 1.x", "container-not-final",
      "import Factory\nclass A: SharedContainer { static let a = Factory { A() } }"),
    RuleCase(
      "variables and constants that are not task-local", "container-not-task-local",
      """
      final class A: SharedContainer { static let ▶shared = A() }
      final class B: SharedContainer { public static var ▶shared = B() }
      final class C: SharedContainer { static var ▶shared: C { C() } }
      final class D: SharedContainer { nonisolated(unsafe) static var ▶shared = D() }
      final class E: SharedContainer {}
      extension E { static let ▶shared = E() }
      """),
    RuleCase(
      "task-local ones, and those of other types", "container-not-task-local",
      """
      final class A: SharedContainer { @TaskLocal static var shared = A() }
      final class B: SharedContainer { @TaskLocal public static var shared: B = B() }
      final class C: SharedContainer { public static let other = C(); @TaskLocal static var \
      shared = C() }
      final class D: SharedContainer {
        @available(*, deprecated) @TaskLocal
        nonisolated static var shared = D()
      }
      final class E: SharedContainer {
        #if compiler(>=6)
          @TaskLocal public static var shared = E()
        #else
          @TaskLocal public static var shared: E = .init()
        #endif
      }
      final class Screen { static let shared = Screen() }
      enum State { static var shared = State.on }
      final class F: ManagedContainer { let shared = 1; static func shared() {} }
      """),
    RuleCase(
      "those that no test uses", "container-not-task-local",
      [
        SourceModule(
          "App", kind: .executable,
          files: [
            "A.swift": """
            final class A: SharedContainer {
              static let shared = A()
              let manager = ContainerManager()
              var a: Factory<Int> { self { 1 } }
            }
            final class B: SharedContainer { static let ▶shared = B(); let manager = ContainerManager() }
            final class C: SharedContainer {
              static let ▶shared = C()
              let manager = ContainerManager()
              var c: Factory<Int> { self { 1 } }
            }
            let value = A.shared.a()
            """
          ]),
        SourceModule(
          "AppTests", kind: .test, dependencies: ["App"],
          files: [
            "Tests.swift": "func t() { B.shared.reset(); @Injected(\\C.c) var c; print(c) }"
          ]),
      ]),
    RuleCase(
      "an attribute in a clause of #if", "container-not-task-local",
      """
      final class A: SharedContainer {
        #if !DISABLED
        @TaskLocal
        #endif
        static var shared = A()
      }
      """),
  ]

  static let inside = [
    RuleCase(
      "in a closure of the same container", "container-shared-inside",
      """
      extension Container {
        var a: Factory<A> { self { A(▶Container.shared.b()) } }
        var b: Factory<B> { Factory(self) { B(▶Container.shared.c.resolve()) } }
        var c: Factory<C> { self { ["x"].map { C(▶Container.shared.d($0)) }.first! } }
        var d: ParameterFactory<String, D> { self { D($0, ▶FactoryKit.Container.shared.e()) } }
        var e: Factory<E> { self { let f = ▶Container.shared.f(); return E(f) }.cached }
        var f: Factory<F> { self { F() } }
        var g: Factory<F> { self { F(▶Self.shared.f()) } }
      }
      """),
    RuleCase(
      "through a variable or a subscript", "container-shared-inside",
      """
      extension Container {
        var a: Factory<A> { self { let c = Container.shared; return A(▶c.b()) } }
        var b: Factory<B> { let c = Container.shared; return self { B(▶c.c.resolve()) } }
        var c: Factory<C> { self { C(▶Container.shared[keyPath: \\.d]()) } }
        var d: Factory<D> { self { let c = Self.shared; return D(▶c[keyPath: \\Container.e]()) } }
        var e: Factory<E> { self { E() } }
      }
      """),
    RuleCase(
      "variables that may be another container", "container-shared-inside",
      """
      extension Container {
        var a: Factory<A> { self { var c = Container.shared; c = Container(); return A(c.b()) } }
        var b: Factory<B> { self { let c = Container.shared; return B { c.c() } } }
        var c: Factory<C> { self { let c = Other.shared; return C(c.o()) } }
        var d: Factory<D> { self { let c = Container(); return D(c.e()) } }
        var e: Factory<E> { self { E(self[keyPath: \\.a]()) } }
        var f: Factory<A> { self { let c = self; return A(c.b()) } }
      }
      final class Other: SharedContainer { @TaskLocal static var shared = Other() }
      extension Other { var o: Factory<C> { self { C() } } }
      """),
    RuleCase(
      "static members, which have no container", "container-shared-inside",
      """
      extension Container {
        static var a: Factory<A> { Factory(shared) { A(Container.shared.b()) } }
        static func c(_ id: Int) -> Factory<A> { Factory(shared) { A(Container.shared.b()) } }
        var b: Factory<B> { self { B() } }
      }
      """),
    RuleCase(
      "where there is no better way", "container-shared-inside",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A { Container.shared.b() } } }
        var b: Factory<B> { self { B(Other.shared.c()) } }
        var d: Factory<() -> B> { self { { Container.shared.b() } } }
        var e: Factory<A> { self { A(self.b()) } }
        var f: Factory<A> { self { A(Container.shared) } }
        var g: Factory<A> { self { A(\\Container.b) } }
        var h: Factory<A> { self { A() }.onTest { A(Container.shared.b()) } }
        func autoRegister() { e.register { A(Container.shared.b()) } }
        func helper() -> B { Container.shared.b() }
      }
      final class Other: SharedContainer {
        @TaskLocal static var shared = Other()
        var c: Factory<C> { self { C(Container.shared.b()) } }
      }
      extension SharedContainer {
        var everywhere: Factory<A> { self { A(Container.shared.b()) } }
      }
      final class A { let b = Container.shared.b() }
      """),
    RuleCase(
      "a container of that name within another type", "container-shared-inside",
      """
      enum Feature {
        final class Container: SharedContainer {
          @TaskLocal static var shared = Feature.Container()
          let manager = ContainerManager()
        }
      }
      extension Feature.Container {
        var a: Factory<A> { self { A(FactoryKit.Container.shared.b()) } }
      }
      extension FactoryKit.Container { var b: Factory<B> { self { B() } } }
      """),
  ]

  static let conformances = [
    RuleCase(
      "twice in one module, which does not compile", "duplicate-auto-registering",
      files: [
        "A.swift": "extension Container: AutoRegistering { func autoRegister() {} }",
        "B.swift": "extension Container: @retroactive AutoRegistering { func autoRegister() {} }",
      ]),
    RuleCase(
      "different containers, and clauses of #if", "duplicate-auto-registering",
      """
      #if DEBUG
        extension Container: AutoRegistering { func autoRegister() {} }
      #else
        extension Container: AutoRegistering { func autoRegister() {} }
      #endif
      final class A: SharedContainer, AutoRegistering { func autoRegister() {} }
      final class B: SharedContainer {}
      extension B: AutoRegistering { func autoRegister() {} }
      extension B { func other() {} }
      """),
    RuleCase(
      "two programs", "duplicate-auto-registering",
      [
        SourceModule(
          "One", kind: .executable,
          files: ["A.swift": "extension Container: AutoRegistering { func autoRegister() {} }"]),
        SourceModule(
          "Two", kind: .executable,
          files: ["B.swift": "extension Container: AutoRegistering { func autoRegister() {} }"]),
      ]),
    RuleCase(
      "a library and the program that uses it", "duplicate-auto-registering",
      [
        SourceModule(
          "Library",
          files: ["A.swift": "extension Container: AutoRegistering { func autoRegister() {} }"]),
        SourceModule(
          "App", kind: .executable, dependencies: ["Library"],
          files: ["B.swift": "extension ▶Container: AutoRegistering { func autoRegister() {} }"]),
      ]),
    RuleCase(
      "containers of one name", "duplicate-auto-registering",
      files: [
        "A.swift":
          "private final class C: SharedContainer, AutoRegistering { func autoRegister() {} }",
        "B.swift":
          "private final class C: SharedContainer {}\nextension C: AutoRegistering { func "
          + "autoRegister() {} }",
      ]),
    RuleCase(
      "resolutions in autoRegister", "auto-register-resolves",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
        func autoRegister() {
          let a = ▶a()
          Container.shared.▶b().run()
          if isOn { self.b.▶resolve().start() }
          [1, 2].forEach { _ in ▶b().run() }
          b.register { [a = self.▶a()] in B(a) }
          b.register { B(a) }
          ▶warm()
          ▶@Injected(\\.a) var injected
          injected.run()
          ▶warmWrapped()
        }
        func warm() { _ = b() }
        func warmWrapped() { @Injected(\\.b) var b; b.run() }
      }
      """),
    RuleCase(
      "a value that is read and registered again, changed", "auto-register-resolves",
      """
      extension Container: AutoRegistering {
        var list: Factory<[String]> { self { [] } }
        var a: Factory<A> { self { A() } }
        func autoRegister() {
          add("one")
          let all = list()
          list.register { all + ["two"] }
          let a = ▶a()
          list.register { all + [a.name] }
        }
        func add(_ name: String) {
          var all = list()
          all.append(name)
          list.register { all }
        }
      }
      """),
    RuleCase(
      "closures, registrations and other functions", "auto-register-resolves",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
        var group: FactoryGroup<A> { self.group() }
        func autoRegister() {
          b.register { B(self.a()) }
          a.onTest { A(self.b()) }.onArg("x") { A() }
          b { B(self.a()) }
          a.decorator { _ in self.b().log() }
          b.cached
          Task { self.a().warm() }
          onLogout = { self.b().stop() }
          group.add(\\.a)
          manager.defaultScope = .cached
          b.reset()
          let a = 1
          use(a)
          @LazyInjected(\\.a) var lazy
          @DynamicInjected(\\.a) var dynamic
          onLogin = { @Injected(\\.b) var b; b.start() }
          registerMore()
          global()
        }
        func other() { a().run() }
        func registerMore() { a.register { A() } }
      }
      func global() { Container.shared.a.register { A() } }
      final class Screen { func autoRegister() { Container.shared.a().run() } }
      """),
  ]

  @Test("The resolutions of one function are one finding, which says what they come before")
  func resolutions() {
    func messages(_ body: String) -> [String] {
      found(
        "auto-register-resolves",
        [
          "A.swift": """
          extension Container: AutoRegistering {
            var log: Factory<Log> { self { Log() } }
            var b: Factory<Log> { self { Log() } }
            func autoRegister() { \(body) }
          }
          """
        ]
      ).flatMap { [String($0.message.prefix { $0 != "." && $0 != "," })] + $0.notes.map(\.message) }
    }
    #expect(
      messages("log().info(b(), log(), b())") == [
        "autoRegister() resolves Container", "also: it resolves Container.b",
        "also: it resolves Container.log", "also: it resolves Container.b",
      ])
    func text(_ body: String) -> String {
      found(
        "auto-register-resolves",
        [
          "A.swift": "extension Container: AutoRegistering { var b: Factory<B> { self { B() } }\n"
            + "func autoRegister() { \(body) } }"
        ]
      ).map(\.message).joined()
    }
    #expect(text("b().run()").contains("so each container builds it when it begins"))
    #expect(text("b { B() }; b().run()").contains("so each container builds it when it begins"))
    #expect(text("b().run(); b { B() }").contains("before all registrations are made"))
  }

  @Test(
    "The advice depends on whether the statement registers something",
    arguments: [
      ("print(\"\\(a())\")", true), ("log(self.a().name)", true), ("_ = a()", true),
      ("a().run()", true), ("warm()", true), ("[1].forEach { _ in log(a()) }", true),
      ("let value = a(); b.register { B(value) }", false),
      ("b.register { [a = a()] in B(a) }", false), ("b.register(factory: make(a()))", false),
      ("if a().isOn { b.register { B() } }", false), ("Store.current = a()", false),
      ("setUp()", false),
    ])
  func advice(_ body: String, _ isAlone: Bool) throws {
    let source = """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
        func autoRegister() { \(body) }
        func warm() { _ = b() }
        func setUp() { let a = a(); b.register { B(a) } }
      }
      """
    let message = try #require(found("auto-register-resolves", ["A.swift": source]).first).message
    #expect(
      message.hasSuffix("This registers nothing: move it to where the program starts.") == isAlone)
    #expect(message.contains("'[unowned self] in'") != isAlone)
  }

  @Test(
    "A rule finds what it should, and nothing else", arguments: classes + inside + conformances)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test(
    "Containers need not be task-local in versions without a trait for them",
    arguments: [(1, 0), (2, 0), (3, 1), (nil, 1)])
  func versions(_ version: Int?, _ count: Int) {
    func findings(_ tests: String) -> Int {
      let files = [
        "A.swift": "import FactoryKit\nfinal class A: SharedContainer { static let shared = A() }",
        "Tests.swift": tests + "func t() { A.shared.reset() }",
      ].map { SourceFile(path: $0, module: ModuleIndex(0), facts: FileFacts(parsing: $1)) }
      let program = Program(
        files: files, modules: [Module(name: "App")], libraryVersion: version)
      return Checker().check(program).count { $0.rule == "container-not-task-local" }
    }
    #expect(findings("import Testing\n") == count)
    #expect(findings("import Testing\nimport FactoryTesting\n") == 1)
  }

  @Test("A second conformance has a note at the first")
  func conformanceNote() throws {
    let one = try #require(Self.conformances.first { !$0.expected.isEmpty })
    let notes = try #require(one.findings.first).notes
    #expect(notes.map { "\($0.path):\($0.line):\($0.column)" } == ["A.swift:1:11"])
  }
}
