// Factory, MIT licence; see LICENSE
//
// `factory explain`.
extension Graph {
  /// Describes the factories of a name. Empty if no factory has it.
  public func explanation(of name: String) -> String {
    let found = factories.filter { $0.isNamed(name) }
    return found.map { explanation(of: $0) }.joined(separator: "\n")
  }

  private func explanation(of factory: Factory) -> String {
    var lines = ["\(factory.id): \(declaration(of: factory))"]
    lines.append("  declared at \(factory.path):\(factory.line):\(factory.column)")
    lines.append("  scope: \(factory.scope ?? "none, a new instance each time")")
    if let isolation = factory.isolation { lines.append("  isolated to: \(isolation)") }
    if !factory.contexts.isEmpty {
      lines.append("  contexts: \(factory.contexts.joined(separator: ", "))")
    }
    let out = edges.filter { $0.from == factory.id }
    let incoming = edges.filter { $0.to == factory.id }
    lines += section("needs", out) { $0.to }
    lines += section("needed by", incoming.filter { $0.kind != .register }) { $0.from }
    lines += section("registered by", incoming.filter { $0.kind == .register }) { $0.from }
    if let circle = circle(of: factory) {
      lines.append("  circle: \(circle.joined(separator: " → "))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func declaration(of factory: Factory) -> String {
    let kind =
      switch factory.kind {
      case .factory: "factory"
      case .parameter: "factory with a parameter"
      case .throwing:
        factory.parameterised ? "throwing factory with a parameter" : "throwing factory"
      case .async:
        factory.parameterised ? "asynchronous factory with a parameter" : "asynchronous factory"
      case .mainActor:
        factory.parameterised ? "main-actor factory with a parameter" : "main-actor factory"
      case .group: "group"
      case .promise: "promise"
      }
    return "\(kind) of \(factory.type)"
  }

  private func section(
    _ title: String, _ edges: [Edge], _ other: (Edge) -> String
  ) -> [String] {
    if edges.isEmpty { return [] }
    return ["  \(title):"]
      + edges.map { edge in
        let kind =
          edge.kind == .construct || edge.kind == .register ? "" : " (\(edge.kind.rawValue))"
        return "    \(other(edge))\(kind), \(edge.path):\(edge.line)"
      }
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
