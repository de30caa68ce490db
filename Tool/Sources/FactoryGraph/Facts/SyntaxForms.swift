// Factory, MIT licence; see LICENSE
//
// What the form of an expression or a name tells, without what names mean.
import SwiftSyntax

extension ExprSyntax {
  /// The expression without `try`, `await`, parentheses and casts.
  var unwrapped: ExprSyntax { unwrapping.value }

  /// The type that a cast gives it, also in `try`, `await` and parentheses; nil if there is no cast.
  var castType: TypeExpression? { unwrapping.cast.map { TypeExpression($0) } }

  private var unwrapping: (value: ExprSyntax, cast: TypeSyntax?) {
    if let node = self.as(TryExprSyntax.self) { return node.expression.unwrapping }
    if let node = self.as(AwaitExprSyntax.self) { return node.expression.unwrapping }
    if let node = self.as(TupleExprSyntax.self), node.elements.count == 1,
      let element = node.elements.first, element.label == nil
    {
      return element.expression.unwrapping
    }
    // `value as Type`, before operators are folded.
    if let elements = self.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
      elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
    {
      return (elements.first!.unwrapped, elements.last?.as(TypeExprSyntax.self)?.type)
    }
    return (self, nil)
  }

  /// Whether `FactsReader.chain` can read it.
  var isChain: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .functionCallExpr, .memberAccessExpr, .declReferenceExpr, .keyPathExpr,
      .optionalChainingExpr, .forceUnwrapExpr, .genericSpecializationExpr, .stringLiteralExpr,
      .integerLiteralExpr, .floatLiteralExpr, .nilLiteralExpr, .postfixIfConfigExpr:
      true
    default: false
    }
  }

  /// What a member of it is one of.
  var receiver: Link.Receiver {
    if self.is(OptionalChainingExprSyntax.self) || self.is(ForceUnwrapExprSyntax.self) {
      return .unwrapped
    }
    return isOptionalInParentheses ? .optional : .plain
  }

  /// Whether it is an optional that parentheses separate from its members.
  private var isOptionalInParentheses: Bool {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let node = tuple.elements.first?.expression
    else { return false }
    if let attempt = node.as(TryExprSyntax.self) {
      return attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
    }
    if let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3 {
      let cast = sequence.elements.dropFirst().first?.as(UnresolvedAsExprSyntax.self)
      return cast?.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
    }
    return node.hasOptionalChaining
  }

  /// Which literal it is.
  var literal: CallArgument.Literal? {
    switch self.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr: .string
    case .integerLiteralExpr: .integer
    case .floatLiteralExpr: .float
    case .booleanLiteralExpr: .truth
    case .nilLiteralExpr: .null
    case .arrayExpr: .array
    case .dictionaryExpr: .dictionary
    case .prefixOperatorExpr(let prefix) where prefix.operator.text == "-":
      prefix.expression.literal
    default: nil
    }
  }
}

extension SubscriptCallExprSyntax {
  /// `container[keyPath: path]`
  var isKeyPathSubscript: Bool {
    arguments.count == 1 && trailingClosure == nil && arguments.first?.label?.text == "keyPath"
  }
}

extension SequenceExprSyntax {
  /// `0..<count`, in parentheses because of what follows.
  var isRange: Bool {
    elements.contains {
      ["..<", "..."].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
    }
  }
}

extension TokenSyntax {
  /// The name without the backticks that make a word of the language a name. `` `init` `` and
  /// `` `self` `` keep them: without, they mean something else.
  var plainName: String {
    let text = text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    let name = String(text.dropFirst().dropLast())
    return ["init", "self", "Self"].contains(name) ? text : name
  }
}
