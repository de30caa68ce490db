// Factory, MIT licence; see LICENSE
//
// `factory graph --format dot`.
extension Graph {
  /// The graph in the language of Graphviz: `factory graph --format dot | dot -Tsvg`.
  ///
  /// Containers are clusters, scopes are colours. Lines: solid for `construct`, dashed for
  /// `lazy`, dotted for `weak`, dashed with an empty arrowhead for `dynamic`, grey for `resolve`,
  /// grey with a dot for `register`. Factories and lines of a circular dependency are red and
  /// bold.
  package func dot() -> String {
    let drawing = GraphDrawing(self)
    let styles = ScopeStyle.styles(of: self)
    var lines = [
      "digraph factories {",
      "  graph [charset=\"UTF-8\", rankdir=LR, fontname=\"Helvetica\", color=\"#b0b0b0\"]",
      "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11]",
      "  edge [color=\"#505050\"]",
    ]
    for (index, cluster) in drawing.clusters.enumerated() {
      lines.append("  subgraph cluster_\(index) {")
      lines.append("    label=\(quoted([cluster.title]))")
      for node in cluster.nodes {
        var attributes = ["label=\(quoted(node.lines))"]
        if let style = styles[node.factory?.scope] {
          attributes.append("fillcolor=\"\(style.fill)\"")
          attributes.append("color=\"\(node.isInCircle ? ScopeStyle.circle : style.stroke)\"")
        }
        if node.isInCircle { attributes.append("penwidth=3") }
        lines.append("    \(quoted([node.id])) [\(attributes.joined(separator: ", "))]")
      }
      lines.append("  }")
    }
    for node in drawing.code {
      lines.append(
        "  \(quoted([node.id])) [label=\(quoted(node.lines)), shape=plaintext, style=\"\"]")
    }
    for (edge, isInCircle) in drawing.edges {
      var attributes = edge.kind.dot
      if isInCircle { attributes += ["color=\"\(ScopeStyle.circle)\"", "penwidth=3"] }
      let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  \(quoted([edge.from])) -> \(quoted([edge.to]))\(suffix)")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A string of the language. A backslash begins an escape in labels, such as `\N`.
  private func quoted(_ lines: [String]) -> String {
    // Labels replace the entities of HTML.
    let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "&": "&amp;"]
    return lines.quoted(lineBreak: "\\n") { escapes[$0] }
  }
}

extension Graph.Edge.Kind {
  fileprivate var dot: [String] {
    switch self {
    case .construct: []
    case .lazy: ["style=dashed"]
    case .weak: ["style=dotted"]
    case .dynamic: ["style=dashed", "arrowhead=empty"]
    case .resolve: ["color=\"#a0a0a0\""]
    case .register: ["color=\"#a0a0a0\"", "arrowhead=dot"]
    }
  }
}
