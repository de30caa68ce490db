// Factory, MIT licence; see LICENSE
//
// What must be true for a clause of `#if` to be compiled.
#if Tool
  import SwiftSyntax

  /// A condition such as `DEBUG` or `os(Linux)`, and whether a clause of `#if` requires it or its
  /// opposite.
  public struct BuildCondition: Hashable, Sendable {
    public var text: String
    public var isTrue: Bool

    /// Whether no build meets both conditions.
    func excludes(_ other: BuildCondition) -> Bool {
      if text == other.text { return isTrue != other.isTrue }
      return isTrue && other.isTrue && text.hasPrefix("os(") && other.text.hasPrefix("os(")
    }
  }

  extension BuildCondition {
    /// What each clause of an `#if` requires, as far as negations, `&&` and the clauses before it
    /// tell.
    static func required(by clauses: IfConfigClauseListSyntax) -> [[BuildCondition]] {
      var excluded: [BuildCondition] = []
      return clauses.map { clause in
        let own = clause.condition.map { Self.parts(of: $0) } ?? []
        let required = excluded + own
        // The opposite of several conditions is none of their opposites.
        if own.count == 1, let only = own.first {
          excluded.append(BuildCondition(text: only.text, isTrue: !only.isTrue))
        }
        return required
      }
    }

    private static func parts(of condition: ExprSyntax) -> [BuildCondition] {
      let node = condition.unwrapped
      if let sequence = node.as(SequenceExprSyntax.self) {
        let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self) }
        guard operators.allSatisfy({ $0.operator.text == "&&" }) else {
          return [BuildCondition(text: node.trimmedDescription, isTrue: true)]
        }
        return sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
          .flatMap { parts(of: $0) }
      }
      if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
        return [
          BuildCondition(text: prefix.expression.unwrapped.trimmedDescription, isTrue: false)
        ]
      }
      return [BuildCondition(text: node.trimmedDescription, isTrue: true)]
    }
  }
#endif
