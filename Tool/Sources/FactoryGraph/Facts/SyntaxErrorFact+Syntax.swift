// Factory, MIT licence; see LICENSE
//
// Reads the syntax errors of a file.
import SwiftParserDiagnostics
import SwiftSyntax

extension SyntaxErrorFact {
  /// Of `@available (macOS 13, *)`, which the compiler accepts up to the language mode of Swift 5.
  private static let extraneousSpace = "extraneous whitespace before '(' is not permitted"

  static func all(in tree: SourceFileSyntax, _ converter: PlaceConverter) -> [SyntaxErrorFact] {
    if !tree.hasError { return [] }
    return ParseDiagnosticsGenerator.diagnostics(for: tree)
      .filter { !$0.node.dependsOnVersion && !$0.node.isAccepted && $0.message != extraneousSpace }
      .map { SyntaxErrorFact(message: $0.message, place: converter.place($0.position)) }
  }
}

extension Syntax {
  /// Whether the compiler accepts what the parser complains of: `#warning` before the first `case`,
  /// and `@MainActor(Value) -> Void`, an attribute right before the parameters of a function type.
  fileprivate var isAccepted: Bool {
    if let statements = self.as(CodeBlockItemListSyntax.self),
      let group = statements.parent?.as(SwitchCaseSyntax.self), !group.label.hasTokens
    {
      return statements.allSatisfy { $0.item.isMessageOfCompiler }
    }
    var node: Syntax? = self
    while let current = node {
      if let type = current.as(AttributedTypeSyntax.self) {
        guard let function = type.baseType.as(FunctionTypeSyntax.self),
          function.leftParen.presence == .missing,
          case .attribute(let attribute)? = type.attributes.last
        else { return false }
        return attribute.rightParen?.presence == .present
      }
      node = current.parent
    }
    return false
  }

  fileprivate var hasTokens: Bool { firstToken(viewMode: .sourceAccurate) != nil }

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

extension SwitchCaseSyntax.Label {
  fileprivate var hasTokens: Bool { Syntax(self).hasTokens }
}

extension CodeBlockItemSyntax.Item {
  /// Whether it is `#warning` or `#error`.
  fileprivate var isMessageOfCompiler: Bool {
    let name =
      self.as(MacroExpansionExprSyntax.self)?.macroName
      ?? self.as(MacroExpansionDeclSyntax.self)?.macroName
    return name.map { ["warning", "error"].contains($0.text) } ?? false
  }
}

extension ExprSyntax {
  fileprivate var asksForVersion: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      $0.text == "swift" || $0.text == "compiler" || $0.text == "_compiler_version"
    }
  }
}
