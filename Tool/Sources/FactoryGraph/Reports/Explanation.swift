// Factory, MIT licence; see LICENSE
//
// `factory explain`.
/// What is known of the factories of a name: how they are declared, how long their instances live,
/// and who needs whom.
public struct Explanation: Encodable, Sendable {
  public struct Factory: Encodable, Sendable {
    public var id: String
    public var targets: [String]
    public var kind: Graph.Factory.Kind
    public var parameterised: Bool
    public var type: String
    public var path: String
    public var line: Int
    public var column: Int
    public var lifetime: Lifetime
    public var isolation: String?
    public var contexts: [String]
    public var needs: [Graph.Edge]
    public var neededBy: [Graph.Edge]
    public var registeredBy: [Graph.Edge]
    /// From code that no factory builds to the factory, the shortest first.
    public var chains: [[String]]
    /// The shortest circle of constructions that the factory is in.
    public var circle: [String]?
  }

  /// How long instances live.
  public struct Lifetime: Encodable, Sendable, Equatable {
    /// As in the graph's JSON.
    public var scope: String?
    /// The container whose default it is; nil if the definition sets it.
    public var defaultOf: String?

    public init(scope: String?, defaultOf: String?) {
      self.scope = scope
      self.defaultOf = defaultOf
    }

    public var text: String {
      switch (scope, defaultOf) {
      case (nil, _): "none, a new instance each time"
      case ("unknown", let container?):
        "unknown: the default scope of \(container) is set in several ways, or by code that cannot "
          + "be read"
      case ("unknown", nil): "unknown: builds or branches of its definition differ in it"
      case (let scope?, let container?): "\(scope), by default of \(container)"
      case (let scope?, nil): "\(scope), by its definition"
      }
    }
  }

  public var factories: [Factory]

  /// - Parameters:
  ///   - name: `name`, `Container.name` or `Module.Container.name`.
  ///   - program: the program.
  public init(of name: String, in program: Program) {
    let graph = Graph(program)
    let indices = Dictionary(
      program.factories.indices.map { (program.location(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    factories = graph.factories.filter { $0.isNamed(name) }.map { factory in
      let info = indices[program.location(of: factory)].map { program.factories[$0] }
      let isDefault =
        factory.scope != nil && info?.scope == nil && info?.hasUnknownScope != true
      return graph.explanation(
        of: factory,
        Lifetime(scope: factory.scope, defaultOf: isDefault ? factory.container : nil))
    }
  }

  public func json() -> String { JSON.pretty(self) }
}

extension Graph {
  fileprivate func explanation(
    of factory: Factory, _ lifetime: Explanation.Lifetime
  ) -> Explanation.Factory {
    let incoming = edges.filter { $0.to == factory.id }
    return Explanation.Factory(
      id: factory.id, targets: factory.targets, kind: factory.kind,
      parameterised: factory.parameterised,
      type: factory.type, path: factory.path, line: factory.line, column: factory.column,
      lifetime: lifetime, isolation: factory.isolation, contexts: factory.contexts,
      needs: edges.filter { $0.from == factory.id },
      neededBy: incoming.filter { $0.kind != .register },
      registeredBy: incoming.filter { $0.kind == .register }, chains: chains(to: factory),
      circle: circle(of: factory))
  }

  /// The shortest chain to a factory from each piece of code that no factory builds, the shortest
  /// first. They have a factory in between: `neededBy` has the others.
  private func chains(to factory: Factory) -> [[String]] {
    let users = Dictionary(grouping: edges.filter { $0.kind != .register }, by: \.to)
    var found: [[String]] = []
    var ways = [[factory.id]]
    var seen: Set = [factory.id]
    var position = 0
    while position < ways.count {
      let way = ways[position]
      position += 1
      if way[0].hasPrefix("type:") {
        if way.count > 2 { found.append(way) }
        continue
      }
      for edge in users[way[0]] ?? [] where seen.insert(edge.from).inserted {
        ways.append([edge.from] + way)
      }
    }
    return found
  }

  /// The shortest circle of construction that a factory is in.
  private func circle(of factory: Factory) -> [String]? {
    let next = Dictionary(grouping: edges.filter { $0.kind == .construct }, by: \.from)
    var ways = [[factory.id]]
    var seen: Set<String> = []
    var position = 0
    while position < ways.count {
      let way = ways[position]
      position += 1
      for edge in next[way.last!] ?? [] {
        if edge.to == factory.id { return way + [edge.to] }
        if seen.insert(edge.to).inserted { ways.append(way + [edge.to]) }
      }
    }
    return nil
  }
}
