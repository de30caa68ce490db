// Factory, MIT licence; see LICENSE
//
// Functions of containers that return factories: a call of one yields the factory, and only a call of
// that resolves.
import FactoryGraph
import Testing

@Suite("Functions that return factories")
struct FactoryFunctionTests {
  private static let container =
    "extension Container { func keyed(_ key: String) -> Factory<X> { self(key: key) { X() } }; "
    + "func plain() -> Factory<X> { self { X() } }; "
    + "func two(_ a: Int, of b: Int = 1) -> Factory<X> { self { X(a, b) } }; "
    + "func typed<T: Makes>(_ type: T.Type) -> Factory<T> { self { T() } } }\n"

  @Test(
    "A call of a function yields the factory, and a further call resolves it",
    arguments: [
      ("Container.shared.keyed(\"a\")()", "resolve keyed"),
      ("Container.shared.keyed(\"a\").resolve()", "resolve keyed"),
      ("Container.shared.keyed(\"a\").callAsFunction()", "resolve keyed"),
      ("Container.shared.keyed(\"a\").cached()", "resolve keyed"),
      ("(Container.shared.keyed(\"a\"))()", "resolve keyed"),
      ("(Container.shared.keyed)(\"a\")()", "resolve keyed"),
      ("Container.shared.plain()()", "resolve plain"),
      ("Container.shared.two(1)()", "resolve two"),
      ("Container.shared.two(1, of: 2)()", "resolve two"),
      ("Container.shared.typed(A.self)()", "resolve typed"),
      ("optional?.keyed(\"a\")()", "resolve keyed"),
      ("Container.shared.with { $0.keyed(\"a\")() }", "resolve keyed"),
      ("stored()", "resolve keyed"),
      ("function(\"a\")()", "resolve keyed"),
      ("Container.shared.keyed(\"a\").register { X() }", "register keyed"),
      ("Container.shared.keyed(\"a\") { X() }", nil),
      ("(Container.shared.keyed(\"a\")) { X() }", "register keyed"),
      ("Container.shared.plain().register { X() }", "register plain"),
      ("Container.shared.two(1, of: 2).onTest { X() }", "register two"),
      ("Container.shared.typed(A.self).register { A() }", "register typed"),
      ("Container.shared.typed(A.self).cached.register { A() }", "register typed"),
      ("(Container.shared.keyed(\"a\")).register { X() }", "register keyed"),
      ("optional?.keyed(\"a\").register { X() }", "register keyed"),
      ("Container.shared.with { $0.keyed(\"a\").register { X() } }", "register keyed"),
      ("stored.register { X() }", "register keyed"),
      ("function(\"a\").register { X() }", "register keyed"),
      ("Container.shared.keyed(\"a\").reset()", nil), ("Container.shared.keyed(\"a\").cached", nil),
      ("Container.shared.keyed(\"a\")", nil), ("Container.shared.keyed", nil),
      ("[\"a\"].map(Container.shared.keyed)", nil),
    ])
  func outside(_ expression: String, _ edge: String?) {
    let source =
      Self.container + """
        func run(optional: Container?) {
          let stored = Container.shared.keyed("a")
          let function = Container.shared.keyed
          _ = \(expression)
        }
        """
    #expect(edges(source) == (edge.map { ["type:main \($0):5"] } ?? []))
  }

  @Test(
    "In a container, the function needs no value before it",
    arguments: [
      ("keyed(\"a\")()", "resolve keyed"), ("self.keyed(\"a\")()", "resolve keyed"),
      ("(keyed(\"a\"))()", "resolve keyed"), ("keyed(\"a\").resolve()", "resolve keyed"),
      ("plain()()", "resolve plain"), ("two(1)()", "resolve two"),
      ("keyed(\"a\").register { X() }", "register keyed"),
      ("self.keyed(\"a\").register { X() }", "register keyed"),
      ("plain().register { X() }", "register plain"),
      ("two(1, of: 2).onTest { X() }", "register two"),
      ("typed(A.self).register { A() }", "register typed"), ("keyed(\"a\").reset()", nil),
      ("keyed(\"a\").cached", nil), ("keyed(\"a\")", nil),
    ])
  func inside(_ expression: String, _ edge: String?) {
    let source = Self.container + "extension Container { func run() { _ = \(expression) } }"
    #expect(edges(source) == (edge.map { ["type:Container \($0):2"] } ?? []))
  }

  @Test("A property and functions of one name are told apart by the labels")
  func overloads() {
    let source = """
      extension Container {
        var a: Factory<X> { self { X() } }
        func a(_ key: String) -> Factory<Y> { self(key: key) { Y(self.x()) } }
        func a(id: Int) -> Factory<Z> { self(key: id) { Z(self.y()) } }
        var x: Factory<X> { self { X() } }
        var y: Factory<Y> { self { Y() } }
        var byName: Factory<Y> { self { self.a("b")() } }
        var byNumber: Factory<Z> { self { a(id: 1)() } }
        var byProperty: Factory<X> { self { a() } }
      }
      """
    let graph = Program(
      modules: [
        SourceModule(
          "App", kind: .executable, files: ["Source.swift": "import FactoryKit\n" + source])
      ]).graph
    let lines = Dictionary(
      graph.edges.map { ($0.line, $0.to) }, uniquingKeysWith: { first, _ in first })
    let declared = Dictionary(
      graph.factories.filter { $0.name == "a" }.map { ($0.line, $0.id) },
      uniquingKeysWith: { first, _ in first })
    #expect(lines[8] == declared[4])
    #expect(lines[9] == declared[5])
    #expect(lines[10] == declared[3])
  }

  @Test(
    "A method with the name of a factory is no factory",
    arguments: [
      ("a(for: 1)", nil), ("a(1, of: 2)", nil), ("b(for: 1)", nil), ("a()", "resolve a"),
      ("a { X() }", "register a"), ("b(\"key\")()", "resolve b"), ("p(1)", "resolve p"),
    ])
  func methods(_ call: String, _ edge: String?) {
    let source = """
      extension Container {
        var a: Factory<X> { self { X() } }
        var p: ParameterFactory<Int, X> { self { X($0) } }
        func b(_ key: String) -> Factory<X> { self(key: key) { X() } }
        func a(for id: Int) -> Bool { true }
        func a(_ one: Int, of other: Int) -> Int { 1 }
        func b(for id: Int) -> Bool { true }
      }
      func run() { _ = Container.shared.\(call) }
      """
    #expect(edges(source) == (edge.map { ["type:main \($0):9"] } ?? []))
  }

  @Test("A function's factory is constructed by the one that resolves it")
  func construction() {
    #expect(
      edges(
        Self.container + """
          extension Container {
            var a: Factory<A> { self { A(self.keyed("a")(), plain()) } }
            var b: Factory<A> { self { A { keyed("a")() } } }
            var c: Factory<A> { self { A(keyed("a").cached.resolve()) } }
          }
          """) == ["a construct keyed:3", "b lazy keyed:4", "c construct keyed:5"])
  }
}
