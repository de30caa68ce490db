// Factory, MIT licence; see LICENSE
//
// Parameters and local variables.
import SwiftSyntax

extension SyntaxProtocol {
  /// Whether a parameter or local variable with the name is visible here.
  func isShadowed(_ name: String) -> Bool { scope(declaring: name) != nil }

  /// The closure, function or block that declares the parameter or local variable with the name.
  func scope(declaring name: String) -> Syntax? {
    for ancestor in ancestors {
      if let closure = ancestor.as(ClosureExprSyntax.self), closure.declares(name) {
        return ancestor
      }
      if let function = ancestor.as(FunctionDeclSyntax.self) {
        return function.signature.parameterClause.parameters.contains {
          ($0.secondName ?? $0.firstName).plain == name
        } ? ancestor : nil
      }
      if let items = ancestor.as(CodeBlockItemListSyntax.self),
        items.contains(where: { $0.position < position && $0.declares(name, visibleAt: self) })
      {
        return ancestor
      }
    }
    return nil
  }

  /// Whether a type is a generic parameter of a function or type around the node, or is made of one,
  /// such as `Store<T>`.
  func isGenericParameter(_ type: String) -> Bool {
    let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return ancestors.contains { ancestor in
      let clause =
        ancestor.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
      return clause?.parameters.contains { words.contains(Substring($0.name.plain)) } == true
    }
  }
}

extension ClosureExprSyntax {
  /// Whether a name is one of its parameters, or a value that it captures.
  fileprivate func declares(_ name: String) -> Bool {
    parameterNames.contains(name)
      || signature?.capture?.items.contains { $0.name.plain == name && $0.initializer != nil }
        == true
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is `let name = …`, or `guard let name = …`. A variable is not visible in its own
  /// value.
  fileprivate func declares(_ name: String, visibleAt node: some SyntaxProtocol) -> Bool {
    if let statement = item.as(StmtSyntax.self)?.as(GuardStmtSyntax.self) {
      return statement.conditions.contains { $0.binds(name) }
    }
    guard let variable = item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self),
      !variable.span.contains(node.span.lowerBound)
    else { return false }
    return variable.bindings.contains { $0.pattern.trimmedDescription == name }
  }
}

extension ConditionElementSyntax {
  /// Whether it is `let name = …`.
  fileprivate func binds(_ name: String) -> Bool {
    condition.as(OptionalBindingConditionSyntax.self)?.pattern.trimmedDescription == name
  }
}

extension ExprSyntax {
  /// Whether code around an expression needs an optional, such as `?.`, `??` and `if let`, or
  /// infers that its variable is one.
  var needsOptional: Bool {
    guard let parent else { return false }
    if parent.is(OptionalChainingExprSyntax.self) || parent.is(SwitchExprSyntax.self) {
      return true
    }
    if let list = parent.as(ExprListSyntax.self) {
      return list.contains { $0.is(BinaryOperatorExprSyntax.self) }
    }
    if let access = parent.as(MemberAccessExprSyntax.self) { return access.base?.id == id }
    if let binding = parent.parent?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation == nil
    }
    return parent.parent?.is(OptionalBindingConditionSyntax.self) == true
  }
}
