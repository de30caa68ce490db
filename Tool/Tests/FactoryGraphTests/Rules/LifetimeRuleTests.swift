// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Rules about lifetimes and circles")
struct LifetimeRuleTests {
  private static func captive(_ name: String, _ source: String) -> RuleCase {
    RuleCase(
      name, "captive-lifetime",
      """
      extension Scope {
        static let session = Cached()
        static let app = Singleton()
        static let weak: Shared = .init()
      }
      extension Container {
        var session: Factory<Session> { self { Session() }.scope(.session) }
        var cached: Factory<A> { self { A() }.cached }
        var single: Factory<A> { self { A() }.singleton }
        var plain: Factory<A> { self { A(self.session()) } }
        var shared: Factory<A> { self { A(self.session()) }.shared }
        var weak: Factory<A> { self { A() }.scope(.weak) }
      }
      \(source)
      func logOut() { Container.shared.manager.reset(scope: .cached) }
      """)
  }

  private static let captives = [
    captive(
      "in the closure",
      """
      extension Container {
        var a: Factory<A> { self { A(self.▶session()) }.singleton }
        var b: Factory<A> { self { A(self.▶session(), self.▶cached()) }.singleton.onTest { A() } }
        var c: Factory<A> { Factory(self) { A(self.session.▶resolve()) }.cached }
        var d: ParameterFactory<Int, A> { self { A($0, self.▶cached()) \
        }.scopeOnParameters.singleton }
        var e: Factory<A> { self { A(self.▶session()) }.scope(.app) }
      }
      """),
    captive(
      "through factories without a lifetime of their own",
      """
      extension Container {
        var a: Factory<A> { self { A(self.▶plain()) }.singleton }
        var b: Factory<A> { self { A(self.▶shared()) }.cached }
      }
      """),
    captive(
      "in the type that it builds",
      """
      final class Screen { @▶Injected(\\.session) var session; @DynamicInjected(\\.session) var \
      other }
      final class Late { @▶LazyInjected(\\.session) var session; @WeakLazyInjected(\\.cached) \
      var other }
      final class Own { let session: Session; init() { session = Container.shared.▶session() } }
      extension Container {
        var screen: Factory<Screen> { self { Screen() }.singleton }
        var late: Factory<Late> { self { Late() }.cached }
        var own: Factory<Own> { self { .init() }.cached }
      }
      """.replacing("@▶", with: "▶@")),
    captive(
      "what lives as long, or as long as its holder",
      """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A(self.cached()) }.cached }
        var b: Factory<A> { self { A(self.single()) }.cached }
        var c: Factory<A> { self { A(self.weak()) }.singleton }
        var d: Factory<A> { self { A(self.session()) }.scope(.session) }
        var e: Factory<A> { self { A(self.session()) } }
        var f: Factory<A> { self { A(self.session()) }.shared }
        var g: Factory<A> { self { A { self.session() } }.singleton }
        var h: Factory<A> { self { A(self.session) }.singleton }
        var i: Factory<A> { self { A(\\.session) }.singleton }
        var j: Factory<A> { self { A() }.singleton.onTest { A(self.session()) } }
        var k: Factory<() -> Session> { self { { self.session() } }.singleton }
        var l: Factory<A> { self { A(self.session.existing()) }.singleton }
        func autoRegister() { single.onTest { [unowned self] in A(session()) } }
      }
      """),
    captive(
      "an argument that stands for a default",
      """
      final class Screen {
        init(session: Session = Container.shared.session(), other: Int = 1) {}
        static let preview = Screen(session: Container.shared.session())
        lazy var late = Container.shared.session()
      }
      extension Container {
        var screen: Factory<Screen> { self { Screen(session: Session()) }.singleton }
      }
      """),
    captive(
      "an argument that is left out",
      """
      final class Screen {
        init(name: String, session: Session = Container.shared.▶session(), other: Int = 1) {}
      }
      extension Container {
        var screen: Factory<Screen> { self { Screen(name: "a", other: 2) }.singleton }
      }
      """),
    captive(
      "types of one name in other files' types",
      """
      enum One { final class Model { let session = Container.shared.session() } }
      enum Two { final class Model {} }
      extension Container { var model: Factory<Two.Model> { self { Two.Model() }.singleton } }
      """),
  ]

