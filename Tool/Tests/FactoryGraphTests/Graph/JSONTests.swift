// Factory, MIT licence; see LICENSE
import FactoryGraph
import Foundation
import GraphSupport
import Testing

@Suite("The graph as JSON")
struct JSONTests {
  @Test("Decoding gives the same graph, whatever the names contain")
  func roundTrip() throws {
    let graph = try hostileGraph()
    let decoded = try JSONDecoder().decode(Graph.self, from: Data(graph.json().utf8))
    #expect(Set(decoded.factories) == Set(graph.factories))
    #expect(Set(decoded.edges) == Set(graph.edges))
    #expect(decoded.containers == graph.containers)
    #expect(decoded.unresolved == graph.unresolved)
    #expect(decoded.version == 1)
  }

  @Test("Keys are sorted, and what is absent is null")
  func text() throws {
    var text = GraphText()
    let identifier = text.factory("user \"one\"", type: "User<Int>")
    text.edge("type:App.main", identifier, .resolve)
    let expected = #"""
      {
        "containers": [],
        "edges": [
          {
            "from": "type:App.main",
            "kind": "resolve",
            "line": 1,
            "path": "App/Container.swift",
            "to": "App.Container.user \"one\""
          }
        ],
        "factories": [
          {
            "column": 7,
            "container": "Container",
            "contexts": [],
            "id": "App.Container.user \"one\"",
            "isolation": null,
            "kind": "factory",
            "line": 1,
            "name": "user \"one\"",
            "parameterised": false,
            "path": "App/Container.swift",
            "scope": null,
            "targets": [
              "App"
            ],
            "type": "User<Int>"
          }
        ],
        "unresolved": [],
        "version": 1
      }
      """#
    // Foundation decides where white space is.
    let json = try text.graph().json()
    #expect(json.filter { !$0.isWhitespace } == expected.filter { !$0.isWhitespace })
  }

  @Test("The order of the declarations does not matter")
  func order() throws {
    var graph = try RandomGraph.graph(factories: 50)
    let expected = graph.json()
    graph.containers.reverse()
    graph.factories.reverse()
    graph.edges.reverse()
    #expect(graph.json() == expected)
  }

  @Test("A place that is not resolved is listed once, however many targets compile its file")
  func unresolved() {
    let files = [
      "Shared/S.swift": """
      import FactoryKit
      extension Container { var a: Factory<Int> { self { 1 } } }
      func use(_ path: KeyPath<Container, Factory<Int>>) { _ = Container.shared[keyPath: path]() }
      """
    ]
    let one = Program(modules: [SourceModule("App", kind: .executable, files: files)])
    let two = Program(
      modules: ["App", "Widget"].map { SourceModule($0, kind: .executable, files: files) })
    #expect(one.graph.unresolved.count == 1)
    #expect(two.graph.unresolved == one.graph.unresolved)
  }
}
