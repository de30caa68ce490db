// Factory, MIT licence; see LICENSE
import FactoryGraph
import GraphSupport
import Testing

@Suite("Circles of a graph")
struct CirclesTests {
  @Test("A circle is a strongly connected group over edges of constructions")
  func groups() throws {
    var text = GraphText()
    let names = ["a", "b", "c", "d", "e"].map { text.factory($0) }
    for (from, to) in [(2, 1), (1, 0), (0, 2), (2, 3), (4, 4)] { text.edge(names[from], names[to]) }
    #expect(try text.graph().circles == [Array(names[0...2]), [names[4]]])
  }

  @Test("Edges of other kinds make no circle", arguments: [Graph.Edge.Kind.lazy, .weak, .dynamic])
  func otherKinds(kind: Graph.Edge.Kind) throws {
    var text = GraphText()
    let a = text.factory("a")
    let b = text.factory("b")
    text.edge(a, b)
    text.edge(b, a, kind)
    #expect(try text.graph().circles.isEmpty)
  }

  @Test("A chain of 100,000 factories needs no deep stack")
  func deep() throws {
    var graph = Graph()
    var text = GraphText()
    let a = text.factory("a")
    text.edge(a, a)
    let edge = try #require(text.graph().edges.first)
    graph.edges = (0..<100_000).map { index in
      var edge = edge
      edge.from = "\(index)"
      edge.to = "\((index + 1) % 100_000)"
      return edge
    }
    #expect(graph.circles.map(\.count) == [100_000])
  }
}
