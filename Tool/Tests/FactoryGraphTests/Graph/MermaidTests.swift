// Factory, MIT licence; see LICENSE
import FactoryGraph
import GraphSupport
import Testing

@Suite("The graph as Mermaid")
struct MermaidTests {
  @Test("Containers are subgraphs, scopes are classes, and kinds of edges are kinds of lines")
  func text() throws {
    var text = GraphText()
    let a = text.factory("a", type: "any A", scope: "singleton")
    let b = text.factory("b", in: "Other", kind: .async)
    text.edge(a, b)
    for kind in [Graph.Edge.Kind.lazy, .weak, .dynamic] { text.edge(b, a, kind) }
    text.edge("type:App.View", a, .resolve)
    text.edge("type:App.Other", a, .register)
    #expect(
      try text.graph().mermaid() == """
        flowchart LR
          subgraph c0["Container"]
            n0["a<br/>any A<br/>singleton"]:::scope0
          end
          subgraph c1["Other"]
            n1["b<br/>B<br/>async"]:::unscoped
          end
          n2(["Other"]):::code
          n3(["View"]):::code
          n0 --> n1
          n1 -.-x n0
          n1 -.-> n0
          n1 -.-o n0
          n2 ==o n0
          n3 ==> n0
          classDef unscoped fill:#f4f4f4,stroke:#767676,color:#1a1a1a
          classDef scope0 fill:#fbe3d5,stroke:#d55e00,color:#1a1a1a
          classDef code fill:#ffffff,stroke:#767676,color:#1a1a1a

        """)
  }

  @Test("The modules of containers are named if there are several")
  func modules() throws {
    var text = GraphText()
    text.factory("a", module: "App")
    text.factory("a", module: "Core")
    let mermaid = try text.graph().mermaid()
    #expect(mermaid.contains(#"subgraph c0["Container (App)"]"#))
    #expect(mermaid.contains(#"subgraph c1["Container (Core)"]"#))
  }

  @Test("Code of one name in several modules has the module in its label")
  func code() throws {
    var text = GraphText()
    let a = text.factory("a")
    for code in ["type:App.main", "type:Core.main", "type:Core.View"] {
      text.edge(code, a, .resolve)
    }
    let mermaid = try text.graph().mermaid()
    #expect(mermaid.contains(#"(["main (App)"])"#))
    #expect(mermaid.contains(#"(["main (Core)"])"#))
    #expect(mermaid.contains(#"(["View"])"#))
  }

  @Test("Factories and lines of a circle are marked, lines of other kinds between them are not")
  func circles() throws {
    var text = GraphText()
    let names = ["a", "b", "c"].map { text.factory($0) }
    text.edge(names[0], names[1])
    text.edge(names[1], names[0])
    text.edge(names[1], names[0], .lazy)
    text.edge(names[1], names[2])
    let mermaid = try text.graph().mermaid()
    #expect(mermaid.contains("class n0,n1 circle\n"))
    #expect(mermaid.contains("linkStyle 0,1 stroke:#c4001a"))
  }

  @Test(
    "Characters with a meaning are escaped",
    arguments: [
      ("quote\"", "quote#34;"), ("A<B>", "A#60;B#62;"), ("#quot;", "#35;quot#59;"),
      ("`a` & b", "#96;a#96; #38; b"), ("a\\n", "a#92;n"), ("a\nb", "a<br/>b"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
  func escaping(name: String, expected: String) throws {
    var text = GraphText()
    text.factory(name, type: "T")
    #expect(try text.graph().mermaid().contains("n0[\"\(expected)<br/>T\"]"))
  }

  @Test("Every statement is on a line of its own, whatever the names contain")
  func hostile() throws {
    let mermaid = try hostileGraph().mermaid()
    for line in mermaid.split(whereSeparator: \.isNewline) {
      #expect(line.count(where: { $0 == "\"" }).isMultiple(of: 2))
    }
    #expect(!mermaid.contains("<script>"))
  }
}
