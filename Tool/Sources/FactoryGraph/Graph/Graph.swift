// Factory, MIT licence; see LICENSE
//
// The graph of a program's factories, as `factory graph --format json` prints it.
/// The containers and factories of a program, and who resolves whom.
public struct Graph: Codable, Hashable, Sendable {
  public var version = 1
  public var containers: [Container] = []
  public var factories: [Factory] = []
  public var edges: [Edge] = []
  public var unresolved: [Unresolved] = []

  package init() {}

  public struct Container: Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    public var module: String
    public var path: String
    public var line: Int
  }

  public struct Factory: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
      case factory, parameter, throwing, async, mainActor, group, promise
    }

    /// `Module.Container.name`; the module is that of the declaration. If several declarations have
    /// the same, the name of the file follows in parentheses.
    public var id: String
    /// The targets that compile the declaration. The first one is that of the identifier.
    public var targets: [String]
    /// The container's name.
    public var container: String
    public var name: String
    public var type: String
    public var kind: Kind
    /// `cached`, `shared`, `graph`, `singleton` or the name of a custom scope; `unknown` if the
    /// container's default scope decides it, and that is not known.
    public var scope: String?
    public var parameterised: Bool
    /// The contexts that the program gives the factory, such as `test` and `arg("demo")`.
    public var contexts: [String]
    /// `MainActor`, or another global actor.
    public var isolation: String?
    public var path: String
    public var line: Int
    public var column: Int

    enum CodingKeys: CodingKey {
      case id, targets, container, name, type, kind, scope, parameterised, contexts, isolation,
        path, line
      case column
    }

    /// The module of the declaration.
    public var module: String { String(id.prefix { $0 != "." }) }
  }

  public struct Edge: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
      /// The construction of the first needs the second.
      case construct
      /// The second is resolved when it is first used, or by a closure that is stored.
      case lazy
      case weak
      case dynamic
      /// Code that no factory builds resolves it.
      case resolve
      /// Code registers it.
      case register
    }

    /// A factory's id, or `type:Module.Type` for code that is not itself built by a factory.
    public var from: String
    public var to: String
    public var kind: Kind
    public var path: String
    public var line: Int
  }

  /// What the syntax alone cannot decide.
  public struct Unresolved: Codable, Hashable, Sendable {
    public var path: String
    public var line: Int
    public var column: Int
    public var reason: String
  }
}

extension Graph {
  /// The groups of factories whose construction needs each other: the strongly connected
  /// components over edges of the kind `construct`, each sorted, and sorted by their first.
  package var circles: [[String]] {
    let construct = Dictionary(grouping: edges.filter { $0.kind == .construct }, by: \.from)
    return StronglyConnected.groups(construct.mapValues { $0.map(\.to) })
      .map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// For each factory in a circle, the circle's index in `circles`.
  var circleIndices: [String: Int] {
    var indices: [String: Int] = [:]
    for (index, circle) in circles.enumerated() {
      for id in circle { indices[id] = index }
    }
    return indices
  }
}

extension Graph {
  /// The graph as JSON, as `Graph` decodes it: indented, with sorted keys, and in an order that
  /// does not depend on the order in which files were read. What is absent is `null`.
  package func json() -> String { JSON.pretty(ordered()) }

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
