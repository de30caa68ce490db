// Factory, MIT licence; see LICENSE
//
// The arguments of a Resolver registration: `{ (_, args) in X(id: args("id")) }`.
import SwiftSyntax

/// Finds how a closure uses its arguments, in order: `args()`, `args("a")`, `args.get("a")` or
/// `args as! T`.
final class ResolverArguments: SyntaxVisitor {
  struct Use {
    /// Nil for the only argument.
    var label: String?
    var type: String?
    var node: ExprSyntax
  }

  private let name: String
  private let contextual: ContextualType
  private(set) var uses: [Use] = []
  /// Whether something else is done with the arguments.
  private(set) var hasOthers = false

  init(_ name: String, _ types: TypeTable) {
    self.name = name
    contextual = ContextualType(types: types)
    super.init(viewMode: .sourceAccurate)
  }

  /// The parameters of the factory, or nil if their types are not known.
  var parameters: [(label: String?, type: String)]? {
    var result: [(label: String?, type: String)] = []
    for use in uses where !result.contains(where: { $0.label == use.label }) {
      let same = uses.first { $0.label == use.label && $0.type != nil }
      guard let type = same?.type else { return nil }
      result.append((use.label, type))
    }
    if result.count == 1 { result[0].label = nil }
    return hasOthers || result.isEmpty ? nil : result
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression
    let access = callee.as(MemberAccessExprSyntax.self)
    let isGet =
      access?.base?.name == name
      && ["get", "optional"].contains(access?.declName.baseName.text ?? "")
    guard callee.name == name || isGet else { return .visitChildren }
    let label = node.arguments.first?.expression.as(StringLiteralExprSyntax.self)
    let expected = contextual.expected(ExprSyntax(node))
    uses.append(
      Use(
        label: label?.representedLiteralValue,
        type: expected.map { $0.hasSuffix("!") ? String($0.dropLast()) : $0 },
        node: ExprSyntax(node)))
    if !node.arguments.isEmpty, label == nil { hasOthers = true }
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.plain == name,
      node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id
    else { return .skipChildren }
    guard let sequence = node.parent?.parent?.as(SequenceExprSyntax.self),
      let type = contextual.expected(ExprSyntax(node))
    else {
      hasOthers = true
      return .skipChildren
    }
    uses.append(Use(label: nil, type: type, node: ExprSyntax(sequence)))
    return .skipChildren
  }
}
