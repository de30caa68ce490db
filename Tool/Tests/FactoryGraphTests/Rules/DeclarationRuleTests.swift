// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about the declarations of factories and scopes")
struct DeclarationRuleTests {
  static let stored = [
    RuleCase(
      "each kind of stored property", "stored-factory",
      """
      final class C: SharedContainer {
        let manager = ContainerManager()
        @TaskLocal static var shared = C()
        lazy var ▶a: Factory<A> = self { A() }
        lazy var ▶b = Factory(self) { B() }
        private(set) lazy var ▶c: ParameterFactory<Int, A> = self { A($0) }
        var ▶d: Factory<A>
        let ▶e: MainActorFactory<A>
        var ▶f: Factory<A> = make() { didSet { log() } }
      }
      """),
    RuleCase(
      "computed properties in all forms", "stored-factory",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { get { self { A() } } }
        var c: Factory<A> {
          #if DEBUG
            self { Mock() }
          #else
            self { A() }
          #endif
        }
        var d: Factory<A> { return self { A() } }
        static let names = ["a"]
        static var all: [KeyPath<Container, Factory<A>>] = [\\.a]
        static let path: KeyPath<Container, Factory<A>> = \\.a
      }
      """),
    RuleCase(
      "factories held by other types", "stored-factory",
      """
      struct Screen {
        let make: Factory<A>
        var other: ParameterFactory<Int, A>
      }
      final class Container2 { lazy var a: Factory<A> = Container.shared.a }
      func f() { let a: Factory<A> = Container.shared.a; _ = a }
      let global: Factory<A> = Container.shared.a
      """),
    RuleCase(
      "a closure or an instance in a container", "stored-factory",
      """
      final class C: SharedContainer {
        let manager = ContainerManager()
        let settings: Settings
        lazy var formatter = Formatter()
        let make: () -> Factory<A>
        lazy var list: [Factory<A>] = []
        lazy var item = self.item(1)
      }
      """),
    RuleCase(
      "Factory 1.x", "stored-factory",
      "import Factory\nextension Container { static let a = Factory { A() as B } }"),
  ]

  static let scopes = [
    RuleCase(
      "variables", "computed-scope",
      """
      extension Scope {
        static var ▶a: Cached { Cached() }
        static var ▶b = Cached()
        public static var ▶c: Scope.Shared = Scope.Shared()
        static var ▶d: Cached { return Cached() }
        nonisolated(unsafe) static var ▶e = Cached()
      }
      """),
    RuleCase(
      "Factory 1.x, which prescribes variables", "computed-scope",
      """
      import Factory
      extension Container.Scope { static var session = Cached() }
      extension Scope { static var other = Cached() }
      """),
    RuleCase(
      "2.x, whose module was called Factory as well", "stored-factory",
      """
      import Factory
      extension Container {
        lazy var ▶a: Factory<A> = self { A() }
        static let b = Factory { B() }
      }
      """),
    RuleCase(
      "2.x, whose module was called Factory as well", "parameter-ignored",
      """
      import Factory
      extension Container { var ▶a: ParameterFactory<Int, A> { self { A($0) }.cached } }
      """),
    RuleCase(
      "containers of 1.x have no manager", "container-not-final",
      """
      import Factory
      class First: SharedContainer { static let a = Factory { A() } }
      class ▶Second: SharedContainer { let manager = ContainerManager() }
      """),
    RuleCase(
      "in another type", "computed-scope",
      """
      enum Scopes {
        static var ▶a: Scope { Scope.Cached() }
        static var ▶b = Scope.Shared()
        static var current: Scope { .cached }
      }
      """),
    RuleCase(
      "constants, and what is no scope", "computed-scope",
      """
      extension Scope {
        static let a = Cached()
        static let b: Cached = .init()
        static var count: Int { 1 }
        static var names = ["a"]
        @TaskLocal static var c = Singleton()
        var text: String { "" }
      }
      struct Cached { static var shared: Cached { Cached() } }
      enum Shared { static var state = Shared.on }
      struct View { static var cached = Cached() }
      """),
    RuleCase(
      "a new scope at each read", "scope-in-definition",
      """
      extension Container {
        var a: Factory<A> { self { A() }.scope(▶Cached()) }
        var b: Factory<A> { self { A() }.scope(▶Scope.Cached()) }
        var c: Factory<A> { self { A() }.scope(▶.Cached()).onTest { A() } }
        var d: Factory<A> { self { A() }.scope(▶FactoryKit.Scope.Shared()) }
        var e: Factory<A> {
          self { A() }
            .scope(
              ▶Cached())
        }
      }
      """),
    RuleCase(
      "a scope that is declared", "scope-in-definition",
      """
      extension Container {
        var a: Factory<A> { self { A() }.scope(.session) }
        var b: Factory<A> { self { A() }.scope(Scope.session) }
        var c: Factory<A> { self { A(Cached()) }.scope(session) }
        var d: Factory<A> { self { A() }.scope(Scope.named("d")) }
        var e: Factory<A> { self { A() }.scope(.named("d")) }
        var f: Factory<A> { self { A() }.scope(Scopes.shared.session) }
        var g: Factory<A> { self { A() }.cached.scope(.unique) }
      }
      func f(_ c: Container) { c.a.scope(.session) }
      """),
  ]

  static let parameters = [
    RuleCase(
      "scoped", "parameter-ignored",
      """
      extension Container {
        var ▶a: ParameterFactory<Int, A> { self { A($0) }.cached }
        var ▶b: ParameterFactory<Int, A> { ParameterFactory(self) { A($0) }.graph }
        var ▶c: MainActorParameterFactory<Int, A> { self { A($0) }.scope(.session) }
        var ▶d: AsyncParameterFactory<Int, A, Never> { self { await A($0) }.singleton.onTest { \
        A($0) } }
        var ▶e: ParameterFactory<(Int, String), A> { self { (a, b) in A(a, b) }.shared }
      }
      """),
    RuleCase(
      "by parameter, unscoped, or scoped elsewhere", "parameter-ignored",
      """
      extension Container: AutoRegistering {
        var a: ParameterFactory<Int, A> { self { A($0) }.scopeOnParameters.cached }
        var b: ParameterFactory<Int, A> { self { A($0) }.cached.scopeOnParameters }
        var c: ParameterFactory<Int, A> { self { A($0) } }
        var d: ParameterFactory<Int, A> { self { A($0) }.unique }
        var e: Factory<(Int) -> A> { self { { A($0) } }.cached }
        var f: ParameterFactory<Int, A> { self { A($0) }.onTest { _ in A() } }
        func autoRegister() { c.cached }
      }
      """),
    RuleCase(
      "a scoped function", "factory-function",
      """
      extension Container {
        func ▶a(_ id: String) -> Factory<A> { self { A(id) }.cached }
        func ▶b(id: String, size: Int) -> Factory<A> { Factory(self) { A(id) }.singleton }
        func ▶c<T>(_ id: T) -> Factory<A> { self { A(id) }.scope(.session) }
      }
      """),
    RuleCase(
      "a key, no scope, no parameters, or a type as the parameter", "factory-function",
      """
      extension Container {
        func a(_ id: String) -> Factory<A> { self(key: id) { A(id) }.cached }
        func b(_ id: String) -> Factory<A> { Factory(self, key: "b") { A(id) }.cached }
        func c(_ id: String) -> Factory<A> { self { A(id) } }
        func d() -> Factory<A> { self { A() }.cached }
        func e(_ id: String) -> Factory<A> { self { A(id) }.unique }
        func f<T>(_ type: T.Type) -> Factory<Box<T>> { self { Box<T>() }.cached }
        func g(_ id: String) -> A { A(id) }
        func h(_ id: String) -> Factory<A> { a }
      }
      struct Screen { func a(_ id: String) -> Factory<A> { Container.shared.a.cached } }
      """),
    RuleCase(
      "an isolated closure", "isolated-closure",
      """
      extension Container {
        var a: Factory<A> { self { ▶@MainActor in A() } }
        @MainActor var b: Factory<A> { self { ▶@MainActor in A() } }
        var c: ParameterFactory<Int, A> { self { ▶@MainActor (id: Int) in A(id) }.cached }
        var d: Factory<A> {
          Factory(self) {
            ▶@MainActor [weak self] in
            A(self)
          }
        }
        var e: Factory<A> { Factory(self) { ▶@Audio in A() }.cached }
        var f: Factory<A> { self { A() } }
      }
      func change(_ c: Container) {
        c.f.register { ▶@MainActor in A() }
        c.f.onTest { ▶@MainActor in A() }
        c.a.register { @MainActor in A() }
      }
      """),
    RuleCase(
      "an isolated property, or a closure that is the product", "isolated-closure",
      """
      extension Container {
        @MainActor var a: Factory<A> { self { A() } }
        @MainActor var f: Factory<A> { Factory(self) { @MainActor in A() }.cached }
        var b: MainActorFactory<A> { self { A() } }
        var c: Factory<@MainActor () -> Void> { self { { @MainActor in show() } } }
        var d: Factory<A> { self { A(onChange: { @MainActor in show() }) } }
        @Audio var e: Factory<A> { self { @Audio in A() } }
        var g: Factory<A> { self { @Sendable in A() } }
      }
      func f(_ c: Container) {
        c.a.register { @MainActor in A() }
        c.b.register { @MainActor in A() }
        c.g.register { A(onChange: { @MainActor in show() }) }
      }
      """),
  ]

  @Test("A rule finds what it should, and nothing else", arguments: stored + scopes + parameters)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
