// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("The default scope of a container")
struct DefaultScopeTests {
  /// The scopes of the factories `a`, which has none, and `b`, which is cached.
  private static func scopes(_ source: String, test: String = "") -> [String?] {
    let program = Program(modules: [
      SourceModule(
        "App", kind: .executable,
        files: [
          "main.swift": """
          import FactoryKit
          extension Container {
            var a: Factory<A> { self { A() } }
            var b: Factory<B> { self { B() }.cached }
            var c: Factory<C> { self { C() }.unique }
          }
          \(source)
          """
        ]),
      SourceModule(
        "AppTests", kind: .test, dependencies: ["App"], files: ["T.swift": test]),
    ])
    return program.graph.factories.filter { $0.container == "Container" }.map(\.scope)
  }

  @Test(
    "It is that of factories without one",
    arguments: [
      "Container.shared.manager.defaultScope = .singleton",
      "let manager = Container.shared.manager\nmanager.defaultScope = Scope.singleton",
      """
      extension Container: AutoRegistering {
        func autoRegister() { manager.defaultScope = .singleton }
      }
      """,
      """
      extension Container: AutoRegistering {
        func autoRegister() { self.manager.defaultScope = .singleton; b.register { B() } }
      }
      """,
      "@main struct Main: App { init() { Container.shared.manager.defaultScope = .singleton } }",
      """
      final class Delegate: NSObject, UIApplicationDelegate {
        func application(_ a: Application) -> Bool {
          Container.shared.manager.defaultScope = .singleton
          return true
        }
      }
      """,
    ])
  func certain(_ source: String) {
    #expect(Self.scopes(source) == ["singleton", "cached", nil])
  }

  @Test(
    "It is unknown if it is set in several ways, or if it may not be set",
    arguments: [
      """
      Container.shared.manager.defaultScope = .singleton
      Container.shared.manager.defaultScope = .cached
      """,
      "Container.shared.manager.defaultScope = load()",
      "if flag { Container.shared.manager.defaultScope = .singleton }",
      """
      #if DEBUG
        Container.shared.manager.defaultScope = .singleton
      #endif
      """,
      "func f() { Container.shared.manager.defaultScope = .singleton }",
      "let local = Container(); local.manager.defaultScope = .singleton",
      "for container in list { container.manager.defaultScope = .singleton }",
    ])
  func unknown(_ source: String) {
    #expect(Self.scopes(source) == ["unknown", "cached", nil])
  }

  @Test(
    "It does not decide what it does not set",
    arguments: [
      "Container.shared.manager.defaultScope = nil",
      "Container.shared.manager.defaultScope = .unique",
      "struct Other { var defaultScope = 1 }; var other = Other(); other.defaultScope = 2",
      """
      final class Custom: SharedContainer {
        @TaskLocal static var shared = Custom()
        init() { manager.defaultScope = .singleton }
      }
      """,
    ])
  func none(_ source: String) {
    #expect(Self.scopes(source) == [nil, "cached", nil])
  }

  @Test(
    "It is that which the initial value of the manager sets",
    arguments: [
      (
        "let",
        "{ let manager = ContainerManager(); manager.defaultScope = .cached; return manager }()",
        "cached"
      ),
      (
        "let",
        "{ () -> ContainerManager in let m = ContainerManager(); m.defaultScope = .cached; return m }()",
        "cached"
      ),
      (
        "lazy var", "{ let m = ContainerManager(); m.defaultScope = .cached; return m }()", "cached"
      ),
      (
        "let", "{ let m = ContainerManager(); if x { m.defaultScope = .cached }; return m }()",
        "unknown"
      ),
      ("let", "{ let m = ContainerManager(); m.defaultScope = scope(); return m }()", "unknown"),
    ])
  func manager(_ keyword: String, _ value: String, _ scope: String) {
    let source = """
      import FactoryKit
      final class Own: SharedContainer {
        @TaskLocal static var shared = Own()
        \(keyword) manager: ContainerManager = \(value)
        var a: Factory<A> { self { A() } }
      }
      extension Container { var b: Factory<A> { self { A() } } }
      """
    #expect(Program(source: source).graph.factories.map(\.scope) == [nil, scope])
  }

  @Test("That it is set in two ways is listed at the second one")
  func listed() {
    let program = Program(
      source: """
        import FactoryKit
        extension Container { var a: Factory<A> { self { A() } } }
        Container.shared.manager.defaultScope = .singleton
        Container.shared.manager.defaultScope = .cached
        """)
    #expect(
      program.graph.unresolved.map { "\($0.line):\($0.column) \($0.reason)" } == [
        "4:1 the default scope of Container is set to several, so that of its factories is not known"
      ])
  }

  @Test("One of several initialisers may not be the one that makes the container")
  func initializers() {
    let program = Program(
      source: """
        import FactoryKit
        final class Custom: SharedContainer {
          @TaskLocal static var shared = Custom()
          init() { manager.defaultScope = .session }
          init(plain: Bool) {}
          var a: Factory<A> { self { A() } }
        }
        """)
    #expect(program.graph.factories.map(\.scope) == ["unknown"])
  }

  @Test("An initialiser sets that of its container")
  func initializer() {
    let program = Program(
      source: """
        import FactoryKit
        final class Custom: SharedContainer {
          @TaskLocal static var shared = Custom()
          let manager = ContainerManager()
          init() { manager.defaultScope = .session }
          var a: Factory<A> { self { A() } }
        }
        """)
    #expect(program.graph.factories.map(\.scope) == ["session"])
  }

  @Test("Tests do not decide it")
  func tests() {
    #expect(
      Self.scopes(
        "", test: "import FactoryKit\nfunc f() { Container.shared.manager.defaultScope = .cached }")
        == [nil, "cached", nil])
  }

  @Test("Factories of all containers have the default of none of them")
  func everywhere() {
    let program = Program(
      source: """
        import FactoryKit
        extension SharedContainer { var a: Factory<A> { self { A() } } }
        final class Custom: SharedContainer {
          @TaskLocal static var shared = Custom()
          init() { manager.defaultScope = .cached }
        }
        """)
    #expect(program.graph.factories.map(\.scope) == ["unknown"])
  }

  @Test("A default scope counts as a lifetime")
  func lifetime() {
    let one = RuleCase(
      "a singleton by default", "captive-lifetime",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() }.scope(.session) }
        var b: Factory<B> { self { B(self.▶a()) } }
        func autoRegister() { manager.defaultScope = .singleton }
      }
      """)
    #expect(one.found == one.expected)
  }

  @Test("Scopes of one name in two types are different")
  func twoTypes() {
    let one = RuleCase(
      "two scopes", "captive-lifetime",
      """
      extension Scope { static let session = Singleton() }
      enum Scopes { static let session = Cached() }
      extension Container {
        var a: Factory<A> { self { A() }.scope(.session) }
        var b: Factory<A> { self { A() }.scope(Scopes.session) }
        var c: Factory<C> { self { C(self.a()) }.singleton }
        var d: Factory<C> { self { C(self.▶b()) }.singleton }
      }
      """)
    #expect(one.found == one.expected)
  }
}