  private static let circles = [
    RuleCase(
      "two, three, and one by itself", "circular-dependency",
      """
      extension Container {
        var ▶a: Factory<A> { self { A(self.b()) } }
        var b: Factory<B> { self { B(self.a()) } }
        var ▶c: Factory<C> { self { C(self.d()) } }
        var d: Factory<D> { self { D(self.e()) } }
        var e: Factory<E> { self { E(self.c(), self.a()) } }
        var ▶f: Factory<F> { self { F(self.f()) } }
      }
      """),
    RuleCase(
      "through initialisers, wrappers and functions", "circular-dependency",
      files: [
        "A.swift": """
        final class A { @Injected(\\.b) var b }
        final class B { let c: C; init(_ c: C = make()) { self.c = c } }
        func make() -> C { Container.shared.c.resolve() }
        """,
        "C.swift": """
        struct C { let a = dependency(\\.a) }
        extension Container {
          var ▶a: Factory<A> { self { A() } }
          var b: Factory<B> { self { B() } }
          var c: Factory<C> { self { .init() } }
        }
        """,
      ]),
    RuleCase(
      "in closures that run at once", "circular-dependency",
      """
      extension Container {
        var ▶a: Factory<[B]> { self { [1, 2].map { _ in self.b() } } }
        var b: Factory<B> { self { { B(self.a()) }() } }
        var ▶c: Factory<C> { self { apply { C(self.d()) } } }
        var d: Factory<D> { self { D(self.c()) } }
      }
      func apply<T>(_ body: () -> T) -> T { body() }
      """),
    RuleCase(
      "edges that do not count", "circular-dependency",
      """
      final class A { @LazyInjected(\\.b) var b }
      final class B { @WeakLazyInjected(\\.a) var a; @DynamicInjected(\\.a) var other }
      final class C { lazy var d = Container.shared.d(); @Injected(\\.c) static var shared }
      final class D { let make: () -> C; init(make: @escaping () -> C) { self.make = make } }
      final class E { var e: E { Container.shared.e() }; func run() { _ = Container.shared.e() } }
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() } }
        var c: Factory<C> { self { C() } }
        var d: Factory<D> { self { D { self.c() } } }
        var e: Factory<E> { self { E() } }
        var f: Factory<() -> G> { self { { self.g() } } }
        var g: Factory<G> { self { G(self.f()) } }
        var h: Factory<G> { self { G() }.decorator { _ in self.h().log() }.onTest { G(self.h()) } }
        var i: Factory<G> { self { G(self.i.existing()) } }
        var m: ParameterFactory<Int, G> { self { $0 == 0 ? G() : G(self.m($0 - 1)) } }
        var n: Factory<G> { self { self.parent?.n() ?? G() } }
        var parent: Container? { nil }
        var j: Factory<G> { self { let j = G(); return j } }
        var k: Factory<G> { self { let k = { G() }; return k() } }
        var l: Factory<G> { self { G(Other.shared.l()) } }
        func autoRegister() { g.register { [unowned self] in G(f()) } }
      }
      final class Other: SharedContainer { var l: Factory<G> { self { G() } } }
      """),
    RuleCase(
      "circles that no build has", "circular-dependency",
      """
      extension Container {
        #if DEBUG
          var a: Factory<A> { self { A(self.b()) } }
          var b: Factory<B> { self { B() } }
        #else
          var a: Factory<A> { self { A() } }
          var b: Factory<B> { self { B(self.a()) } }
        #endif
        var c: Factory<C> {
          self {
            #if DEBUG && !os(Linux)
              return C()
            #else
              return C(self.d())
            #endif
          }
        }
        var ▶d: Factory<D> {
          self {
            #if DEBUG
              return D(self.e())
            #else
              return D(self.f())
            #endif
          }
        }
        var e: Factory<E> {
          self {
            #if !DEBUG
              return E(self.d())
            #elseif os(macOS)
              return E()
            #endif
          }
        }
        var f: Factory<F> {
          self {
            #if os(Linux)
              return F(self.d())
            #endif
          }
        }
      }
      """),
    RuleCase(
      "parameters", "circular-dependency",
      """
      extension Container {
        var tree: ParameterFactory<Int, A> { self { A(self.branch($0)) } }
        var branch: ParameterFactory<Int, B> { self { n in B(n == 0 ? nil : self.tree(n - 1)) } }
        var ▶same: ParameterFactory<Int, A> { self { A(self.other($0)) } }
        var other: ParameterFactory<Int, B> { self { n in B(self.same(n), self.same(1)) } }
      }
      """),
    RuleCase(
      "through initialisers that are passed on", "circular-dependency",
      """
      final class P { @Injected(\\.q) var q }
      final class Q { @Injected(\\.p) var p; init() {} }
      final class R { let r: R; init() { r = Container.shared.s() } }
      final class S { init(_ number: Int) { _ = Container.shared.r() } }
      extension Container {
        var ▶p: Factory<P> { Factory(self, P.init) }
        var q: Factory<Q> { self(factory: Q.init) }
        var ▶r: Factory<R> { Factory(self, factory: R.init).cached }
        var s: Factory<R> { self { R.make(self.t(1)) } }
        var t: ParameterFactory<Int, S> { ParameterFactory(self, S.init) }
      }
      """),
    RuleCase(
      "initialisers that are not those passed on", "circular-dependency",
      """
      final class P { init() {}; init(_ name: String) { _ = Container.shared.q() } }
      final class Q { init(_ p: P) {}; init() { _ = Container.shared.p() } }
      final class L { @LazyInjected(\\.m) var m }
      final class M { @Injected(\\.l) var l }
      extension Container {
        var p: Factory<P> { Factory(self, P.init) }
        var q: Factory<Q> { Factory(self, Q.init) }
        var l: Factory<L> { Factory(self, L.init) }
        var m: Factory<M> { Factory(self, M.init) }
      }
      """),
    RuleCase(
      "through the shared instance of a type", "circular-dependency",
      """
      final class A { static let shared = A(); @Injected(\\.b) var b }
      enum D { static let shared = Container.shared.c() }
      final class E { static let shared = E(); lazy var f = Container.shared.f() }
      final class G { static let make = { Container.shared.g() }; static var other: Int { 1 } }
      extension Container {
        var ▶a: Factory<A> { self { A.shared } }
        var b: Factory<B> { self { B(self.a()) } }
        var ▶c: Factory<C> { self { C(D.shared) } }
        var e: Factory<E> { self { E.shared } }
        var f: Factory<F> { self { F(self.e()) } }
        var g: Factory<G> { self { G(G.make, G.other) } }
      }
      """),
    RuleCase(
      "overloads of initialisers by label", "circular-dependency",
      """
      final class A {
        init(b: B) {}
        convenience init(name: String) { self.init(b: Container.shared.b()) }
      }
      final class B { init() { _ = Container.shared.a() } }
      extension Container {
        var a: Factory<A> { self { A(b: B(quiet: true)) } }
        var b: Factory<B> { self { B() } }
      }
      extension B { convenience init(quiet: Bool) { self.init(flag: quiet) } }
      """),
    RuleCase(
      "private types of one name", "circular-dependency",
      files: [
        "A.swift": """
        private final class Model { let b = Container.shared.b() }
        extension Container { var a: Factory<Any> { self { Model() } } }
        """,
        "B.swift": """
        private final class Model {}
        extension Container { var b: Factory<Any> { self { Model() } } }
        """,
      ]),
  ]

