// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

/// The edges of a program, as `from kind to:line`. Ids of the module `App` are shortened.
func edges(_ modules: [SourceModule]) -> [String] {
  let modules = modules.map { module in
    var module = module
    module.files["\(module.name)Import.swift"] = "import FactoryKit\n"
    return module
  }
  return Program(modules: modules).graph.edges.map { edge in
    "\(edge.from) \(edge.kind.rawValue) \(edge.to):\(edge.line)"
      .replacing("App.Container.", with: "").replacing("type:App.", with: "type:")
  }.sorted()
}

func edges(_ source: String, path: String = "Source.swift") -> [String] {
  edges([SourceModule("App", kind: .executable, files: [path: source])])
}

@Suite("The edges of the graph")
struct EdgeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var source: String
    var edges: [String]

    init(_ name: String, _ source: String, _ edges: String...) {
      testDescription = name
      self.source =
        "extension Container { var x: Factory<X> { self { X() } }; var y: Factory<Y> { self { "
        + "Y() } } }\n"
        + source
      self.edges = edges.sorted()
    }
  }

  private static let closures = [
    Case(
      "a resolution in a closure is a construct",
      "extension Container { var a: Factory<A> { self { A(self.x(), y: self.y.resolve()) } } }",
      "a construct x:2", "a construct y:2"),
    Case(
      "a factory's resolve that is passed on makes a lazy edge",
      """
      extension Container {
        var a: Factory<() -> X> { self { self.x.resolve } }
        var b: Factory<() -> X> { self { x.callAsFunction } }
      }
      """, "a lazy x:3", "b lazy x:4"),
    Case(
      "a closure that is stored makes its edges lazy",
      "extension Container { var a: Factory<A> { self { A { self.x() } } } }", "a lazy x:2"),
    Case(
      "a closure that is the product makes its edges lazy",
      "extension Container { var a: Factory<() -> X> { self { { self.x() } } } }", "a lazy x:2"),
    Case(
      "a closure that is called on the spot makes constructs",
      "extension Container { var a: Factory<A> { self { { A(self.x()) }() } } }",
      "a construct x:2"),
    Case(
      "a closure of map makes constructs, one within a stored closure does not",
      """
      extension Container {
        var a: Factory<[X]> { self { [1].map { _ in self.x() } } }
        var b: Factory<A> { self { A { [1].map { _ in self.x() } } } }
      }
      """, "a construct x:3", "b lazy x:4"),
    Case(
      "a closure of a parameter is stored if that escapes",
      """
      func now(_ body: () -> X) -> A { A(body()) }
      func later(_ body: @escaping () -> X) -> A { A() }
      func maybe(_ body: (() -> X)?) -> A { A() }
      func labels(first: () -> X, then: @escaping () -> Y) -> A { A() }
      extension Container {
        var a: Factory<A> { self { now { self.x() } } }
        var b: Factory<A> { self { later { self.x() } } }
        var c: Factory<A> { self { maybe { self.x() } } }
        var d: Factory<A> { self { labels { self.x() } then: { self.y() } } }
      }
      """, "a construct x:7", "b lazy x:8", "c lazy x:9", "d construct x:10", "d lazy y:10"),
    Case(
      "a function within the closure counts, and a variable's closure is stored",
      """
      extension Container {
        var a: Factory<A> { self { let make = { self.x() }; return A(make) } }
      }
      """, "a lazy x:3"),
    Case(
      "branches, try, await and casts",
      """
      extension Container {
        var a: AsyncFactory<A, any Error> { self { try await A(on ? self.x() as Any : try \
        self.y()) } }
        var b: Factory<A> { self { if on { return A(self.x()) } else { return A(self.y()) } } }
        var c: Factory<A> { self { switch on { case true: A(self.x()); default: A(self.y()) } } }
        var d: Factory<A> { self { guard let x = self.x() as? Z else { return A() }; return A(x) } }
      }
      """, "a construct x:3", "a construct y:3", "b construct x:4", "b construct y:4",
      "c construct x:5", "c construct y:5", "d construct x:6"),
    Case(
      "local variables that shadow factories are no factories",
      """
      extension Container {
        var a: Factory<A> { self { let x = { 1 }; return A(x()) } }
        var b: ParameterFactory<Int, A> { self { x in A(x) } }
        var c: Factory<A> { self { [1].map { y in A(y) }[0] } }
      }
      func f(x: () -> Int) -> Int { x() }
      """),
  ]

  private static let types = [
    Case(
      "wrappers of a type that a factory builds",
      """
      final class A {
        @Injected(\\.x) var one
        @LazyInjected(\\Container.x) var two: X
        @WeakLazyInjected(\\.x) var three
        @DynamicInjected(\\.x) private(set) var four
        @Injected<X>(\\.y) var five
      }
      extension Container { var a: Factory<A> { self { A() } } }
      """, "a construct x:3", "a lazy x:4", "a weak x:5", "a dynamic x:6", "a construct y:7"),
    Case(
      "wrappers of a type that no factory builds",
      """
      struct Screen: View { @Injected(\\.x) var one; @LazyInjected(\\.y) var two }
      """, "type:Screen resolve x:2", "type:Screen resolve y:2"),
    Case(
      "initialisers by label",
      """
      final class A {
        init(name: String) { _ = Container.shared.x() }
        init(title: String, size: Int = 1) { _ = Container.shared.y() }
        convenience init() { self.init(title: "") }
      }
      extension Container {
        var a: Factory<A> { self { A(name: "") } }
        var b: Factory<A> { self { A(title: "") } }
        var c: Factory<A> { self { A() } }
        var d: Factory<A> { self { .init(name: "") } }
        var e: Factory<A> { self { if on { .init(name: "") } else { A.init(title: "", size: 2) } } }
      }
      """, "a construct x:3", "b construct y:4", "c construct y:4", "d construct x:3",
      "e construct x:3", "e construct y:4"),
    Case(
      "superclasses, stored properties and static functions",
      """
      class Base { let x = Container.shared.x() }
      final class A: Base { static func make() -> A { A(Container.shared.y()) } }
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A.make() } }
      }
      """, "a construct x:2", "b construct x:2", "b construct y:3"),
    Case(
      "lazy and static properties and methods belong to their type",
      """
      final class A {
        lazy var one = Container.shared.x()
        static let two = Container.shared.x()
        func three() { Container.shared.y().run() }
        var four: Y { Container.shared.y() }
      }
      extension Container { var a: Factory<A> { self { A() } } }
      """, "type:A resolve x:3", "type:A resolve x:4", "type:A resolve y:5", "type:A resolve y:6"),
    Case(
      "default values that a call leaves out",
      """
      final class A { init(x: X = Container.shared.x(), y: Y = Container.shared.y()) {} }
      extension Container { var a: Factory<A> { self { A(x: X()) } } }
      """, "a construct y:2", "type:A resolve x:2"),
    Case(
      "nested types of one name",
      """
      enum One { struct Model { let x = Container.shared.x() } }
      enum Two { struct Model { let y = Container.shared.y() }; static func make() -> Model { \
      Model() } }
      extension Container {
        var a: Factory<Any> { self { One.Model() } }
        var b: Factory<Any> { self { Two.make() } }
      }
      """, "a construct x:2", "b construct y:3"),
    Case(
      "dependency with a result, a parameter and a container",
      """
      struct A { let x: X = dependency(\\.x); let y = dependency(\\Container.y) }
      extension Container { var a: Factory<A> { self { A() } } }
      """, "a construct x:2", "a construct y:2"),
  ]

  private static let code = [
    Case(
      "top-level code and functions", "Container.shared.x()\nfunc f() { Container.shared.y() }",
      "type:main resolve x:2", "type:main resolve y:3"),
    Case(
      "autoRegister belongs to the container",
      """
      extension Container: AutoRegistering {
        func autoRegister() { x.register { X(self.y()) }; y.onTest { Y() } }
      }
      """, "type:Container register x:3", "type:Container register y:3",
      "x construct y:3"),
    Case(
      "containers as parameters, properties and closure parameters",
      """
      final class A {
        private let container: Container
        init(container: Container = .shared) { self.container = container; container.x().run() }
        func run() { container.y() }
      }
      func f(_ c: Container) { c.with { $0.x.register { X() } } }
      func g(_ body: (Container) -> Void) {}
      func h() { g { c in c.y() } }
      """, "type:A resolve x:4", "type:A resolve y:5", "type:main register x:7",
      "type:main resolve y:9"),
    Case(
      "a scope that is chained with the resolution",
      "func f() { Container.shared.x.cached(); Container.shared.y.onTest { Y() }() }",
      "type:main resolve x:2", "type:main register y:2", "type:main resolve y:2"),
    Case(
      "an optional, an implicitly unwrapped and a generic container",
      """
      struct A { var c: Container?; var d: Container!; func f() { c?.x(); d.y() } }
      final class Box { weak var c: Container?; func f() { c!.x() } }
      """, "type:A resolve x:2", "type:A resolve y:2", "type:Box resolve x:3"),
    Case(
      "groups",
      """
      extension Container: AutoRegistering {
        var all: FactoryGroup<X> { group() }
        func autoRegister() { all.add(\\.x).add(\\.y) }
      }
      func f() { for x in Container.shared.all() { x.run() } }
      """, "all construct x:4", "all construct y:4", "type:main resolve all:6"),
    Case(
      "a factory that returns another one, which it names",
      """
      extension Container {
        var a: Factory<X> { x }
        var b: Factory<X> { self.x.cached }
        var c: Factory<X> { get { return Container.shared.x } }
        var d: Factory<X> { on ? x : y }
      }
      """, "a construct x:3", "b construct x:4", "c construct x:5", "d construct x:6",
      "d construct y:6"),
    Case(
      "functions that a definition passes on",
      """
      struct A {
        static func live() -> A { A(Container.shared.x()) }
        static func live(_ n: Int) -> A { A(Container.shared.y()) }
      }
      func made() -> A { A(Container.shared.y()) }
      extension Container {
        var a: Factory<A> { self(factory: A.live) }
        var b: Factory<A> { self(factory: made) }
        var c: Factory<A> { Factory(self, makeC).cached }
        var d: ParameterFactory<Int, A> { self(factory: A.live) }
        private func makeC() -> A { A(self.x()) }
      }
      """, "a construct x:3", "b construct y:6", "c construct x:12", "d construct y:4"),
    Case(
      "the container of a local variable's wrapper",
      """
      final class Shop: SharedContainer { static let shared = Shop(); let manager = ContainerManager() }
      extension Shop { var z: Factory<X> { self { X() } } }
      func f() {
        @InjectedContainer var container
        @InjectedContainer(Shop.self) var shop
        container.x(); shop.z()
      }
      """, "type:main resolve App.Shop.z:7", "type:main resolve x:7"),
    Case("factories that are only named", "let list = [\\Container.x]; let y = Container.shared.y"),
  ]

  @Test(
    "Edges have the kind and the start that the code gives them", arguments: closures + types + code
  )
  func edgesOf(_ one: Case) {
    #expect(edges(one.source) == one.edges)
  }
}
