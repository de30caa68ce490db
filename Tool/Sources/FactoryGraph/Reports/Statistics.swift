// Factory, MIT licence; see LICENSE
//
// `factory stats`.
/// Numbers about a graph.
package struct Statistics: Codable, Equatable, Sendable {
  package struct Count: Codable, Equatable, Sendable {
    package var name: String
    package var count: Int
  }

  package var files: Int
  package var modules: Int
  package var containers: Int
  package var factories: Int
  package var kinds: [Count]
  package var scopes: [Count]
  package var factoriesOfContainers: [Count]
  package var edges: [Count]
  /// The factories that most others need.
  package var mostNeeded: [Count]
  /// The number of factories on the longest chain of constructions.
  package var longestChain: Int
  package var circles: Int
  package var unresolved: Int

  package init(_ program: Program) {
    let graph = program.graph
    files = Set(program.files.map(\.path)).count
    modules = program.modules.count
    containers = graph.containers.count
    factories = graph.factories.count
    kinds = Self.counts(graph.factories.map(\.kind.rawValue))
    scopes = Self.counts(graph.factories.map { $0.scope ?? "none" })
    factoriesOfContainers = Self.counts(graph.factories.map(\.container))
    edges = Self.counts(graph.edges.map(\.kind.rawValue))
    let needs = graph.edges.filter { $0.from.hasPrefix("type:") == false }
    mostNeeded = Array(Self.counts(needs.map(\.to)).prefix(5))
    unresolved = graph.unresolved.count
    let next = Self.constructions(graph)
    circles = graph.circles.count
    longestChain = Self.longestChain(next)
  }

  private static func constructions(_ graph: Graph) -> [[Int]] {
    let numbers = Dictionary(
      graph.factories.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var next: [[Int]] = Array(repeating: [], count: graph.factories.count)
    for edge in graph.edges where edge.kind == .construct {
      if let from = numbers[edge.from], let to = numbers[edge.to] { next[from].append(to) }
    }
    return next
  }

  /// Without the factories of circles, which have no end. In rounds, because a chain may be too long
  /// for recursion.
  private static func longestChain(_ next: [[Int]]) -> Int {
    var missing = next.map { Set($0).count }
    var users: [[Int]] = Array(repeating: [], count: next.count)
    for (from, all) in next.enumerated() { for to in Set(all) { users[to].append(from) } }
    var round = next.indices.filter { missing[$0] == 0 }
    var length = 0
    while !round.isEmpty {
      length += 1
      var following: [Int] = []
      for node in round {
        for user in users[node] {
          missing[user] -= 1
          if missing[user] == 0 { following.append(user) }
        }
      }
      round = following
    }
    return length
  }

  private static func counts(_ names: [String]) -> [Count] {
    Dictionary(grouping: names) { $0 }.map { Count(name: $0, count: $1.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  package func text() -> String {
    func list(_ title: String, _ counts: [Count]) -> String {
      counts.isEmpty
        ? ""
        : "\(title):\n" + counts.map { "  \($0.name): \($0.count)\n" }.joined()
    }
    return """
      files: \(files)
      modules: \(modules)
      containers: \(containers)
      factories: \(factories)
      longest chain: \(longestChain)
      circles: \(circles)
      unresolved: \(unresolved)

      """
        + list("kinds", kinds) + list("scopes", scopes)
        + list("containers", factoriesOfContainers) + list("edges", edges)
        + list("most needed", mostNeeded)
  }

  package func json() -> String { JSON.pretty(self) }
}
