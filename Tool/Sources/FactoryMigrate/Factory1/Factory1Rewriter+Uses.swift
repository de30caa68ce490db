// Factory, MIT licence; see LICENSE
//
// Rewrites the uses of 1.x factories and of the operations on all registrations and scopes.
import SwiftSyntax

extension Factory1Rewriter {
  // MARK: Factories

  /// `Container.x` becomes `Container.shared.x`, or `self.x` within the container.
  func rewriteAccess(_ node: MemberAccessExprSyntax) -> Bool {
    guard let base = node.base else { return false }
    let name = node.declName.baseName.plain
    let here = member(node)
    if let scope = base.path, scope.last == "Scope",
      scope.count == 1 ? here != nil : scope.count == 2 && containers.isContainer(scope[0])
    {
      if node.parent?.is(MemberAccessExprSyntax.self) == true { noteOperation(node) }
      file.replace(base, with: Library.scope)
      return true
    }
    guard var written = base.name ?? base.path.flatMap({ $0.first == "Factory" ? $0.last : nil })
    else { return false }
    if written == "Self", let here { written = here.container }
    guard containers.isContainer(written) else { return false }
    if name == "self" {
      file.note(node, "factories are members of instances: pass `\(written).shared`")
      return false
    }
    if written == "self" || ["Type", "init", "Scope"].contains(name) { return false }
    if name.first?.isUppercase == true {
      if ["Registrations", "Decorator"].contains(name) { noteOperation(node) }
      return false
    }
    if containers.ownerOfOther(name, in: written) != nil { return true }
    let owner = containers.owner(of: name, in: written) ?? written
    if !containers.isContainer(owner) { namesLibrary = true }
    file.replace(base, with: instance(owner, at: node))
    file.count("uses of factories")
    return true
  }

  /// `x` in a factory's closure becomes `self.x`, or `Self.x` for a member that stays static.
  func rewriteName(_ node: DeclReferenceExprSyntax) {
    if node.isMemberName { return }
    let name = node.baseName.plain
    // Within a container, its name can be left out.
    if name == "Decorator" || name == "Registrations", member(node) != nil {
      return noteOperation(node)
    }
    guard let (container, member) = member(node), isInstanceMember(member, of: container),
      file.local(name, at: node) == nil
    else { return }
    guard let owner = containers.owner(of: name, in: container) else {
      if let owner = containers.ownerOfOther(name, in: container) {
        file.insert(owner == container ? "Self." : "\(owner).", before: node)
      }
      return
    }
    let instance = instance(owner, at: node)
    let isInClosure = node.ancestors.prefix { $0.id != Syntax(member).id }
      .contains { $0.is(ClosureExprSyntax.self) }
    // Outside of closures the name alone is enough.
    if instance == "self", !isInClosure { return }
    file.insert("\(instance).", before: node)
  }

  /// `Container.Registrations.isEmpty`, `Scope.cached.isEmpty`, `Container.Decorator.decorate = …` and
  /// the like.
  func noteOperation(_ node: some SyntaxProtocol) {
    file.note(
      node,
      "this has no counterpart for all containers: reset or set one, such as `Container.shared`, "
        + "with its `manager`, or its `decorator { … }`")
  }

  /// How the instance of a container is named at some place.
  private func instance(_ owner: String, at node: some SyntaxProtocol) -> String {
    guard let (container, member) = member(node), isInstanceMember(member, of: container),
      owner == container || (owner == "SharedContainer" && container == "Container")
    else { return StaticContainers.shared(owner) }
    // A registered closure that captures the container would keep it alive.
    return isRegistered(node, below: member) ? StaticContainers.shared(owner) : "self"
  }

  /// Whether the member belongs to the instance after migration.
  private func isInstanceMember(_ member: DeclSyntax, of container: String) -> Bool {
    if let function = member.as(FunctionDeclSyntax.self) {
      return containers.converted[container]?.contains(function.name.plain) == true
    }
    guard let variable = member.as(VariableDeclSyntax.self) else { return false }
    if StaticFactory(variable) != nil { return variable.isStatic }
    let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
    return containers.converted[container]?.contains(name) == true
      && variable.bindings.first?.accessorBlock != nil
  }

  /// Whether the node is in a closure that is given to `register`.
  private func isRegistered(_ node: some SyntaxProtocol, below member: DeclSyntax) -> Bool {
    for ancestor in node.ancestors {
      if ancestor.id == Syntax(member).id { return false }
      guard let closure = ancestor.as(ClosureExprSyntax.self) else { continue }
      let call =
        closure.parent?.as(FunctionCallExprSyntax.self)
        ?? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
      if call?.calledExpression.memberName == "register" { return true }
    }
    return false
  }

  /// `@Injected(Container.x)` becomes `@Injected(\.x)`.
  func rewriteKeyPath(_ arguments: LabeledExprListSyntax) -> Bool {
    guard arguments.count == 1, let argument = arguments.first, argument.label == nil,
      let path = argument.expression.path
    else { return false }
    let container: String
    switch path.count {
    case 2 where containers.isContainer(path[0]): container = path[0]
    case 1:
      guard let here = member(argument) else { return false }
      container = here.container
    default: return false
    }
    let owner = containers.owner(of: path.last!, in: container) ?? container
    let root = ["Container", "SharedContainer"].contains(owner) ? "" : owner
    let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    file.replace(argument.expression, with: "\\\(root).\(name ?? path.last!)")
    file.count("property wrappers")
    return true
  }

  // MARK: Operations

  func rewriteCall(_ node: FunctionCallExprSyntax) -> Bool {
    if let name = node.calledExpression.name, Self.wrappers.contains(name) {
      return rewriteKeyPath(node.arguments)
    }
    guard var path = node.calledExpression.path else { return false }
    if path.count > 1, path[0] == "Factory" { path.removeFirst() }
    if containers.isContainer(path[0]) {
      path.removeFirst()
    } else if member(node) == nil {
      return false
    }
    switch path {
    case ["Registrations", "push"], ["Registrations", "pop"]: operate(node, "\(path[1])()")
    case ["Registrations", "reset"]: operate(node, "reset(options: .registration)")
    case ["Scope", "reset"] where node.arguments.isEmpty: operate(node, "reset(options: .scope)")
    case ["Scope", "reset"]:
      file.note(
        node,
        "write `Container.shared.manager.reset(options: .scope)`, and `Scope.singleton.reset()` if "
          + "singletons are included")
    case ["Scope", "singleton", "reset"]:
      file.replace(node.calledExpression, with: "\(Library.scope).singleton.reset")
    case _ where path.count == 3 && path[0] == "Scope" && path[2] == "reset":
      operate(node, "reset(scope: .\(path[1]))")
    case ["registerAllServices"]:
      file.replace(node.calledExpression, with: "Container.shared.autoRegister")
    default: return false
    }
    return true
  }

  /// In 1.x all containers have the same registrations, so an operation on them is repeated for
  /// each container.
  private func operate(_ node: FunctionCallExprSyntax, _ operation: String) {
    let statements = (["Container"] + containers.custom).map {
      "\(StaticContainers.shared($0)).manager.\(operation)"
    }
    let separator =
      file.startsLine(node.span.lowerBound)
      ? file.lineBreak + file.indentation(at: node.span.lowerBound) : "; "
    if node.parent?.is(CodeBlockItemSyntax.self) == true || statements.count == 1 {
      file.replace(node, with: statements.joined(separator: separator))
    } else {
      file.replace(node, with: statements[0])
      file.note(node, "repeat this for \(statements.dropFirst().joined(separator: ", "))")
    }
    file.count("operations on registrations and scopes")
  }
}
