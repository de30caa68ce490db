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

  /// The types and extensions around it, each with those around it, the nearest first: `Outer.Inner` and
  /// `Outer`.
  var enclosingTypes: [String] {
    let names = ancestors.compactMap { ancestor in
      ancestor.as(ExtensionDeclSyntax.self).map {
        String($0.extendedType.trimmedDescription.prefix { $0 != "<" })
      } ?? (ancestor.asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax)?.name.plain
    }
    return names.indices.map { names[$0...].reversed().joined(separator: ".") }
  }

  /// This node and those below it that are of a type, in the order of the source.
  ///
  /// - Parameter isSkipped: whether what is below a node is left out.
  func nodes<Node: SyntaxProtocol>(
    _: Node.Type, skipping isSkipped: @escaping (Syntax) -> Bool = { _ in false }
  ) -> [Node] {
    let collector = NodeCollector<Node>(isSkipped)
    collector.walk(self)
    return collector.found
  }

  /// The names below this node that are not those of members, `a` of `a.b`.
  ///
  /// - Parameter isSkipped: whether what is below a node is left out.
  func names(
    skipping isSkipped: @escaping (Syntax) -> Bool = { _ in false }
  ) -> [DeclReferenceExprSyntax] {
    nodes(DeclReferenceExprSyntax.self, skipping: isSkipped).filter { !$0.isMemberName }
  }
}

private final class NodeCollector<Node: SyntaxProtocol>: SyntaxAnyVisitor {
  var found: [Node] = []
  private let isSkipped: (Syntax) -> Bool

  init(_ isSkipped: @escaping (Syntax) -> Bool) {
    self.isSkipped = isSkipped
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let node = node.as(Node.self) { found.append(node) }
    return isSkipped(node) ? .skipChildren : .visitChildren
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it is `b` of `a.b`.
  var isMemberName: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName.id == id }
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

  /// `X` of `X.self`, as it is written.
  var metatype: ExprSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "self"
    else { return nil }
    return access.base
  }

  /// The name after the last dot, of `a.b` and `.b`.
  var memberName: String? {
    self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// The name, or the one after the last dot.
  var lastName: String? { name ?? memberName }

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

extension SequenceExprSyntax {
  /// The sides of an assignment. There are several values if operators connect them.
  var assignment: (target: ExprSyntax, values: [ExprSyntax])? {
    let parts = Array(elements)
    guard parts.count > 2, parts[1].is(AssignmentExprSyntax.self) else { return nil }
    return (parts[0], Array(parts[2...]))
  }
}

extension TokenSyntax {
  /// The name without backquotes.
  var plain: String { text.withoutBackquotes }
}

extension String {
  var withoutBackquotes: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }
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

extension CodeBlockItemListSyntax {
  /// The expression that they are or return, if there is nothing else.
  var onlyExpression: ExprSyntax? {
    guard count == 1, let item = first?.item else { return nil }
    return item.as(ExprSyntax.self)
      ?? item.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self)?.expression
  }
}

extension PatternBindingSyntax {
  /// The name of the variable, if it is only one.
  var name: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.plain }

  /// The initial value, or the only expression of the getter.
  var value: ExprSyntax? {
    if let initializer { return initializer.value }
    guard case .getter(let items)? = accessorBlock?.accessors else { return nil }
    return items.onlyExpression
  }
}

extension InheritedTypeSyntax {
  /// The type without attributes such as `@retroactive`.
  var plainType: String {
    (type.as(AttributedTypeSyntax.self)?.baseType ?? type).trimmedDescription
  }
}

extension ClosureExprSyntax {
  /// The expression, if the closure consists of nothing else.
  var onlyExpression: ExprSyntax? { statements.onlyExpression }

  /// Whether it uses an argument without a name, such as `$0`. Closures within it have their own.
  func uses(argument name: String) -> Bool {
    signature?.parameterClause == nil
      && statements.names(skipping: { $0.is(ClosureExprSyntax.self) })
        .contains { $0.baseName.text == name }
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

  /// Whether it is a member of its type, and not of instances.
  var isStatic: Bool { modifier(.static) ?? modifier(.class) != nil }
}

extension WithAttributesSyntax {
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.attributeName.trimmedDescription == name }
  }
}

extension Trivia {
  var comments: [String] {
    compactMap { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text): text
      default: nil
      }
    }
  }
}

extension SyntaxProtocol {
  /// The comments from an offset to the end of the node, and behind it. Documentation becomes plain
  /// comments.
  func comments(from start: Int, outside ranges: [Range<Int>]) -> [String] {
    var comments: [String] = []
    for token in tokens(viewMode: .sourceAccurate) {
      let parts = [
        (token.leadingTrivia, token.position),
        (token.trailingTrivia, token.endPositionBeforeTrailingTrivia),
      ]
      for (trivia, position) in parts {
        var offset = position.utf8Offset
        for piece in trivia {
          if offset >= start, let text = piece.plainComment,
            !ranges.contains(where: { $0.contains(offset) })
          {
            comments.append(text)
          }
          offset += piece.sourceLength.utf8Length
        }
      }
    }
    return comments
  }

  /// The comments between its tokens and behind the last one.
  var commentsWithinAndBehind: [String] {
    var comments: [String] = []
    for token in tokens(viewMode: .sourceAccurate) {
      if token.span.lowerBound > span.lowerBound { comments += token.leadingTrivia.comments }
      comments += token.trailingTrivia.comments
    }
    return comments
  }
}

extension TriviaPiece {
  /// A comment without the marks of documentation.
  fileprivate var plainComment: String? {
    switch self {
    case .lineComment(let text), .blockComment(let text): text
    case .docLineComment(let text): "//" + text.dropFirst(3)
    case .docBlockComment(let text): "/*" + text.dropFirst(3)
    default: nil
    }
  }
}
