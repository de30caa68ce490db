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
    found { node in
      node.parent?.as(MemberAccessExprSyntax.self)
    }
  }

  /// Whether the dependency values are used in another way, for example passed on.
  var usesValuesOtherwise: Bool {
    !found { node in
      node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == ExprSyntax(node).id ? nil : node
    }.isEmpty
  }

  private func found<Found>(_ find: (DeclReferenceExprSyntax) -> Found?) -> [Found] {
    let finder = NameFinder(parameter)
    for element in elements { finder.walk(element) }
    return finder.found.compactMap(find)
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
    let finder = MomentFinder(viewMode: .sourceAccurate)
    for element in elements { finder.walk(element) }
    return finder.isFound
  }
}

private final class NameFinder: SyntaxVisitor {
  let name: String
  var found: [DeclReferenceExprSyntax] = []

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.plain == name,
      node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id
    {
      found.append(node)
    }
    return .skipChildren
  }

  /// A closure within has its own `$0`.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    name.hasPrefix("$") ? .skipChildren : .visitChildren
  }
}

private final class MomentFinder: SyntaxVisitor {
  var isFound = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let made = node.calledExpression.path ?? []
    let isNew = ["Date", "UUID"].contains(made.first { $0 != "init" }) && node.arguments.isEmpty
    if isNew || node.argument("timeIntervalSinceNow") != nil || made.last == "random" {
      isFound = true
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.declName.baseName.text == "now" { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
