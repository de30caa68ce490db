// Factory, MIT licence; see LICENSE
import FactoryGraph
import GraphSupport
import Testing

@Suite("A part of the graph")
struct FilterTests {
  /// `App.Container`: a → b → Core.Storage.c; d; `View` resolves a, `Store` resolves c.
  private let graph: Graph

  init() throws {
    var text = GraphText()
    text.container("Container", module: "Kit")
    text.container("Storage", module: "Core")
    let a = text.factory("a")
    let b = text.factory("b")
    let c = text.factory("c", in: "Storage", module: "Core")
    text.factory("d")
    text.edge(a, b)
    text.edge(b, c, .lazy)
    text.edge("type:App.View", a, .resolve)
    text.edge("type:Core.Store", c, .resolve)
    text.unresolved("a reason")
    graph = try text.graph()
  }

  private func names(_ graph: Graph) -> [String] { graph.factories.map(\.name) }

  @Test("Without names, it is the whole graph")
  func all() { #expect(graph.filtered() == graph) }

  @Test(
    "A root selects everything it reaches, and no code",
    arguments: [
      ("a", ["a", "b", "c"]), ("Container.b", ["b", "c"]), ("Core.Storage.c", ["c"]), ("x", []),
    ])
  func roots(name: String, expected: [String]) {
    let part = graph.filtered(roots: [name])
    #expect(names(part) == expected)
    #expect(part.edges.allSatisfy { !$0.from.hasPrefix("type:") })
  }

  @Test("Several roots select what any of them reaches")
  func severalRoots() { #expect(names(graph.filtered(roots: ["d", "c"])) == ["c", "d"]) }

  @Test("Roots in a circle end")
  func rootInCircle() throws {
    var text = GraphText()
    let a = text.factory("a")
    let b = text.factory("b")
    text.edge(a, b)
    text.edge(b, a)
    #expect(names(try text.graph().filtered(roots: ["a"])) == ["a", "b"])
  }

  @Test(
    "A container is named alone, with its own module, or with that of its factories",
    arguments: ["Container", "Kit.Container", "App.Container"])
  func containers(name: String) {
    let part = graph.filtered(containers: [name])
    #expect(names(part) == ["a", "b", "d"])
    #expect(part.containers.map(\.id) == ["Kit.Container"])
    #expect(part.edges.map(\.from) == ["App.Container.a", "type:App.View"])
  }

  @Test("A module selects its factories, and the code in it")
  func modules() {
    let part = graph.filtered(modules: ["Core"])
    #expect(names(part) == ["c"])
    #expect(part.edges.map(\.from) == ["type:Core.Store"])
    #expect(part.containers.map(\.id) == ["Core.Storage"])
  }

  @Test("Roots, containers and modules must all match")
  func combined() {
    #expect(names(graph.filtered(roots: ["a"], containers: ["Container"])) == ["a", "b"])
    #expect(names(graph.filtered(roots: ["a"], modules: ["Core"])) == ["c"])
    #expect(names(graph.filtered(containers: ["Container"], modules: ["Core"])) == [])
  }

  @Test("Containers of the same name in two modules are different")
  func sameName() throws {
    var text = GraphText()
    for module in ["A", "B"] {
      text.container("Container", module: module)
      text.factory("x", module: module)
    }
    let part = try text.graph().filtered(containers: ["A.Container"])
    #expect(part.factories.map(\.id) == ["A.Container.x"])
    #expect(part.containers.map(\.id) == ["A.Container"])
  }

  @Test("What the syntax does not decide stays")
  func unresolved() { #expect(graph.filtered(roots: ["d"]).unresolved == graph.unresolved) }

  @Test("Names that select nothing are reported")
  func unknownNames() {
    #expect(
      graph.unknownNames(
        roots: ["a", "y"], containers: ["Kit.Container", "Z"], modules: ["Core", "Q"])
        == ["y", "Z", "Q"])
  }
}
