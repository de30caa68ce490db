// Factory, MIT licence; see LICENSE
//
// Marks the uses of factories whose closure alone was isolated before, where nothing isolates the use.
import SwiftSyntax

struct IsolatedUses {
  /// The factories that are isolated now.
  let names: Set<String>
  let facts: Factory2Facts
  let types: TypeTable

  func note(in file: ParsedFile) {
    guard !names.isEmpty else { return }
    for access in file.tree.nodes(MemberAccessExprSyntax.self)
    where names.contains(access.declName.baseName.plain) && isContainer(access.base)
      && !isRegistration(access)
    {
      note(access.declName.baseName.plain, at: access, in: file)
    }
    for attribute in file.tree.nodes(AttributeSyntax.self) {
      if let name = injected(by: attribute) { note(name, at: attribute, in: file) }
    }
  }

  private func note(_ name: String, at node: some SyntaxProtocol, in file: ParsedFile) {
    guard node.ancestor(AwaitExprSyntax.self) == nil, !node.isOnMainActorOrInView,
      !node.enclosingTypes.contains(where: types.isMainActor), !isIsolated(node)
    else { return }
    file.note(
      node,
      "`\(name)` is isolated now: isolate what resolves it, or make it a `MainActorFactory`")
  }

  /// `C.shared`, something that is named as a container, or `self` in one.
  private func isContainer(_ base: ExprSyntax?) -> Bool {
    guard let base else { return false }
    if base.name == "self" { return base.containerMember(facts.isContainer) != nil }
    guard let path = base.path, let name = path.last else { return false }
    if path.count == 2, name == "shared" { return facts.isContainer(path[0]) }
    return name.lowercased().hasSuffix("container") && !facts.isContainer(name)
  }

  /// Whether the use is in a property or function that the migration isolates.
  private func isIsolated(_ node: some SyntaxProtocol) -> Bool {
    node.ancestors.contains { ancestor in
      guard let variable = ancestor.as(VariableDeclSyntax.self), facts.isContainerMember(variable)
      else { return false }
      return variable.bindings.first?.name.map(names.contains) == true
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
    return names.contains(name) ? name : nil
  }
}
