// Factory, MIT licence; see LICENSE
//
// The program's own generic functions of Swinject's containers, such as `resolver.force(P.self)`.
import SwiftSyntax

/// What a generic function in an extension of `Container` or `Resolver` does with a type.
enum ContainerFunction {
  case registers
  case resolves
  /// It is `resolve(type)!` with the same arguments, so that a call of it can be rewritten like that.
  case forces

  static let registering: Set = ["register", "autoregister", "_register"]
}

extension FunctionDeclSyntax {
  /// Nil if it does nothing with a type that it is given.
  var containerFunction: ContainerFunction? {
    let types = ["Container", "Resolver"]
    guard genericParameterClause != nil, let body,
      isInExtension(of: types + types.map { "Swinject.\($0)" })
    else { return nil }
    let names = Set(body.nodes(FunctionCallExprSyntax.self).compactMap(\.nameOnSelf))
    if !names.isDisjoint(with: ContainerFunction.registering) { return .registers }
    if isForced { return .forces }
    return names.isDisjoint(with: ["resolve", "_resolve"]) ? nil : .resolves
  }

  /// Whether the body is `resolve(…)!` with the function's parameters.
  private var isForced: Bool {
    guard let item = body?.statements.first?.item, body?.statements.count == 1,
      let value = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self),
      let call = value.as(ForceUnwrapExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self),
      call.nameOnSelf == "resolve", call.trailingClosure == nil
    else { return false }
    let parameters = signature.parameterClause.parameters.map { parameter in
      let label = parameter.firstName.plain
      return [label == "_" ? nil : label, (parameter.secondName ?? parameter.firstName).plain]
    }
    return parameters == call.arguments.map { [$0.label?.text, $0.expression.name] }
  }
}

extension FunctionCallExprSyntax {
  /// `f` of `f(…)` and `self.f(…)`.
  var nameOnSelf: String? {
    let access = calledExpression.as(MemberAccessExprSyntax.self)
    return access?.base?.name == "self" ? access?.declName.baseName.text : calledExpression.name
  }
}

extension SwinjectRewriter {
  /// Marks a call of one of the program's own functions that registers, or resolves, by type.
  func noteContainerFunction(_ node: FunctionCallExprSyntax, _ name: String) {
    switch facts.functions[name] {
    case .registers:
      let type = node.metatype()
      let property = type.map { TypeSpelling.factoryName($0, name: node.registrationName() ?? "") }
      file.note(
        node,
        "`\(name)` registers by type: write `var \(property ?? "…"): Factory<\(type ?? "…")> "
          + "{ self { … } }` in an extension of the container")
    case .resolves, .forces:
      file.program.ask(
        "`\(name)` resolves by type: write the property of the container, `….…()`", in: file,
        at: node)
    case nil: break
    }
  }

  /// Marks a registration of a type that is not known where it is made.
  func noteUnknownRegistration(_ node: FunctionCallExprSyntax) {
    guard let name = node.nameOnSelf, ContainerFunction.registering.contains(name),
      node.ancestor(FunctionDeclSyntax.self)?.containerFunction == .registers
    else { return }
    file.note(
      node,
      "there is no registration of a type that is not known here: write a factory for each type "
        + "that this function registers")
  }
}
