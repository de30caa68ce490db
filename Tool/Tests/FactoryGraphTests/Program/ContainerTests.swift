// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Containers that the program declares")
struct ContainerTests {
  @Test(
    "A factory is found through every kind of container",
    arguments: [
      (
        "a protocol of containers",
        """
        protocol Payments: SharedContainer {}
        extension Payments { var a: Factory<A> { self { A() } } }
        final class Own: Payments { var b: Factory<A> { self { A(self.a()) } } }
        func f(_ p: any Payments, _ own: Own) { p.a(); own.a() }
        """,
        ["App.Own.b construct App.Payments.a", "type:App.main resolve App.Payments.a"]
      ),
      (
        "an extension of all containers",
        """
        extension SharedContainer { var a: Factory<A> { self { A() } } }
        extension ManagedContainer { var b: Factory<A> { self { A() } } }
        final class Own: SharedContainer { var c: Factory<A> { self { A(self.a(), self.b()) } } }
        func f(_ c: some SharedContainer) { c.a() }
        """,
        [
          "App.Own.c construct App.ManagedContainer.b",
          "App.Own.c construct App.SharedContainer.a",
          "type:App.main resolve App.SharedContainer.a",
        ]
      ),
      (
        "an extension of all containers, without one of `Container`",
        """
        extension SharedContainer {
          var a: Factory<A> { self { A(self.b()) } }
          var b: Factory<B> { self { B() } }
        }
        final class B { @Injected(\\.c) var c; @LazyInjected(\\Own.a) var a }
        extension ManagedContainer { var c: Factory<A> { self { A() } } }
        final class Own: SharedContainer { @TaskLocal static var shared = Own() }
        extension Own { var d: Factory<A> { self { A(self.c()) } } }
        struct Screen { @Injected(\\.a) var a; let own = Own.shared.a() }
        func f() { Container.shared.c(); dependency(\\.b); Container().b.register { B() } }
        """,
        [
          "App.Own.d construct App.ManagedContainer.c",
          "App.SharedContainer.a construct App.SharedContainer.b",
          "App.SharedContainer.b construct App.ManagedContainer.c",
          "App.SharedContainer.b lazy App.SharedContainer.a",
          "type:App.Screen resolve App.SharedContainer.a",
          "type:App.Screen resolve App.SharedContainer.a",
          "type:App.main register App.SharedContainer.b",
          "type:App.main resolve App.ManagedContainer.c",
          "type:App.main resolve App.SharedContainer.b",
        ]
      ),
      (
        "a nested container",
        """
        enum Feature { final class Own: SharedContainer { @TaskLocal static var shared = Own() } }
        extension Feature.Own { var a: Factory<A> { self { A() } } }
        struct Screen { @Injected(\\Feature.Own.a) var a; let b = Feature.Own.shared.a() }
        """,
        ["type:App.Screen resolve App.Feature.Own.a"]
      ),
      (
        "another container in a factory",
        """
        final class Own: SharedContainer { @TaskLocal static var shared = Own() }
        extension Own { var a: Factory<A> { self { A(Container.shared.b()) } } }
        extension Container { var b: Factory<A> { self { A() } } }
        func f() { Own.$shared.withValue(Own()) { Own.shared.a() } }
        """,
        ["App.Own.a construct App.Container.b", "type:App.main resolve App.Own.a"]
      ),
      (
        "a container that holds another",
        """
        final class Own: SharedContainer {
          let parent: Container
          init(parent: Container) { self.parent = parent }
          var c: Factory<A> { self { A(self.parent.b()) } }
        }
        extension Container { var b: Factory<A> { self { A() } } }
        """,
        ["App.Own.c construct App.Container.b"]
      ),
      (
        "a type alias of the container",
        """
        typealias C = Container
        extension C { var a: Factory<A> { self { A() } } }
        struct Screen { @Injected(\\C.a) var a; func f() { C.shared.a() } }
        """, ["type:App.Screen resolve App.Container.a"]
      ),
      (
        "an alias of an alias, and one in a type",
        """
        enum Feature { typealias Services = More }
        typealias More = FactoryKit.Container
        extension Container { var a: Factory<A> { self { A() } } }
        func f(_ c: Feature.Services) { c.a() }
        """, ["type:App.main resolve App.Container.a"]
      ),
      (
        "an alias of the factory's type",
        """
        typealias Provider<Value> = Factory<Value>
        extension Container {
          var a: Provider<A> { self { A() } }
          var b: Provider<B> { self { B(self.a()) } }
        }
        """, ["App.Container.b construct App.Container.a"]
      ),
      (
        "an alias of the product",
        """
        typealias Screens = A
        final class A { @Injected(\\.b) var b }
        extension Container {
          var a: Factory<Screens> { self { Screens() } }
          var b: Factory<B> { self { B() } }
        }
        func f() { Container.shared.a() }
        """,
        ["App.Container.a construct App.Container.b", "type:App.main resolve App.Container.a"]
      ),
      (
        "an alias for itself, which does not compile",
        """
        typealias C = C
        func f() { C.shared.a() }
        """, []
      ),
      (
        "a subclass of a container",
        """
        class Base: SharedContainer { var a: Factory<A> { self { A() } } }
        final class Own: Base { var b: Factory<B> { self { B(self.a()) } } }
        func f(_ own: Own) { own.a(); own.b() }
        """,
        [
          "App.Own.b construct App.Base.a", "type:App.main resolve App.Base.a",
          "type:App.main resolve App.Own.b",
        ]
      ),
    ])
  func containers(_ name: String, _ source: String, _ expected: [String]) {
    let program = Program(modules: [
      SourceModule(
        "App", kind: .executable, files: ["A.swift": source, "B.swift": "import FactoryKit\n"])
    ])
    let edges = Set(program.graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" })
    #expect(edges == Set(expected), "\(name)")
    #expect(
      !Checker().check(program).contains {
        $0.message.hasPrefix("nothing resolves") && $0.message.contains(".a.")
      })
  }

