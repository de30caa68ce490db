// Factory, MIT licence; see LICENSE
//
// Offsets of syntax, and what rewriting often asks of it.
import SwiftSyntax

extension SyntaxProtocol {
  /// The UTF-8 offsets of the node, without the trivia around it.
  var span: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// The ancestors, the nearest first.
  var ancestors: some Sequence<Syntax> {
    sequence(first: Syntax(self)) { $0.parent }.dropFirst()
  }

  func ancestor<S: SyntaxProtocol>(_: S.Type) -> S? {
    ancestors.lazy.compactMap { $0.as(S.self) }.first
  }
}

extension ExprSyntax {
  /// The name, if the expression is only a name.
  var name: String? { self.as(DeclReferenceExprSyntax.self).map(\.baseName.plain) }

  /// `A.b.c` as names, if it is nothing else.
  var path: [String]? {
    if let name { return [name] }
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base?.path else {
      return nil
    }
    return base + [access.declName.baseName.plain]
  }

  /// Without the parentheses around it.
  var unwrapped: ExprSyntax {
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.label == nil
    {
      return element.expression.unwrapped
    }
    return self
  }
}

extension TokenSyntax {
  /// The name without backquotes.
  var plain: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }
}

extension FunctionCallExprSyntax {
  func argument(_ label: String?) -> LabeledExprSyntax? {
    arguments.first { $0.label?.plain == label }
  }

  /// An argument with the comma that separates it.
  func span(of argument: LabeledExprSyntax) -> Range<Int> {
    let list = Array(arguments)
    let index = list.firstIndex { $0.id == argument.id }!
    if index > 0 {
      return list[index - 1].expression.span.upperBound..<argument.expression.span.upperBound
    }
    let end = list.count > 1 ? list[1].span.lowerBound : argument.span.upperBound
    return argument.span.lowerBound..<end
  }

  /// The closure that is the only positional or trailing one.
  var closure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }
}

extension ClosureExprSyntax {
  /// The expression, if the closure consists of nothing else.
  var onlyExpression: ExprSyntax? {
    guard statements.count == 1, let item = statements.first?.item else { return nil }
    if let expression = item.as(ExprSyntax.self) { return expression }
    if let statement = item.as(StmtSyntax.self) {
      return statement.as(ReturnStmtSyntax.self)?.expression
    }
    return nil
  }

  /// Whether it uses an argument without a name, such as `$0`. Closures within it have their own.
  func uses(argument name: String) -> Bool {
    final class Finder: SyntaxVisitor {
      let name: String
      var isFound = false
      init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
      }
      override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.baseName.text == name { isFound = true }
        return .skipChildren
      }
      override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
      }
    }
    guard signature?.parameterClause == nil else { return false }
    let finder = Finder(name)
    finder.walk(statements)
    return finder.isFound
  }

  /// The names of the parameters, in order.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map(\.name.plain)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).plain }
    case nil: []
    }
  }
}

extension WithModifiersSyntax {
  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension WithAttributesSyntax {
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.attributeName.trimmedDescription == name }
  }
}