  @Test("A rule finds what it should, and nothing else", arguments: captives + circles)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("A type that several containers build has one finding, with notes for the others")
  func oneMistake() throws {
    let one = Self.captive(
      "",
      """
      final class Own { @Injected(\\.session) var session }
      extension Container { var a: Factory<Own> { self { Own() }.singleton } }
      final class Second: SharedContainer { var b: Factory<Own> { self { Own() }.singleton } }
      final class Third: SharedContainer { var c: Factory<Own> { self { Own() }.cached } }
      """)
    #expect(one.findings.count == 1)
    let finding = try #require(one.findings.first)
    #expect(finding.message.hasPrefix("Container.a is a singleton and keeps"))
    #expect(
      finding.notes.filter { $0.message.hasPrefix("also: ") }.map { $0.message.prefix(14) } == [
        "also: Second.b", "also: Third.c ",
      ])
  }

  @Test("A note stands at the shorter-lived factory")
  func captiveNote() throws {
    let notes = try #require(Self.captives[0].findings.first).notes
    #expect(notes.map { "\($0.line):\($0.column)" } == ["7:7"])
  }

  @Test("The notes of a circle give its chain")
  func circleNotes() throws {
    let notes = try #require(Self.circles[0].findings.dropFirst().first).notes
    #expect(notes.map { "\($0.line):\($0.column)" } == ["4:37", "5:37", "6:37"])
  }
}
