// Factory, MIT licence; see LICENSE
//
// Reads what becomes of values: which ones nothing keeps, and what a closure returns.
import SwiftSyntax

extension FactsReader {
  /// Reads an expression whose result has no part of the values in it.
  func readWithoutKeeping(_ node: some SyntaxProtocol) {
    withoutKeeping += 1
    walk(Syntax(node))
    withoutKeeping -= 1
  }

  /// Reads an expression with operators. Nothing keeps the operands of a comparison, what `?` tests,
  /// and what is assigned to `_`.
  func read(_ node: SequenceExprSyntax) {
    if node.isTruthValue || node.isDiscarded { return readWithoutKeeping(node.elements) }
    let elements = Array(node.elements)
    let ternary = elements.firstIndex { $0.is(UnresolvedTernaryExprSyntax.self) }
    let assignment = elements.firstIndex { $0.is(AssignmentExprSyntax.self) }
    for (index, element) in elements.enumerated() {
      if let ternary, index < ternary, index > assignment ?? -1 {
        readWithoutKeeping(element)
      } else {
        walk(Syntax(element))
      }
    }
    if assignment == 1, let target = chains[elements[0].unwrapped.id],
      let name = facts.chains[target].links.last?.name, AssignmentFact.names.contains(name)
    {
      let value = elements.count == 3 ? chains[elements[2].unwrapped.id] : nil
      facts.assignments.append(AssignmentFact(target: target, value: value))
    }
  }

  /// Reads conditions. The values of patterns are kept by what they bind.
  func readConditions(_ node: ConditionElementListSyntax) {
    for element in node {
      if case .expression(let condition) = element.condition {
        readWithoutKeeping(condition)
      } else {
        walk(Syntax(element))
      }
    }
  }

  /// Notes that nothing keeps the value of an expression that is a statement among others.
  func readStatement(_ node: CodeBlockItemSyntax) {
    guard case .expr(let expression) = node.item,
      let statements = node.parent?.as(CodeBlockItemListSyntax.self), statements.count > 1,
      let chain = chains[expression.unwrapped.id]
    else { return }
    facts.chains[chain].isKept = false
  }

  /// Notes what a closure returns that is called on the spot.
  func readResult(of node: ClosureExprSyntax, _ fact: inout ClosureFact) {
    if let type = node.signature?.returnClause?.type {
      fact.result = TypeName(type)
      return
    }
    let visitor = ReturnVisitor(viewMode: .sourceAccurate)
    visitor.walk(node.statements)
    var values = visitor.values
    if node.statements.count == 1, let only = node.statements.first {
      // The branches of `if` and `switch` may be values.
      if case .stmt(let statement) = only.item, statement.is(ExpressionStmtSyntax.self) { return }
      if case .expr(let value) = only.item { values.append(value) }
    }
    let others = values.filter { !$0.isTruthValue && !$0.isAssignment }
    if others.isEmpty {
      let name = values.contains { $0.isTruthValue } ? "Bool" : "Void"
      fact.result = TypeName(base: name, text: name)
      return
    }
    let returned = others.compactMap { chains[$0.unwrapped.id] }
    if returned.count == others.count { fact.returned = returned }
  }
}

/// Finds the values that a closure returns, without those of closures and functions in it.
private final class ReturnVisitor: SyntaxVisitor {
  var values: [ExprSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { values.append(value) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ExprSyntax {
  /// Whether the form of an expression tells that it is a `Bool`.
  fileprivate var isTruthValue: Bool {
    let node = unwrapped
    return node.is(BooleanLiteralExprSyntax.self)
      || node.as(SequenceExprSyntax.self)?.isTruthValue == true
      || node.as(PrefixOperatorExprSyntax.self)?.isNegation == true
  }

  fileprivate var isAssignment: Bool {
    unwrapped.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) }
      ?? false
  }
}

extension PrefixOperatorExprSyntax {
  var isNegation: Bool { self.operator.text == "!" }
}

extension SequenceExprSyntax {
  private static let tests: Set = [
    "==", "!=", "===", "!==", "<", "<=", ">", ">=", "~=", "&&", "||",
  ]
  /// The operators that bind their operands more strongly than a comparison does.
  private static let stronger: Set = ["+", "-", "*", "/", "%", "??", "...", "..<", "&", "|", "^"]

  /// Whether its operators tell that it is a `Bool`: a comparison, or `value is Type`. Those of a
  /// ternary operator, an assignment or unknown operators do not tell.
  var isTruthValue: Bool {
    var isTest = false
    for element in elements {
      switch element.as(ExprSyntaxEnum.self) {
      case .binaryOperatorExpr(let binary):
        if Self.tests.contains(binary.operator.text) {
          isTest = true
        } else if !Self.stronger.contains(binary.operator.text) {
          return false
        }
      case .unresolvedIsExpr: isTest = true
      case .unresolvedTernaryExpr, .assignmentExpr, .arrowExpr: return false
      default: break
      }
    }
    return isTest
  }

  /// `_ = value`
  var isDiscarded: Bool { elements.first?.is(DiscardAssignmentExprSyntax.self) == true }
}
