// Factory, MIT licence; see LICENSE
//
// `factory graph --format json`.
extension Graph {
  /// The graph as JSON, as `Graph` decodes it: indented, with sorted keys, and in an order that
  /// does not depend on the order in which files were read. What is absent is `null`.
  public func json() -> String { JSON.pretty(ordered()) }

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

extension Graph.Factory {
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(targets, forKey: .targets)
    try fields.encode(container, forKey: .container)
    try fields.encode(name, forKey: .name)
    try fields.encode(type, forKey: .type)
    try fields.encode(kind, forKey: .kind)
    // As `null`, which the encoder would leave out.
    try fields.encode(scope, forKey: .scope)
    try fields.encode(parameterised, forKey: .parameterised)
    try fields.encode(contexts, forKey: .contexts)
    try fields.encode(isolation, forKey: .isolation)
    try fields.encode(path, forKey: .path)
    try fields.encode(line, forKey: .line)
    try fields.encode(column, forKey: .column)
  }
}
