// Factory, MIT licence; see LICENSE
import FactoryGraph
import GraphSupport
import Testing

@Suite("The graph as DOT")
struct DOTTests {
  @Test("Containers are clusters, scopes are colours, and kinds of edges are styles of lines")
  func text() throws {
    var text = GraphText()
    let a = text.factory("a", type: "any A", scope: "singleton")
    let b = text.factory("b", in: "Other")
    text.edge(a, b)
    for kind in [Graph.Edge.Kind.lazy, .weak, .dynamic] { text.edge(b, a, kind) }
    text.edge("type:App.View", a, .resolve)
    text.edge("type:App.View", a, .register)
    let lines = try text.graph().dot().split(separator: "\n").dropFirst(4)
    #expect(
      lines.joined(separator: "\n") == #"""
          subgraph cluster_0 {
            label="Container"
            "App.Container.a" [label="a\nany A\nsingleton", fillcolor="#fbe3d5", color="#d55e00"]
          }
          subgraph cluster_1 {
            label="Other"
            "App.Other.b" [label="b\nB", fillcolor="#f4f4f4", color="#767676"]
          }
          "type:App.View" [label="View", shape=plaintext, style=""]
          "App.Container.a" -> "App.Other.b"
          "App.Other.b" -> "App.Container.a" [style=dashed, arrowhead=empty]
          "App.Other.b" -> "App.Container.a" [style=dashed]
          "App.Other.b" -> "App.Container.a" [style=dotted]
          "type:App.View" -> "App.Container.a" [color="#a0a0a0", arrowhead=dot]
          "type:App.View" -> "App.Container.a" [color="#a0a0a0"]
        }
        """#)
  }

  @Test("Factories and lines of a circle are red and bold")
  func circles() throws {
    var text = GraphText()
    let name = text.factory("a")
    text.edge(name, name)
    let dot = try text.graph().dot()
    #expect(dot.contains(##"fillcolor="#f4f4f4", color="#c4001a", penwidth=3]"##))
    #expect(
      dot.contains(
        ##""App.Container.a" -> "App.Container.a" [color="#c4001a", penwidth=3]"##))
  }

  @Test(
    "Characters with a meaning are escaped",
    arguments: [
      (#"quote""#, #"quote\""#), (#"back\slash"#, #"back\\slash"#), ("a\nb", #"a\nb"#),
      ("&lt;", "&amp;lt;"), ("A<B>", "A<B>"), ("👩‍👩‍👧", "👩‍👩‍👧"), (#"\N"#, #"\\N"#),
    ])
  func escaping(name: String, expected: String) throws {
    var text = GraphText()
    text.factory(name, type: "T")
    #expect(try text.graph().dot().contains("label=\"\(expected)\\nT\""))
  }
}
