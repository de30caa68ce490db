// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Factories that are static or global properties")
struct StaticFactoryTests {
  private static func graph(_ source: String, module: String = "FactoryKit") -> Graph {
    Program(modules: [
      SourceModule("App", kind: .executable, files: ["A.swift": "import \(module)\n\(source)"])
    ]).graph
  }

  private static func edges(_ graph: Graph) -> [String] {
    graph.edges.map {
      "\($0.from) \($0.kind.rawValue) \($0.to)".replacing("App.Container.", with: "")
        .replacing("type:App.", with: "type:")
    }.sorted()
  }

  @Test(
    "A property that makes a factory of a shared container is one, wherever it is",
    arguments: ["FactoryKit", "Factory"])
  func shared(module: String) {
    let graph = Self.graph(
      """
      enum Services {
        static let a = Factory(Container.shared) { A(b(), Services.c()) }
        static let b = Factory<B>(Container.shared) { B(g()) }.singleton
        static var c: Factory<C> { Factory(\(module).Container.shared) { C(self.b.resolve()) } }
      }
      extension Container {
        static let d = Factory(shared) { D(Services.a()) }
        static let e = Factory<E>(Self.shared) { E(d()) }
      }
      struct Screens { var f: Factory<F> { return Factory(Container.shared) { F(Container.e()) } } }
      let g = Factory<G>(Container.shared) { G() }
      func run(_ screens: Screens) { screens.f(); g(); Services.a.register { A() } }
      """, module: module)
    #expect(
      graph.factories.map { "\($0.name) \($0.type) \($0.scope ?? "")" } == [
        "a A ", "b B singleton", "c C ", "d D ", "e E ", "f F ", "g G ",
      ])
    #expect(
      Self.edges(graph) == [
        "a construct b", "a construct c", "b construct g", "c construct b", "d construct a",
        "e construct d", "f construct e", "type:main register a", "type:main resolve f",
        "type:main resolve g",
      ])
    #expect(graph.unresolved.isEmpty)
  }

  @Test("A static or global factory of 1.x names no container, and may be in any type")
  func firstVersion() {
    let graph = Self.graph(
      """
      class Services { static let a = Factory<A>(scope: .singleton) { A(g()) } }
      let g = Factory { G() }
      extension Container { static let b = Factory<B> { B(Services.a()) } }
      """, module: "Factory")
    #expect(
      graph.factories.map { "\($0.name) \($0.type) \($0.scope ?? "")" } == [
        "a A singleton", "b B ", "g G ",
      ])
    #expect(Self.edges(graph) == ["a construct g", "b construct a"])
    #expect(graph.unresolved.isEmpty)
  }

  @Test("Properties that hold something else are no factories")
  func others() {
    let graph = Self.graph(
      """
      enum Services {
        static let a = Factory(Container.shared) { A() }()
        static let b = Factory(Container.shared) { B() }.resolve()
        static let c = [Factory(Container.shared) { C() }]
        static let d = make(Factory(Container.shared) { D() })
        static let e = Factory(container) { E() }
        let f = Machine { F() }
      }
      """)
    #expect(graph.factories.isEmpty)
  }

  @Test(
    "Static and global factories are no mistakes",
    arguments: [
      "enum S { static let a = Factory(Container.shared) { A() } }\nfunc f() { S.a() }",
      "let a = Factory(Container.shared) { A() }\nfunc f() { a() }",
      "enum S { static let a = Factory<A>(Container.shared) { fatalError() } }\nfunc f() { S.a() }",
      """
      extension Container {
        static let a = Factory<A>(Container.shared) { A() }
        static let b = Factory<A>(Container.shared) { A(Container.shared.c()) }
        var c: Factory<A> { self { A() } }
      }
      func f() { Container.a(); Container.b() }
      """,
      """
      enum S { static var a: Factory<A> { Factory(Container.shared) { A(Container.shared.c()) } } }
      extension Container { var c: Factory<A> { self { A() } } }
      func f() { S.a() }
      """,
    ])
  func noFindings(_ source: String) {
    let program = Program(modules: [
      SourceModule("App", kind: .executable, files: ["A.swift": "import FactoryKit\n\(source)"])
    ])
    #expect(Checker().check(program).map(\.message) == [])
  }

  @Test("What is wrong with any factory is found in those of other types")
  func findings() {
    let source = """
      enum S {
        static let a = Factory<A>(Container.shared) { A(b()) }
        static let b = Factory<B>(Container.shared) { B(a()) }
        static let c = Factory<C>(Container.shared) { C() }
      }
      """
    #expect(FactoryGraphTests.findings("circular-dependency", source) == ["2:14"])
    #expect(FactoryGraphTests.findings("unused-factory", source).last == "4:14")
  }
}
