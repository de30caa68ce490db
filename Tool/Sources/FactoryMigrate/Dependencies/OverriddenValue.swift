// Factory, MIT licence; see LICENSE
//
// A value that replaces a dependency: `$0.x = value`. It was evaluated once, where it is written.
import SwiftSyntax

struct OverriddenValue {
  /// The elements after `=`; several if the value has operators.
  let elements: [ExprSyntax]
  /// The name of the dependency values that the closure gets.
  let parameter: String

  var range: Range<Int> { elements.first!.span.lowerBound..<elements.last!.span.upperBound }

  /// `$0.y`, where the value reads another dependency.
  var reads: [MemberAccessExprSyntax] {
    parameters.compactMap { $0.parent?.as(MemberAccessExprSyntax.self) }
  }

  /// Whether the dependency values are used in another way, for example passed on.
  var usesValuesOtherwise: Bool {
    parameters.contains { $0.parent?.is(MemberAccessExprSyntax.self) != true }
  }

  /// The names of the dependency values. A closure within has its own `$0`.
  private var parameters: [DeclReferenceExprSyntax] {
    elements.flatMap { element in
      element.names { parameter.hasPrefix("$") && $0.is(ClosureExprSyntax.self) }
    }.filter { $0.baseName.plain == parameter }
  }

  /// Whether each evaluation gives the same: a literal, or a construction from literals.
  var isConstant: Bool { elements.allSatisfy(Self.isConstant) }

  private static func isConstant(_ expression: ExprSyntax) -> Bool {
    let expression = expression.unwrapped
    if let call = expression.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.path?.last?.first?.isUppercase == true
        && call.trailingClosure == nil && !call.arguments.isEmpty
        && call.arguments.allSatisfy {
          $0.label?.text != "timeIntervalSinceNow" && isConstant($0.expression)
        }
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
      return isConstant(prefix.expression)
    }
    let literals: [SyntaxKind] = [
      .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .binaryOperatorExpr,
    ]
    return literals.contains(expression.kind)
      || expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue != nil
  }

  /// Whether it says the time, or something random. What closures do is not counted.
  var isMomentary: Bool {
    elements.contains { element in
      element.nodes(ExprSyntax.self, skipping: { $0.is(ClosureExprSyntax.self) })
        .contains(where: Self.isMomentary)
    }
  }

  private static func isMomentary(_ expression: ExprSyntax) -> Bool {
    if expression.memberName == "now" { return true }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
    let made = call.calledExpression.path ?? []
    let isNew = ["Date", "UUID"].contains(made.first { $0 != "init" }) && call.arguments.isEmpty
    return isNew || call.argument("timeIntervalSinceNow") != nil || made.last == "random"
  }
}