  @Test(
    "A circle of factories of all containers is found without an extension of `Container`",
    arguments: [
      "var b: Factory<B> { self { B() } } }\nfinal class B { @Injected(\\.a) var a }",
      "var b: Factory<B> { self { B(Container.shared.a()) } } }",
      "var b: Factory<B> { self { B(dependency(\\.a)) } } }",
    ])
  func circle(_ source: String) {
    let text = "extension SharedContainer { var a: Factory<A> { self { A(self.b()) } }; \(source)"
    #expect(findings("circular-dependency", text) == ["1:33"])
  }

  @Test("A container that no file extends or uses is none of the program")
  func unusedContainer() {
    let graph = graph("extension SharedContainer { var a: Factory<A> { self { A() } } }")
    #expect(graph.containers.map(\.name) == ["SharedContainer"])
  }

  @Test("Private containers of one name in several files are different")
  func privateContainers() {
    let text = { (name: String) in
      """
      private final class Own: SharedContainer { @TaskLocal static var shared = Own() }
      extension Own { var \(name): Factory<A> { self { A() } } }
      func \(name)() { Own.shared.\(name)() }
      """
    }
    let program = Program(modules: [
      SourceModule(
        "App", kind: .test,
        files: ["A.swift": text("a"), "B.swift": text("b"), "C.swift": "import FactoryKit\n"])
    ])
    let graph = program.graph
    #expect(graph.factories.map(\.id) == ["App.Own.a", "App.Own.b"])
    #expect(graph.edges.map(\.to) == ["App.Own.a", "App.Own.b"])
  }

  @Test("Private factories of one name in several files are different")
  func privateFactories() {
    let text = { (type: String, path: String) in
      """
      extension Container { private var own: Factory<\(type)> { self { \(type)() } } }
      struct Screen\(type) { @Injected(\\.own) var own }
      """
    }
    let graph = Program(modules: [
      SourceModule(
        "App", kind: .executable,
        files: [
          "A.swift": text("A", ""), "B.swift": text("B", ""), "C.swift": "import FactoryKit\n",
        ])
    ]).graph
    #expect(graph.factories.map(\.path) == ["A.swift", "B.swift"])
    #expect(graph.edges.count == 2)
  }
}
