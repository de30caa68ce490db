// Factory, MIT licence; see LICENSE
//
// A factory of 1.x: a static property whose value is `Factory { … }` or `ParameterFactory { … }`.
import SwiftSyntax

struct StaticFactory {
  var name: String
  var kind: String
  /// The generic arguments, if they are written.
  var arguments: [String]
  var variable: VariableDeclSyntax
  var binding: PatternBindingSyntax
  var call: FunctionCallExprSyntax
  var scope: ExprSyntax?
  /// The closure, or another expression for a function.
  var factory: ExprSyntax?
  /// Whether there are arguments other than the scope and the closure.
  var hasOthers: Bool

  static let kinds: Set<String> = ["Factory", "ParameterFactory"]

  init?(_ variable: VariableDeclSyntax) {
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.name,
      let call = binding.initializer?.value.as(FunctionCallExprSyntax.self)
    else { return nil }
    self.name = name
    self.variable = variable
    self.binding = binding
    self.call = call
    let annotation = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self)
    var callee: ExprSyntax? = call.calledExpression
    if let access = callee?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init"
    {
      callee = access.base
    }
    if let generic = callee?.as(GenericSpecializationExprSyntax.self),
      let kind = generic.expression.name
    {
      self.kind = kind
      arguments = generic.genericArgumentClause.arguments.map { $0.argument.trimmedDescription }
    } else if let kind = callee?.name ?? (callee == nil ? annotation?.name.text : nil) {
      self.kind = kind
      arguments =
        annotation?.genericArgumentClause?.arguments.map { $0.argument.trimmedDescription } ?? []
    } else {
      return nil
    }
    guard Self.kinds.contains(kind) else { return nil }
    scope = call.argument("scope")?.expression
    factory =
      call.trailingClosure.map(ExprSyntax.init) ?? call.argument("factory")?.expression
    hasOthers = call.arguments.contains { !["scope", "factory"].contains($0.label?.plain) }
  }

  var closure: ClosureExprSyntax? { factory?.as(ClosureExprSyntax.self) }

  /// The generic arguments, inferred if necessary.
  func types(_ inference: Inference) -> [String]? {
    let count = kind == "Factory" ? 1 : 2
    if arguments.count == count { return arguments }
    guard let result = closure.map(inference.result(of:)) ?? constructedType,
      !result.hasPrefix("some ")
    else { return nil }
    if kind == "Factory" { return [result] }
    guard case .parameterClause(let clause)? = closure?.signature?.parameterClause else {
      return nil
    }
    let types = clause.parameters.compactMap { $0.type?.trimmedDescription }
    guard types.count == 1, clause.parameters.count == 1 else { return nil }
    return [types[0], result]
  }

  /// `X` if the factory is the initialiser `X.init`.
  private var constructedType: String? {
    guard let access = factory?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init"
    else { return nil }
    return access.base?.trimmedDescription
  }
}
