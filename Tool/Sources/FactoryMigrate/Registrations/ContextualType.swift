// Factory, MIT licence; see LICENSE
//
// The type that the surroundings of an expression give it.
import SwiftSyntax

struct ContextualType {
  let file: ParsedFile

  /// Nil if the syntax does not tell.
  func expected(_ expression: ExprSyntax) -> String? {
    guard let parent = expression.parent else { return nil }
    if let outer = parent.as(TryExprSyntax.self) { return expected(ExprSyntax(outer)) }
    if let outer = parent.as(AwaitExprSyntax.self) { return expected(ExprSyntax(outer)) }
    if let outer = parent.as(ForceUnwrapExprSyntax.self) { return expected(ExprSyntax(outer)) }
    if let list = parent.as(ExprListSyntax.self) { return expected(expression, in: list) }
    if let argument = parent.as(LabeledExprSyntax.self) { return expected(argument) }
    if let clause = parent.as(InitializerClauseSyntax.self) { return expected(clause) }
    if let statement = parent.as(ReturnStmtSyntax.self) { return result(around: statement) }
    if parent.is(CodeBlockItemSyntax.self) {
      let list = parent.parent?.as(CodeBlockItemListSyntax.self)
      return list?.count == 1 ? result(around: expression) : nil
    }
    return nil
  }

  /// `x as T` and `self.x = …`.
  private func expected(_ expression: ExprSyntax, in list: ExprListSyntax) -> String? {
    let parts = Array(list)
    guard parts.count == 3 else { return nil }
    if parts[0].id == expression.id, parts[1].is(UnresolvedAsExprSyntax.self) {
      return parts[2].as(TypeExprSyntax.self)?.type.trimmedDescription
    }
    guard parts[2].id == expression.id, parts[1].is(AssignmentExprSyntax.self),
      var path = parts[0].path
    else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard path.count == 1 else { return nil }
    return expression.enclosingTypes.lazy
      .compactMap { file.types.member(path[0], of: $0) }.first
  }

  /// The type of a parameter.
  private func expected(_ argument: LabeledExprSyntax) -> String? {
    guard let list = argument.parent?.as(LabeledExprListSyntax.self) else { return nil }
    if let tuple = list.parent?.as(TupleExprSyntax.self) {
      return list.count == 1 ? expected(ExprSyntax(tuple)) : nil
    }
    guard let call = list.parent?.as(FunctionCallExprSyntax.self),
      let index = list.firstIndex(where: { $0.id == argument.id })
    else { return nil }
    let position = list.distance(from: list.startIndex, to: index)
    if let made = Inference.literalOrConstruction(ExprSyntax(call)) {
      return type(at: position, of: made, list)
    }
    // `.init(…)` as the value of a closure or property with a type.
    if let access = call.calledExpression.as(MemberAccessExprSyntax.self), access.base == nil,
      access.declName.baseName.text == "init", let made = expected(ExprSyntax(call))
    {
      return type(at: position, of: made, list)
    }
    return nil
  }

  private func type(
    at position: Int, of made: String, _ arguments: LabeledExprListSyntax
  ) -> String? {
    // Without generic arguments.
    let made = TypeSpelling.normalised(String(made.prefix { $0 != "<" }))
    let type = file.types(at: arguments).initializer(
      of: made, labels: arguments.map { $0.label?.plain })?[position]
    return type?.isEmpty == true ? nil : type
  }

  /// The type of a variable or parameter.
  private func expected(_ clause: InitializerClauseSyntax) -> String? {
    if let binding = clause.parent?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation?.type.trimmedDescription
    }
    if let condition = clause.parent?.as(OptionalBindingConditionSyntax.self) {
      return condition.typeAnnotation?.type.trimmedDescription
    }
    if let parameter = clause.parent?.as(FunctionParameterSyntax.self) {
      return parameter.type.trimmedDescription
    }
    return nil
  }

  /// The result of the function, property or closure around a node.
  private func result(around node: some SyntaxProtocol) -> String? {
    for ancestor in node.ancestors {
      if let closure = ancestor.as(ClosureExprSyntax.self) {
        return closure.signature?.returnClause?.type.trimmedDescription
      }
      if let function = ancestor.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.trimmedDescription
      }
      if let binding = ancestor.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.trimmedDescription
      }
    }
    return nil
  }
}
