// Factory, MIT licence; see LICENSE
//
// The types of expressions, as far as the syntax and the program's declarations tell.
import SwiftSyntax

struct Inference {
  let types: Types
  /// The type of a call or name that the migrated library gives a meaning.
  var known: (ExprSyntax) -> String? = { _ in nil }

  /// The type that the closure returns.
  func result(of closure: ClosureExprSyntax) -> String? {
    if let returned = closure.signature?.returnClause?.type { return returned.trimmedDescription }
    if let expression = closure.onlyExpression { return type(of: expression, in: closure) }
    var last: ExprSyntax?
    for item in closure.statements {
      if let statement = item.item.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self) {
        last = statement.expression
      }
    }
    return last.flatMap { type(of: $0, in: closure) }
  }

  func type(of expression: ExprSyntax, in closure: ClosureExprSyntax? = nil) -> String? {
    let expression = expression.unwrapped
    if let type = known(expression) { return type }
    if let cast = castType(expression) { return cast }
    if let type = Self.literalOrConstruction(expression) {
      return types[type] == nil ? types.global(type) ?? type : type
    }
    if let attempt = expression.as(TryExprSyntax.self) {
      guard let type = type(of: attempt.expression, in: closure) else { return nil }
      return attempt.questionOrExclamationMark?.text == "?" ? type + "?" : type
    }
    if let name = expression.name {
      return closure.flatMap { local(name, in: $0) } ?? types.global(name)
    }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      if let name = call.calledExpression.name { return types.global(name) }
      return type(of: call.calledExpression, in: closure)
    }
    if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
      guard let owner = typeName(base) ?? type(of: base, in: closure) else { return nil }
      return types.member(access.declName.baseName.plain, of: owner)
    }
    return nil
  }

  /// `as P` and `as! P`.
  private func castType(_ expression: ExprSyntax) -> String? {
    if let cast = expression.as(AsExprSyntax.self) {
      let isOptional = cast.questionOrExclamationMark?.text == "?"
      return cast.type.trimmedDescription + (isOptional ? "?" : "")
    }
    guard let sequence = expression.as(SequenceExprSyntax.self) else { return nil }
    let parts = Array(sequence.elements)
    guard parts.count == 3, let operation = parts[1].as(UnresolvedAsExprSyntax.self),
      let type = parts[2].as(TypeExprSyntax.self)
    else { return nil }
    let isOptional = operation.questionOrExclamationMark?.text == "?"
    return type.type.trimmedDescription + (isOptional ? "?" : "")
  }

  private func typeName(_ expression: ExprSyntax) -> String? {
    guard let path = expression.path, let last = path.last, last.first?.isUppercase == true else {
      return nil
    }
    return path.joined(separator: ".")
  }

  /// The type of a local variable of the closure.
  private func local(_ name: String, in closure: ClosureExprSyntax) -> String? {
    for item in closure.statements {
      guard let variable = item.item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self) else {
        continue
      }
      for binding in variable.bindings where binding.pattern.trimmedDescription == name {
        if let type = binding.typeAnnotation?.type { return type.trimmedDescription }
        if let value = binding.initializer?.value, value.name != name {
          return type(of: value, in: closure)
        }
      }
    }
    return nil
  }

  /// A literal's default type, or `X` for `X(…)` and `X.init(…)`.
  static func literalOrConstruction(_ expression: ExprSyntax) -> String? {
    switch expression.kind {
    case .stringLiteralExpr: return "String"
    case .integerLiteralExpr: return "Int"
    case .floatLiteralExpr: return "Double"
    case .booleanLiteralExpr: return "Bool"
    default: break
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
    var callee = call.calledExpression
    if callee.memberName == "init", let base = callee.as(MemberAccessExprSyntax.self)?.base {
      callee = base
    }
    let generic = callee.as(GenericSpecializationExprSyntax.self)
    guard let path = (generic?.expression ?? callee).path,
      path.last?.first?.isUppercase == true
    else { return nil }
    // Without the line breaks between the names.
    return path.joined(separator: ".") + (generic?.genericArgumentClause.trimmedDescription ?? "")
  }
}

extension ClosureExprSyntax {
  /// The type of a parameter: as written, or that of the parameter of an initialiser to which it is
  /// passed on, `T(label: name)`.
  func typeOfParameter(_ index: Int, _ types: Types) -> String? {
    if case .parameterClause(let clause)? = signature?.parameterClause,
      let type = Array(clause.parameters)[index].type
    {
      return type.trimmedDescription
    }
    let name = parameterNames[index]
    return nodes(FunctionCallExprSyntax.self).lazy.compactMap { call -> String? in
      let arguments = Array(call.arguments)
      guard let index = arguments.firstIndex(where: { $0.expression.name == name }),
        let made = Inference.literalOrConstruction(ExprSyntax(call)),
        let types = types.initializer(of: made, labels: arguments.map { $0.label?.plain })
      else { return nil }
      return types[index].isEmpty ? nil : types[index]
    }.first
  }
}
