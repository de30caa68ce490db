// Factory, MIT licence; see LICENSE
//
// Marks the uses of factories whose closure alone was isolated before, where nothing isolates the use.
import SwiftSyntax

struct IsolatedUses {
  /// The factories that are isolated now, with their actors.
  let actors: [String: String]
  let facts: Factory2Facts
  let types: TypeTable

  func note(in file: ParsedFile) {
    guard !actors.isEmpty else { return }
    for access in file.tree.nodes(MemberAccessExprSyntax.self)
    where actors[access.declName.baseName.plain] != nil && isContainer(access.base)
      && !isRegistration(access)
    {
      note(access.declName.baseName.plain, at: access, in: file)
    }
    for attribute in file.tree.nodes(AttributeSyntax.self) {
      if let name = injected(by: attribute) { note(name, at: attribute, in: file) }
    }
  }

  private func note(_ name: String, at node: some SyntaxProtocol, in file: ParsedFile) {
    guard let actor = actors[name], node.ancestor(AwaitExprSyntax.self) == nil,
      !isIsolated(node, to: actor)
    else { return }
    if actor == "MainActor" {
      guard !node.isOnMainActorOrInView, !node.enclosingTypes.contains(where: types.isMainActor)
      else { return }
      return file.note(
        node,
        "`\(name)` is isolated now: isolate what resolves it, or make it a `MainActorFactory`")
    }
    file.note(
      node,
      "`\(name)` is isolated to `\(actor)` now: isolate what resolves it, or resolve it with `await`"
    )
  }

  /// `C.shared`, something that is named as a container, or `self` in one.
  private func isContainer(_ base: ExprSyntax?) -> Bool {
    guard let base else { return false }
    if base.name == "self" { return base.containerMember(facts.isContainer) != nil }
    guard let path = base.path, let name = path.last else { return false }
    if path.count == 2, name == "shared" { return facts.isContainer(path[0]) }
    if path.count == 1, let isContainer = isContainer(named: name, at: base) { return isContainer }
    return name.lowercased().hasSuffix("container") && !facts.isContainer(name)
  }

  /// Whether a parameter, variable or property of this name is a container; nil if its declaration
  /// does not tell, or is not here.
  private func isContainer(named name: String, at node: ExprSyntax) -> Bool? {
    for ancestor in node.ancestors {
      var parameters: FunctionParameterListSyntax?
      if let function = ancestor.as(FunctionDeclSyntax.self) {
        parameters = function.signature.parameterClause.parameters
      } else if let initializer = ancestor.as(InitializerDeclSyntax.self) {
        parameters = initializer.signature.parameterClause.parameters
      } else if let closure = ancestor.as(ClosureExprSyntax.self) {
        if let found = isContainer(name, ofClosure: closure) { return found }
      } else if let items = ancestor.as(CodeBlockItemListSyntax.self) {
        let variables = items.compactMap { $0.item.as(VariableDeclSyntax.self) }
        if let found = isContainer(name, in: variables) { return found }
      } else if let members = ancestor.as(MemberBlockItemListSyntax.self) {
        let variables = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        if let found = isContainer(name, in: variables) { return found }
      }
      let parameter = parameters?.first { ($0.secondName ?? $0.firstName).plain == name }
      if let parameter { return isContainer(parameter.type) }
    }
    return nil
  }

  private func isContainer(_ type: TypeSyntax) -> Bool {
    let words = type.trimmedDescription.split { " ?!()".contains($0) }
    return words.contains { facts.isContainer(String($0)) }
  }

  /// Of a closure with a parameter: `{ (c: Container) in … }`, or `Container.shared.with { c in … }`.
  private func isContainer(_ name: String, ofClosure closure: ClosureExprSyntax) -> Bool? {
    if case .parameterClause(let clause)? = closure.signature?.parameterClause,
      let parameter = clause.parameters.first(where: {
        ($0.secondName ?? $0.firstName).plain == name
      }), let type = parameter.type
    {
      return isContainer(type)
    }
    let isParameter =
      closure.parameterNames.first == name
      || closure.signature?.parameterClause == nil && name == "$0"
    guard isParameter else { return closure.parameterNames.contains(name) ? false : nil }
    guard let call = closure.parent?.as(FunctionCallExprSyntax.self) else { return nil }
    if let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "with"
    {
      return isContainer(access.base)
    }
    return isContainer(call.calledExpression)
  }

  private func isContainer(_ name: String, in variables: [VariableDeclSyntax]) -> Bool? {
    for variable in variables {
      guard let binding = variable.bindings.first(where: { $0.name == name }) else { continue }
      if let type = binding.typeAnnotation?.type { return isContainer(type) }
      guard let value = binding.initializer?.value else { return nil }
      if let call = value.as(FunctionCallExprSyntax.self) {
        return call.calledExpression.name.map { facts.isContainer($0) }
      }
      return isContainer(value)
    }
    return nil
  }

  /// Whether the use is in code that says so, or in a property or function that the migration isolates.
  private func isIsolated(_ node: some SyntaxProtocol, to actor: String) -> Bool {
    node.ancestors.contains { ancestor in
      if ancestor.as(ClosureExprSyntax.self)?.hasAttribute(actor) == true { return true }
      let declaration = ancestor.asProtocol((any SyntaxProtocol).self)
      if actor != "MainActor",
        (declaration as? any WithAttributesSyntax)?.attribute(actor) != nil
      {
        return true
      }
      guard let variable = ancestor.as(VariableDeclSyntax.self), facts.isContainerMember(variable)
      else { return false }
      return variable.bindings.first?.name.flatMap { actors[$0] } == actor
    }
  }

  /// A registration on the main actor, which has a mark of its own.
  private func isRegistration(_ access: MemberAccessExprSyntax) -> Bool {
    guard let outer = access.parent?.as(MemberAccessExprSyntax.self),
      let call = outer.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return call.closure?.hasAttribute("MainActor") == true
  }

  /// The factory of `@Injected(\.x)`, among those that are isolated.
  private func injected(by attribute: AttributeSyntax) -> String? {
    guard case .argumentList(let arguments)? = attribute.arguments,
      attribute.attributeName.trimmedDescription.contains("Injected"),
      let path = arguments.first?.expression.as(KeyPathExprSyntax.self),
      path.components.count == 1,
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName
        .baseName.plain
    else { return nil }
    return actors[name] == nil ? nil : name
  }
}
