// Factory, MIT licence; see LICENSE
import FactoryGraph
import Foundation

/// Findings at some factories of a graph: a warning for every twelfth, an error for every fortieth, and
/// a warning at no factory. They are decoded, because their initialisers are internal to FactoryGraph.
public func exampleFindings(_ graph: Graph) throws -> [PlacedFinding] {
  func finding(
    _ rule: String, _ severity: String, _ message: String, at factory: Graph.Factory,
    notes: [[String: Any]] = [], nodes: [String]
  ) -> [String: Any] {
    [
      "rule": rule, "severity": severity, "path": factory.path, "line": factory.line,
      "message": message, "notes": notes, "nodes": nodes,
    ]
  }
  var found = graph.factories.enumerated().compactMap { index, factory -> [String: Any]? in
    switch index % 40 {
    case 7:
      finding(
        "promise-unregistered", "error", "nothing registers '\(factory.name)'", at: factory,
        notes: [
          [
            "path": factory.path, "line": 1, "column": 1, "message": "the program 'App' uses it",
          ]
        ], nodes: [factory.id])
    case 2, 14, 26:
      finding(
        "unused-factory", "warning", "nothing resolves '\(factory.name)'", at: factory,
        nodes: [factory.id])
    default: nil
    }
  }
  if let first = graph.factories.first {
    found.append(
      finding(
        "container-not-final", "warning", "the container is not final", at: first, nodes: []))
  }
  return try JSONDecoder().decode(
    [PlacedFinding].self, from: JSONSerialization.data(withJSONObject: found))
}
