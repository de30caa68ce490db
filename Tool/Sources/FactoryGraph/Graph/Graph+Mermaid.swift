// Factory, MIT licence; see LICENSE
//
// `factory graph --format mermaid`.
extension Graph {
  /// The graph as a Mermaid flowchart, which GitHub, GitLab and DocC renderers draw.
  ///
  /// Containers are subgraphs, scopes are classes. Lines: `-->` construct, `-.->` lazy, `-.-o`
  /// weak, `-.-x` dynamic, `==>` resolve, `==o` register. Factories and lines of a circular
  /// dependency are red. Mermaid draws up to 500 lines, unless its configuration `maxEdges`
  /// permits more; select a part of a larger graph with `filtered(roots:containers:modules:)`.
  package func mermaid() -> String {
    let drawing = GraphDrawing(self)
    let styles = ScopeStyle.styles(of: self)
    let nodes = drawing.nodes
    let names = Dictionary(
      uniqueKeysWithValues: zip(nodes.map(\.id), nodes.indices.map { "n\($0)" }))
    let scopes = Set(factories.compactMap(\.scope)).sorted()
    let classes = Dictionary(
      uniqueKeysWithValues: zip(scopes, scopes.indices.map { "scope\($0)" }))

    var lines = ["flowchart LR"]
    for (index, cluster) in drawing.clusters.enumerated() {
      lines.append("  subgraph c\(index)[\(quoted([cluster.title]))]")
      for node in cluster.nodes {
        let name = names[node.id, default: ""]
        let scope = node.factory?.scope.flatMap { classes[$0] } ?? "unscoped"
        lines.append("    \(name)[\(quoted(node.lines))]:::\(scope)")
      }
      lines.append("  end")
    }
    for node in drawing.code {
      lines.append("  \(names[node.id, default: ""])([\(quoted(node.lines))]):::code")
    }
    for (edge, _) in drawing.edges {
      lines.append(
        "  \(names[edge.from, default: ""]) \(edge.kind.mermaid) \(names[edge.to, default: ""])")
    }

    func define(_ name: String, _ style: ScopeStyle) {
      lines.append("  classDef \(name) fill:\(style.fill),stroke:\(style.stroke),color:#1a1a1a")
    }
    if let style = styles[nil], factories.contains(where: { $0.scope == nil }) {
      define("unscoped", style)
    }
    for scope in scopes {
      if let name = classes[scope], let style = styles[scope] { define(name, style) }
    }
    if !drawing.code.isEmpty {
      lines.append("  classDef code fill:#ffffff,stroke:#767676,color:#1a1a1a")
    }
    let inCircles = nodes.filter(\.isInCircle).compactMap { names[$0.id] }
    if !inCircles.isEmpty {
      lines.append("  classDef circle stroke:\(ScopeStyle.circle),stroke-width:4px")
      lines.append("  class \(inCircles.joined(separator: ",")) circle")
      let links = drawing.edges.indices.filter { drawing.edges[$0].isInCircle }.map(String.init)
      lines.append(
        "  linkStyle \(links.joined(separator: ",")) stroke:\(ScopeStyle.circle),stroke-width:4px"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A label. Mermaid reads `#…;` as a character, by its number or its name in HTML.
  private func quoted(_ lines: [String]) -> String {
    let escaped: Set<Unicode.Scalar> = ["\"", "#", "<", ">", "&", "`", ";", "\\"]
    return lines.quoted(lineBreak: "<br/>") { escaped.contains($0) ? "#\($0.value);" : nil }
  }
}

extension Graph.Edge.Kind {
  fileprivate var mermaid: String {
    switch self {
    case .construct: "-->"
    case .lazy: "-.->"
    case .weak: "-.-o"
    case .dynamic: "-.-x"
    case .resolve: "==>"
    case .register: "==o"
    }
  }
}
