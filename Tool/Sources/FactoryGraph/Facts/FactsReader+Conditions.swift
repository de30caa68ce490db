// Factory, MIT licence; see LICENSE
//
// Finds the code that may not run although the code around it does.
import SwiftSyntax

extension FactsReader {
  /// Notes code of the current region that may not run although the region does.
  func mayNotRun(_ range: PlaceRange) { facts.conditions.append((region, range)) }

  /// Notes the conditions after the first one, which are evaluated if those before them are true.
  func noteConditions(_ conditions: ConditionElementListSyntax) {
    for condition in conditions.dropFirst() { mayNotRun(range(condition)) }
  }

  /// Notes what `?:`, `??`, `&&` and `||` may leave out. Operators are not folded, so that this is
  /// all that follows.
  func noteConditions(_ node: SequenceExprSyntax) {
    let end = range(node).end
    for element in node.elements {
      if element.is(UnresolvedTernaryExprSyntax.self) {
        mayNotRun(PlaceRange(start: place(element), end: end))
      } else if let sign = element.as(BinaryOperatorExprSyntax.self),
        ["??", "&&", "||"].contains(sign.operator.text)
      {
        mayNotRun(PlaceRange(start: range(sign).end, end: end))
      }
    }
  }

  /// Notes that what follows a `return` or `throw` may not run.
  func noteExit(_ node: Syntax) {
    var around = node.parent
    while let outer = around {
      switch outer.as(SyntaxEnum.self) {
      case .closureExpr, .functionDecl, .initializerDecl, .accessorDecl, .accessorBlock,
        .sourceFile:
        // What follows is not only in the branch that has the statement.
        var region = region
        while case .condition = facts.regions[region].kind,
          let parent = facts.regions[region].parent
        {
          region = parent
        }
        facts.conditions.append(
          (region, PlaceRange(start: range(node).end, end: range(outer).end)))
        return
      default: around = outer.parent
      }
    }
  }
}

extension ExprSyntax {
  /// Whether an optional before it may leave it out, as in `value?.member`.
  var hasOptionalChaining: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr: true
    case .memberAccessExpr(let access): access.base?.hasOptionalChaining ?? false
    case .functionCallExpr(let call): call.calledExpression.hasOptionalChaining
    case .subscriptCallExpr(let call): call.calledExpression.hasOptionalChaining
    case .forceUnwrapExpr(let unwrap): unwrap.expression.hasOptionalChaining
    default: false
    }
  }
}
