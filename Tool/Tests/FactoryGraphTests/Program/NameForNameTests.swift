// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Names that stand for others")
struct NameForNameTests {
  @Test("A wrapper under an alias is the wrapper")
  func wrapperAlias() {
    #expect(
      edges(
        """
        typealias Inject<T> = Injected<T>
        typealias Later = FactoryKit.LazyInjected
        extension Container { var x: Factory<X> { self { X() } } }
        struct A { @Inject(\\.x) var one; @Later(\\.x) var two }
        extension Container { var a: Factory<A> { self { A() } } }
        func f() { @Inject(\\.x) var three }
        """) == ["a construct x:4", "a lazy x:4", "type:main resolve x:6"])
  }

  @Test(
    "A context's argument may be a constant",
    arguments: [
      "Arguments.demo", "demo", "Arguments.Nested.demo", "other",
    ])
  func contextConstant(_ argument: String) {
    let graph = graph(
      """
      let demo = "demo"
      let other = Arguments.demo
      enum Arguments {
        static let demo = "demo"
        enum Nested { static var demo: String { "demo" } }
      }
      extension Container {
        var a: Factory<A> { self { A() }.onArg(\(argument)) { B() } }
        var b: Factory<A> { self { A() }.context(.arg(\(argument))) { B() } }
        var c: Factory<A> { self { A() }.onArgs([\(argument), "more"]) { B() } }
      }
      """)
    #expect(
      graph.factories.map(\.contexts) == [
        ["arg(demo)"], ["arg(demo)"], ["arg(demo)", "arg(more)"],
      ])
    #expect(graph.unresolved.isEmpty)
  }

  @Test("A context's argument that is no constant is listed")
  func contextVariable() {
    let graph = graph(
      """
      extension Container {
        var a: Factory<A> { self { A() }.onArg(load()) { B() } }
      }
      """)
    #expect(graph.factories[0].contexts.isEmpty)
    #expect(
      graph.unresolved.map { "\($0.line):\($0.column) \($0.reason)" } == [
        "2:42 the text is not a constant, so it is not known which launch argument it is"
      ])
  }

  @Test("A key path leads through properties that are containers")
  func keyPathThroughProperty() {
    #expect(
      edges(
        """
        final class Payments: SharedContainer {
          @TaskLocal static var shared = Payments()
          var pay: Factory<X> { self { X() } }
        }
        extension Container {
          var payments: Payments { .shared }
          var a: Factory<A> { self { A() } }
        }
        struct A {
          @Injected(\\.payments.pay) var pay
          init() { Container.shared[keyPath: \\.payments.pay]() }
        }
        """) == ["a construct App.Payments.pay:10", "a construct App.Payments.pay:11"])
  }

  @Test("A key path that is a constant is followed")
  func keyPathConstant() {
    #expect(
      edges(
        """
        extension Container { var x: Factory<X> { self { X() } } }
        enum Paths { static let x = \\Container.x }
        struct A { @Injected(Paths.x) var x; func f() { Container.shared[keyPath: Paths.x]() } }
        """) == ["type:A resolve x:3", "type:A resolve x:3"])
  }

  @Test("A key path that is not known is listed, and is no edge")
  func keyPathUnknown() {
    let graph = graph(
      """
      extension Container { var x: Factory<X> { self { X() } } }
      func f(_ p: KeyPath<Container, Factory<X>>) { Container.shared[keyPath: p]() }
      struct A { @Injected(path()) var x: X }
      """)
    #expect(graph.edges.isEmpty)
    #expect(
      graph.unresolved.map { "\($0.line):\($0.column) \($0.reason)" } == [
        "2:64 the key path is not a constant, so it is not known which factory of Container it names",
        "3:22 the key path is not a constant, so it is not known which factory '@Injected' resolves",
      ])
  }

  @Test("A protocol of the program that is named SharedContainer is not FactoryKit's")
  func ownProtocol() {
    let graph = graph(
      """
      protocol SharedContainer { var name: String { get } }
      final class Box: SharedContainer { let name = ""; var x: Factory<X> { self { X() } } }
      extension SharedContainer { var y: Factory<X> { Factory(self) { X() } } }
      extension Container { var a: Factory<A> { self { A() } } }
      final class Real: FactoryKit.SharedContainer { var b: Factory<A> { self { A() } } }
      """)
    #expect(graph.factories.map(\.id) == ["App.Container.a", "App.Real.b"])
    #expect(graph.containers.map(\.id) == ["App.Real", "FactoryKit.Container"])
  }

  @Test(
    "A key path that is passed to a function of another module is listed, unless it is a constant")
  func passedKeyPaths() {
    let graph = graph(
      """
      extension Container { var a: Factory<A> { self { A() } }; var b: Factory<B> { self { B() } } }
      func own<T>(_ path: KeyPath<Container, Factory<T>>) -> T { Container.shared[keyPath: path]() }
      func passes(_ path: KeyPath<Container, Factory<A>>) -> A { own(path) }
      func one(_ path: KeyPath<Container, Factory<A>>) -> A { resolve(path) }
      func two<F: Kind>(_ path: KeyPath<Container, F>) { outside(F.self, on: path) }
      struct Model<T> {
        let path: KeyPath<Container, Factory<T>>
        let title: KeyPath<Container, String>
        func run() { print(dependency(path), Injected(self.path), dependency(title)) }
      }
      func constant() { let path: KeyPath<Container, Factory<A>> = \\.b; dependency(path) }
      let other: KeyPath<Other, Factory<A>> = load()
      func three(_ path: KeyPath<Model<A>, Int>) { outside(path); outside(other) }
      """)
    #expect(
      graph.unresolved.map { "\($0.line):\($0.column)" } == [
        "2:77", "4:65", "5:72", "9:33", "9:49",
      ])
    #expect(
      Set(graph.unresolved.map(\.reason)) == [
        "the key path is not a constant, so it is not known which factory of Container it names"
      ])
    #expect(
      graph.edges.map { "\($0.from) \($0.kind.rawValue) \($0.to):\($0.line)" } == [
        "type:App.main resolve App.Container.b:11"
      ])
  }

  @Test("A computed static factory is one")
  func staticFactories() {
    let source = """
      extension Container {
        static var a: Factory<A> { Factory(shared) { A(b()) } }
        static var b: Factory<B> { .init(shared) { B() } }
        static let c = Factory(Other.main) { C() }
        var a: Factory<A> { self { A() } }
      }
      func f() { Container.a(); Container.shared.a() }
      """
    let graph = graph(source)
    #expect(
      graph.factories.map(\.id) == [
        "App.Container.a(Source:2)", "App.Container.a(Source:5)", "App.Container.b",
      ])
    #expect(
      edges(source) == [
        "a(Source:2) construct b:2", "type:main resolve a(Source:2):7",
        "type:main resolve a(Source:5):7",
      ])
    #expect(
      graph.unresolved.map { "\($0.line):\($0.column) \($0.reason)" } == [
        "4:14 a static property stores this factory, so it is not known which container it is of"
      ])
    let found = Checker().check(
      Program(modules: [
        SourceModule(
          "App", kind: .executable, files: ["S.swift": "import FactoryKit\n" + source])
      ]))
    #expect(found.filter { $0.rule == "duplicate-factory" }.map(\.line) == [6])
  }

  @Test("A preview of a container registers")
  func preview() {
    #expect(
      edges(
        """
        extension Container { var b: Factory<B> { self { B() } } }
        func f(_ container: Container) { container.preview { $0.b.register { B() } } }
        """) == ["type:main register b:2"])
  }
}
