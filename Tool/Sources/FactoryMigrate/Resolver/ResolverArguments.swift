// Factory, MIT licence; see LICENSE
//
// The arguments of a Resolver registration: `{ (_, args) in X(id: args("id")) }`.
import SwiftSyntax

/// How a closure uses its arguments, in order: `args()`, `args("a")`, `args.get("a")` or
/// `args as! T`.
struct ResolverArguments {
  struct Use {
    /// Nil for the only argument.
    var label: String?
    var type: String?
    var node: ExprSyntax
  }

  private(set) var uses: [Use] = []
  /// Whether something else is done with the arguments.
  private var hasOthers = false

  init(_ name: String, in body: ExprSyntax, _ types: TypeTable) {
    let contextual = ContextualType(types: types)
    for reference in body.names() where reference.baseName.plain == name {
      if let call = Self.call(of: reference) {
        let label = call.arguments.first?.expression.as(StringLiteralExprSyntax.self)
        let expected = contextual.expected(ExprSyntax(call))
        uses.append(
          Use(
            label: label?.representedLiteralValue,
            type: expected.map { $0.hasSuffix("!") ? String($0.dropLast()) : $0 },
            node: ExprSyntax(call)))
        if !call.arguments.isEmpty, label == nil { hasOthers = true }
      } else if let sequence = reference.parent?.parent?.as(SequenceExprSyntax.self),
        let type = contextual.expected(ExprSyntax(reference))
      {
        uses.append(Use(label: nil, type: type, node: ExprSyntax(sequence)))
      } else {
        hasOthers = true
      }
    }
  }

  /// `args(…)`, `args.get(…)` or `args.optional(…)`.
  private static func call(of reference: DeclReferenceExprSyntax) -> FunctionCallExprSyntax? {
    let access = reference.parent?.as(MemberAccessExprSyntax.self)
    let callee = access.map { ExprSyntax($0) } ?? ExprSyntax(reference)
    guard access == nil || ["get", "optional"].contains(callee.memberName),
      let call = callee.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == callee.id
    else { return nil }
    return call
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
}
