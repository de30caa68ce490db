// Factory, MIT licence; see LICENSE
//
// `factory explain`.
/// What is known of the factories of a name: how they are declared, how long their instances live,
/// and who needs whom.
package struct Explanation: Encodable, Sendable {
  package struct Factory: Encodable, Sendable {
    package var id: String
    package var targets: [String]
    package var kind: Graph.Factory.Kind
    package var parameterised: Bool
    package var type: String
    package var path: String
    package var line: Int
    package var column: Int
    package var lifetime: Lifetime
    package var isolation: String?
    package var contexts: [String]
    package var needs: [Graph.Edge]
    package var neededBy: [Graph.Edge]
    package var registeredBy: [Graph.Edge]
    /// From code that no factory builds to the factory, the shortest first.
    package var chains: [[String]]
    /// The shortest circle of constructions that the factory is in.
    package var circle: [String]?
  }

  /// How long instances live.
  package struct Lifetime: Encodable, Sendable, Equatable {
    /// As in the graph's JSON.
    package var scope: String?
    /// The container whose default it is; nil if the definition sets it.
    package var defaultOf: String?

    package init(scope: String?, defaultOf: String?) {
      self.scope = scope
      self.defaultOf = defaultOf
    }

    package var text: String {
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

  package var factories: [Factory]

  /// - Parameters:
  ///   - name: `name`, `Container.name` or `Module.Container.name`.
  ///   - program: the program.
  package init(of name: String, in program: Program) {
    let graph = program.graph
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

  package func json() -> String { JSON.pretty(self) }
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

extension Explanation {
  /// The lines of a terminal.
  private static let lines = 24

  /// Empty if no factory has the name.
  ///
  /// - Parameter arguments: what followed the name on the command line.
  package func text(arguments: [String] = []) -> String {
    if factories.count == 1 { return factories[0].text(lines: Self.lines) }
    return factories.map { factory in
      let words = ["factory explain", factory.id.quotedForShell] + arguments.map(\.quotedForShell)
      return "\(factory.id): \(factory.declaration), \(factory.path):\(factory.line):"
        + "\(factory.column); \(words.joined(separator: " "))\n"
    }.joined()
  }
}

extension String {
  /// A word of a command line.
  fileprivate var quotedForShell: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "._/-".contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\\\''"))'"
  }
}

extension Explanation.Factory {
  /// - Parameter lines: how many lines the text may have.
  fileprivate func text(lines: Int) -> String {
    var head = ["\(id): \(declaration)", "  declared at \(path):\(line):\(column)"]
    if targets.count > 1 { head.append("  targets: \(targets.joined(separator: ", "))") }
    head.append("  lifetime: \(lifetime.text)")
    if let isolation { head.append("  isolated to: \(isolation)") }
    if !contexts.isEmpty { head.append("  contexts: \(contexts.joined(separator: ", "))") }
    if let circle { head.append("  circle: \(circle.joined(separator: " → "))") }
    let sections = [
      ("needs", needs.map { edge($0, $0.to) }),
      ("needed by", neededBy.map { edge($0, $0.from) }),
      ("registered by", registeredBy.map { edge($0, $0.from) }),
      ("reached by", chains.map { $0.joined(separator: " → ") }),
    ].filter { !$0.1.isEmpty }
    let room = max(lines - head.count - sections.count, sections.count)
    let rooms = Self.shares(of: room, sections.map { $0.1.count })
    for ((title, entries), room) in zip(sections, rooms) {
      let shown = entries.count > room ? room - 1 : entries.count
      head.append("  \(title):")
      head += entries.prefix(shown).map { "    \($0)" }
      if shown < entries.count { head.append("    … and \(entries.count - shown) more") }
    }
    return head.joined(separator: "\n") + "\n"
  }

  /// Divides lines among sections: each gets one in turn until it has enough.
  private static func shares(of lines: Int, _ counts: [Int]) -> [Int] {
    var shares = counts.map { _ in 0 }
    var rest = lines
    while rest > 0,
      let next = counts.indices.filter({ shares[$0] < counts[$0] })
        .min(by: { shares[$0] < shares[$1] })
    {
      shares[next] += 1
      rest -= 1
    }
    return shares
  }

  private func edge(_ edge: Graph.Edge, _ other: String) -> String {
    let kind =
      edge.kind == .construct || edge.kind == .register ? "" : " (\(edge.kind.rawValue))"
    return "\(other)\(kind), \(edge.path):\(edge.line)"
  }

  fileprivate var declaration: String {
    let name =
      switch kind {
      case .factory: "factory"
      case .parameter: "factory with a parameter"
      case .throwing: parameterised ? "throwing factory with a parameter" : "throwing factory"
      case .async:
        parameterised ? "asynchronous factory with a parameter" : "asynchronous factory"
      case .mainActor: parameterised ? "main-actor factory with a parameter" : "main-actor factory"
      case .group: "group"
      case .promise: "promise"
      }
    return "\(name) of \(type)"
  }
}
