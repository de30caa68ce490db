// Factory, MIT licence; see LICENSE
//
// Reads the syntax errors of a file.
import SwiftParserDiagnostics
import SwiftSyntax

extension SyntaxErrorFact {
  static func all(in tree: SourceFileSyntax, _ converter: PlaceConverter) -> [SyntaxErrorFact] {
    if !tree.hasError { return [] }
    return ParseDiagnosticsGenerator.diagnostics(for: tree)
      .filter { !$0.node.dependsOnVersion }
      .map { SyntaxErrorFact(message: $0.message, place: converter.place($0.position)) }
  }
}

extension Syntax {
  /// Whether the code is in an `#if` that asks for the version of Swift or of the compiler. The
  /// compiler does not parse those of its clauses that do not apply, so that they may have syntax
  /// that this version of the parser does not know.
  fileprivate var dependsOnVersion: Bool {
    var node = self
    while let parent = node.parent {
      if let decision = parent.as(IfConfigDeclSyntax.self),
        decision.clauses.contains(where: { $0.condition?.asksForVersion == true })
      {
        return true
      }
      node = parent
    }
    return false
  }
}

extension ExprSyntax {
  fileprivate var asksForVersion: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      $0.text == "swift" || $0.text == "compiler" || $0.text == "_compiler_version"
    }
  }
}
