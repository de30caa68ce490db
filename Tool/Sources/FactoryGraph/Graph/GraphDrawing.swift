// Factory, MIT licence; see LICENSE
//
// What Mermaid and DOT draw, before it is written in their syntax.
/// A graph as nodes in clusters, with lines between them.
struct GraphDrawing {
  /// A factory, or code that no factory builds.
  struct Node {
    var id: String
    /// Name, type and scope; for code, the name of its type.
    var lines: [String]
    /// Nil for code.
    var factory: Graph.Factory?
    var isInCircle: Bool
  }

  /// The factories of a container that one module declares.
  struct Cluster {
    var title: String
    var nodes: [Node]
  }

  var clusters: [Cluster] = []
  /// The code that uses factories, and ends of edges that the graph does not contain.
  var code: [Node] = []
  /// Sorted, without repetitions of the same kind between the same nodes.
  var edges: [(edge: Graph.Edge, isInCircle: Bool)] = []

  init(_ graph: Graph) {
    let graph = graph.ordered()
    let circles = graph.circleIndices
    let modules = Set(graph.factories.map(\.module))
    var titles: [String] = []
    var members: [String: [Node]] = [:]
    var known: Set<String> = []
    // Two declarations on one line have one identifier, and are one node.
    for factory in graph.factories where known.insert(factory.id).inserted {
      let title =
        modules.count > 1 ? "\(factory.container) (\(factory.module))" : factory.container
      if members[title] == nil { titles.append(title) }
      members[title, default: []].append(
        Node(
          id: factory.id, lines: factory.lines, factory: factory,
          isInCircle: circles[factory.id] != nil))
    }
    clusters = titles.map { Cluster(title: $0, nodes: members[$0, default: []]) }

    let ids = Set(graph.edges.flatMap { [$0.from, $0.to] }).subtracting(known).sorted()
    let names = ids.map { id in
      Graph.module(ofCode: id).map { String(id.dropFirst($0.count + 6)) } ?? id
    }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    code = zip(ids, names).map { id, name in
      // Code of several modules may have one name, such as `main`.
      let module = counts[name]! > 1 ? Graph.module(ofCode: id) : nil
      let title = module.map { "\(name) (\($0))" } ?? name
      return Node(id: id, lines: [title], factory: nil, isInCircle: false)
    }

    for edge in graph.edges {
      if let last = edges.last?.edge, last.from == edge.from, last.to == edge.to,
        last.kind == edge.kind
      {
        continue
      }
      let circle = edge.kind == .construct ? circles[edge.from] : nil
      edges.append((edge, circle != nil && circle == circles[edge.to]))
    }
  }

  var nodes: [Node] { clusters.flatMap(\.nodes) + code }
}

extension Graph.Factory {
  fileprivate var lines: [String] {
    var properties = [kind == .factory ? nil : kind.rawValue, scope].compactMap(\.self)
    if parameterised, kind != .parameter { properties.insert("parameter", at: 0) }
    return [name, type] + (properties.isEmpty ? [] : [properties.joined(separator: " · ")])
  }
}

/// The colours of a scope: those of Okabe and Ito, which remain different for the colour-blind.
struct ScopeStyle {
  /// Behind dark text.
  var fill: String
  var stroke: String

  /// The style of each scope in the graph; the key `nil` is that of factories without a scope.
  static func styles(of graph: Graph) -> [String?: ScopeStyle] {
    var styles = Self.known
    let custom = Set(graph.factories.compactMap(\.scope)).filter { Self.known[$0] == nil }
    for (index, scope) in custom.sorted().enumerated() {
      styles[scope] = Self.custom[index % Self.custom.count]
    }
    return styles
  }

  private static let known: [String?: ScopeStyle] = [
    nil: ScopeStyle(fill: "#f4f4f4", stroke: "#767676"),
    "singleton": ScopeStyle(fill: "#fbe3d5", stroke: "#d55e00"),
    "cached": ScopeStyle(fill: "#d6e8f4", stroke: "#0072b2"),
    "shared": ScopeStyle(fill: "#d5efe7", stroke: "#009e73"),
    "graph": ScopeStyle(fill: "#f5e4ee", stroke: "#cc79a7"),
  ]

  private static let custom = [
    ScopeStyle(fill: "#fbefd2", stroke: "#e69f00"),
    ScopeStyle(fill: "#e2f2fb", stroke: "#56b4e9"),
    ScopeStyle(fill: "#fcfad3", stroke: "#b8ab00"),
  ]

  /// Circles, in all formats.
  static let circle = "#c4001a"
}

extension [String] {
  /// The lines of a label in quotes. What is a line break within a line is one of the language, and
  /// other control characters are blanks.
  func quoted(lineBreak: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    let lines = map { line in
      line.replacingScalars { scalar in
        switch scalar {
        case "\r": ""
        case "\n", "\u{2028}", "\u{2029}": lineBreak
        case "\0"..."\u{1F}": " "
        default: escape(scalar)
        }
      }
    }
    return "\"\(lines.joined(separator: lineBreak))\""
  }
}
