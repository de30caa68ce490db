// Factory, MIT licence; see LICENSE
//
// `factory graph --format json`.
extension Graph {
  /// The graph as JSON, as `Graph` decodes it: indented, with sorted keys, and in an order that
  /// does not depend on the order in which files were read. What is absent is `null`.
  public func json() -> String {
    ordered().jsonText.text(.pretty) + "\n"
  }

  var jsonText: JSONText {
    .object([
      "version": .number(version),
      "containers": .array(containers.map(\.jsonText)),
      "factories": .array(factories.map(\.jsonText)),
      "edges": .array(edges.map(\.jsonText)),
      "unresolved": .array(unresolved.map(\.jsonText)),
    ])
  }

  /// The same graph, sorted by identifiers and places.
  func ordered() -> Graph {
    var graph = self
    graph.containers.sort { ($0.id, $0.path, $0.line) < ($1.id, $1.path, $1.line) }
    graph.factories.sort {
      ($0.id, $0.path, $0.line, $0.column) < ($1.id, $1.path, $1.line, $1.column)
    }
    graph.edges.sort {
      ($0.from, $0.to, $0.kind.rawValue, $0.path, $0.line)
        < ($1.from, $1.to, $1.kind.rawValue, $1.path, $1.line)
    }
    graph.unresolved.sort {
      ($0.path, $0.line, $0.column, $0.reason) < ($1.path, $1.line, $1.column, $1.reason)
    }
    return graph
  }
}

extension Graph.Container {
  fileprivate var jsonText: JSONText {
    .object([
      "id": .string(id), "name": .string(name), "module": .string(module), "path": .string(path),
      "line": .number(line),
    ])
  }
}

extension Graph.Factory {
  fileprivate var jsonText: JSONText {
    .object([
      "id": .string(id), "container": .string(container), "name": .string(name),
      "type": .string(type), "kind": .string(kind.rawValue), "scope": JSONText(scope),
      "parameterised": .bool(parameterised), "contexts": .array(contexts.map(JSONText.string)),
      "isolation": JSONText(isolation), "path": .string(path), "line": .number(line),
      "column": .number(column),
    ])
  }
}

extension Graph.Edge {
  fileprivate var jsonText: JSONText {
    .object([
      "from": .string(from), "to": .string(to), "kind": .string(kind.rawValue),
      "path": .string(path), "line": .number(line),
    ])
  }
}

extension Graph.Unresolved {
  fileprivate var jsonText: JSONText {
    .object([
      "path": .string(path), "line": .number(line), "column": .number(column),
      "reason": .string(reason),
    ])
  }
}
