// Factory, MIT licence; see LICENSE
//
// How Mermaid and DOT draw a scope. The page has the same colours, in Page/page.css.
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
