// Factory, MIT licence; see LICENSE
//
// Reads the facts of a file from its text.
@_spi(ExperimentalLanguageFeatures) import SwiftParser
import SwiftSyntax

extension FileFacts {
  /// Reads the facts of a source text.
  public init(parsing source: String) {
    self.init(of: Self.tree(parsing: source), source)
  }

  /// What the compiler accepts and the parser does not yet: `map(\.name(in: list))`. By its name,
  /// because a later parser needs no feature for it.
  private static let acceptedFeatures: Parser.ExperimentalFeatures =
    Parser.ExperimentalFeatures(name: "KeypathWithMethodMembers") ?? []

  package static func tree(parsing source: String) -> SourceFileSyntax {
    // The same limit in debug builds, where the parser's own is lower.
    var parser = Parser(
      source, maximumNestingLevel: 256, experimentalFeatures: acceptedFeatures)
    return SourceFileSyntax.parse(from: &parser)
  }

  /// Reads the facts of a tree, which is that of the source text.
  package init(of tree: SourceFileSyntax, _ source: String) {
    let reader = FactsReader(tree)
    reader.walk(tree)
    self = reader.facts
    assignedNames = reader.assignedNames.sorted()
    // Few files have one, and looking at each comment takes as long as a quarter of the parser.
    if source.hasText(Suppression.mark) || source.hasText(Suppression.peripheryMark) {
      suppressions = Suppression.all(in: tree, reader.converter)
    }
    toolsVersion = ToolsVersion(manifest: source)
    syntaxErrors = SyntaxErrorFact.all(in: tree, reader.converter)
  }
}
