// Factory, MIT licence; see LICENSE
import FactoryGraph
import Foundation

/// A graph that a test declares with few words. Its initialisers are internal to FactoryGraph, so
/// the graph is decoded from the JSON that the contract describes.
public struct GraphText {
  private var containers: [[String: Any]] = []
  private var factories: [[String: Any]] = []
  private var edges: [[String: Any]] = []
  private var unresolved: [[String: Any]] = []

  public init() {}

  public mutating func container(_ name: String, module: String = "App") {
    containers.append([
      "id": "\(module).\(name)", "name": name, "module": module, "path": "\(module)/\(name).swift",
      "line": 1,
    ])
  }

  /// Returns the identifier.
  @discardableResult public mutating func factory(
    _ name: String, type: String? = nil, in container: String = "Container",
    module: String = "App", kind: Graph.Factory.Kind = .factory, scope: String? = nil,
    contexts: [String] = [], isolation: String? = nil, otherTargets: [String] = []
  ) -> String {
    let id = "\(module).\(container).\(name)"
    var factory: [String: Any] = [
      "id": id, "targets": [module] + otherTargets, "container": container, "name": name,
      "type": type ?? name.capitalized,
      "kind": kind.rawValue, "parameterised": kind == .parameter, "contexts": contexts,
      "path": "\(module)/\(container).swift", "line": factories.count + 1, "column": 7,
    ]
    factory["scope"] = scope
    factory["isolation"] = isolation
    factories.append(factory)
    return id
  }

  public mutating func edge(
    _ from: String, _ to: String, _ kind: Graph.Edge.Kind = .construct
  ) {
    edges.append([
      "from": from, "to": to, "kind": kind.rawValue, "path": "App/Container.swift",
      "line": edges.count + 1,
    ])
  }

  public mutating func unresolved(_ reason: String, line: Int = 1) {
    unresolved.append(["path": "App/Container.swift", "line": line, "column": 1, "reason": reason])
  }

  public func graph() throws -> Graph {
    let object: [String: Any] = [
      "version": 1, "containers": containers, "factories": factories, "edges": edges,
      "unresolved": unresolved,
    ]
    return try JSONDecoder().decode(
      Graph.self, from: JSONSerialization.data(withJSONObject: object))
  }
}
