// Factory, MIT licence; see LICENSE
//
// Parameters and local variables.
import FactoryGraph
import SwiftSyntax

/// The parameters and local variables of a file, and where each is visible.
struct LocalNames {
  private var found: [String: [(declared: Int, scope: Range<Int>)]] = [:]

  init(_ facts: FileFacts, _ source: SourceText) {
    for variable in facts.variables {
      add(variable.name, variable.place, source.offsets(of: variable.scope), source)
    }
    for region in facts.regions {
      for parameter in region.parameters {
        add(parameter.name, parameter.place, source.offsets(of: region.range), source)
      }
    }
  }

  private mutating func add(
    _ name: String, _ place: Place, _ scope: Range<Int>, _ source: SourceText
  ) {
    found[name.withoutBackquotes, default: []]
      .append((source.offset(place.line, place.column), scope))
  }

  /// The offset at which the parameter or variable is declared that a name means at an offset; nil if
  /// it means none.
  func declaration(of name: String, at offset: Int) -> Int? {
    // The innermost is declared last.
    found[name]?.filter { $0.scope.contains(offset) }.map(\.declared).max()
  }
}

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
  /// Whether code around an expression needs an optional, such as `?.`, `??` and `if let`, or
  /// infers that its variable is one.
  var needsOptional: Bool {
    guard let parent else { return false }
    if let outer = parent.effectfulExpression { return outer.needsOptional }
    if parent.is(OptionalChainingExprSyntax.self) || parent.is(SwitchExprSyntax.self) {
      return true
    }
    if let list = parent.as(ExprListSyntax.self) {
      return list.contains { $0.is(BinaryOperatorExprSyntax.self) }
    }
    if let access = parent.as(MemberAccessExprSyntax.self) { return access.base?.id == id }
    return bindsOptional
  }

  /// Whether it is the value of `if let` and the like, or of a variable that gets its type from it.
  var bindsOptional: Bool {
    guard let parent else { return false }
    if let outer = parent.effectfulExpression { return outer.bindsOptional }
    if let binding = parent.parent?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation == nil
    }
    return parent.parent?.is(OptionalBindingConditionSyntax.self) == true
  }

  /// Whether a part of it is an optional chain, as in `a?.b.c()`, so that all of it is optional.
  var isOptionalChain: Bool {
    if self.is(OptionalChainingExprSyntax.self) { return true }
    let base =
      self.as(MemberAccessExprSyntax.self)?.base
      ?? self.as(FunctionCallExprSyntax.self)?.calledExpression
      ?? self.as(SubscriptCallExprSyntax.self)?.calledExpression
    return base?.isOptionalChain == true
  }

  /// The members and calls that follow it: `a?.b.c` for `a?`. Nil if a part of them is an optional
  /// chain of its own.
  var wholeChain: ExprSyntax? {
    guard let parent else { return self }
    if parent.is(OptionalChainingExprSyntax.self) { return nil }
    if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == id {
      return ExprSyntax(access).wholeChain
    }
    if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == id {
      return ExprSyntax(call).wholeChain
    }
    if let call = parent.as(SubscriptCallExprSyntax.self), call.calledExpression.id == id {
      return ExprSyntax(call).wholeChain
    }
    return self
  }
}

extension Syntax {
  /// `await x` or `try x`, if it is one.
  fileprivate var effectfulExpression: ExprSyntax? {
    if let attempt = self.as(TryExprSyntax.self) {
      return attempt.questionOrExclamationMark == nil ? ExprSyntax(attempt) : nil
    }
    return self.as(AwaitExprSyntax.self).map { ExprSyntax($0) }
  }
}
