// Factory, MIT licence; see LICENSE
//
// Marks operations whose instances outlive them. `@Dependency` remembers the values of the operation
// in which its instance was made; a factory is resolved from the container of the moment.
import SwiftSyntax

extension DependenciesRewriter {
  func noteEscaping(_ node: FunctionCallExprSyntax, _ operation: ClosureExprSyntax) {
    var names = assigned(in: operation)
    // What nobody uses does not outlive the operation.
    if node.parent?.is(CodeBlockItemSyntax.self) != true || node.isOnlyResult {
      names += [returned(by: operation)].compactMap(\.self)
    }
    guard let name = names.first else { return }
    file.note(
      node,
      "`\(name)` resolves its dependencies when it reads them, from the container of that moment: "
        + "use it within the operation")
  }

  /// The type of the new instance that an operation returns.
  private func returned(by operation: ClosureExprSyntax) -> String? {
    guard let last = operation.statements.last?.item else { return nil }
    let statement = last.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self)
    guard let result = statement?.expression ?? last.as(ExprSyntax.self) else { return nil }
    if let name = result.name {
      return operation.statements.lazy.compactMap { $0.item.as(VariableDeclSyntax.self) }
        .flatMap(\.bindings).first { $0.name == name }?.initializer
        .flatMap { declared($0.value) }
    }
    // Not `Model().run()`.
    return construction(result)
  }

  /// The types of the new instances that an operation assigns to what is declared outside of it.
  private func assigned(in operation: ClosureExprSyntax) -> [String] {
    let items = operation.statements.map(\.item)
    let own = items.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
      .compactMap(\.name)
    return items.compactMap { item in
      guard let (target, values) = item.as(SequenceExprSyntax.self)?.assignment,
        values.count == 1, let path = target.path, !own.contains(path[0])
      else { return nil }
      return declared(values[0])
    }
  }

  /// The type of a construction, if the program declares it. Values of libraries read no dependencies.
  private func declared(_ expression: ExprSyntax) -> String? {
    construction(expression).flatMap { name in
      builtIn.types[name.split(separator: ".").last.map(String.init) ?? name] == nil ? nil : name
    }
  }

  private func construction(_ expression: ExprSyntax) -> String? {
    let expression = expression.unwrapped
    if let attempt = expression.as(TryExprSyntax.self) { return construction(attempt.expression) }
    if let wait = expression.as(AwaitExprSyntax.self) { return construction(wait.expression) }
    guard expression.is(FunctionCallExprSyntax.self),
      let made = Inference.literalOrConstruction(expression), made != "Task"
    else { return nil }
    return made
  }
}
