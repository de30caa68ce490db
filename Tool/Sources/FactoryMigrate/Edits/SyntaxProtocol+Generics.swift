// Factory, MIT licence; see LICENSE
//
// Generic parameters and optional chains.
import SwiftSyntax

extension SyntaxProtocol {
  /// Whether a type is a generic parameter of a function or type around the node, or is made of one,
  /// such as `Store<T>`.
  func isGenericParameter(_ type: String) -> Bool {
    let words = TypeSpelling.words(of: type)
    return ancestors.contains { ancestor in
      let clause =
        ancestor.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
      return clause?.parameters.contains { words.contains($0.name.plain) } == true
    }
  }
}

extension ExprSyntax {
  /// Whether a part of it is an optional chain, as in `a?.b.c()`, so that all of it is optional.
  var isOptionalChain: Bool {
    if self.is(OptionalChainingExprSyntax.self) { return true }
    let base =
      self.as(MemberAccessExprSyntax.self)?.base
      ?? self.as(FunctionCallExprSyntax.self)?.calledExpression
      ?? self.as(SubscriptCallExprSyntax.self)?.calledExpression
    return base?.isOptionalChain == true
  }
}
