// Factory, MIT licence; see LICENSE
//
// `factory graph --format html`.
extension Graph {
  /// The graph as a page of HTML that needs no other file and no network: its policy forbids
  /// requests. Above about forty factories, it first shows the modules or containers, which open.
  /// It has search, filters, and a list for the keyboard and screen readers.
  ///
  /// - Parameters:
  ///   - title: The page's title, in plain text.
  ///   - findings: What a check has found; nil if there was none.
  ///   - links: What places in the code are links to; nil if they are only text.
  public func html(
    title: String, findings: [PlacedFinding]? = nil, links: SourceLinks? = nil
  ) -> String {
    let paths =
      factories.map(\.path) + edges.map(\.path) + unresolved.map(\.path)
      + (findings ?? []).flatMap { [$0.path] + $0.notes.map(\.path) }
    let data = PageData(
      graph: ordered(), findings: findings, links: links?.page(for: Set(paths)))
    return PageText.page(
      title: title.replacingScalars { Self.escapes[$0] }, data: JSON.script(data))
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  /// What the page contains. Unlike the graph's own JSON, it is for the page alone.
  private struct PageData: Encodable {
    var graph: Graph
    var findings: [PlacedFinding]?
    var links: SourceLinks.Page?
  }
}

// The page is written as HTML, CSS and JavaScript, in the folder Web. Tool/Scripts/embed-page makes one
// string literal of these files, in PageText.swift. The alternatives do not work here:
//
// - The tool is one file, which also works where it is copied to. A resource bundle would be another.
// - SwiftPM's `.embedInCode` writes an array literal with an element for each byte. For 98 KB, the
//   compiler of Swift 6.3.1 takes 7 s in a debug build, which is what a plugin uses, and 0.06 s for the
//   string literal. Builds for several processors at once do not support it: swift-package-manager
//   issue 6969.
