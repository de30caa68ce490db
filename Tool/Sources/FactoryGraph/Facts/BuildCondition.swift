// Factory, MIT licence; see LICENSE
//
// What must be true for a clause of `#if` to be compiled.
import SwiftSyntax

/// A condition such as `DEBUG` or `os(Linux)`, and whether a clause of `#if` requires it or its
/// opposite.
package struct BuildCondition: Hashable, Sendable {
  package var text: String
  package var isTrue: Bool

  /// Whether no build meets both conditions.
  func excludes(_ other: BuildCondition) -> Bool {
    if text == other.text { return isTrue != other.isTrue }
    return isTrue && other.isTrue && text.hasPrefix("os(") && other.text.hasPrefix("os(")
  }
}

extension BuildCondition {
  /// What each clause of an `#if` requires: its own condition and its parts, and the opposite of
  /// the conditions of the clauses before it.
  static func required(by clauses: IfConfigClauseListSyntax) -> [[BuildCondition]] {
    var excluded: [BuildCondition] = []
    return clauses.map { clause in
      guard let condition = clause.condition else { return excluded }
      let whole = Self(condition)
      defer { excluded.append(BuildCondition(text: whole.text, isTrue: !whole.isTrue)) }
      return excluded + [whole] + parts(of: condition)
    }
  }

  /// The conditions that `&&` connects; none if there is no `&&`.
  private static func parts(of condition: ExprSyntax) -> [BuildCondition] {
    guard let sequence = condition.unwrapped.as(SequenceExprSyntax.self) else { return [] }
    let isConjunction = sequence.elements.allSatisfy { element in
      element.as(BinaryOperatorExprSyntax.self).map { $0.operator.text == "&&" } ?? true
    }
    if !isConjunction { return [] }
    return sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
      .flatMap { [Self($0)] + parts(of: $0) }
  }

  private init(_ condition: ExprSyntax) {
    let node = condition.unwrapped
    if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      self.init(text: prefix.expression.unwrapped.trimmedDescription, isTrue: false)
    } else {
      self.init(text: node.trimmedDescription, isTrue: true)
    }
  }
}
