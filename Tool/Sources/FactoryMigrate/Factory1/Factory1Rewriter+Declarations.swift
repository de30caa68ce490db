// Factory, MIT licence; see LICENSE
//
// Rewrites the declarations of 1.x: factories, scopes, containers and `AutoRegistering`.
import SwiftSyntax

extension Factory1Rewriter {
  func rewrite(_ factory: StaticFactory, in container: String) {
    if let path = factory.call.arguments.first?.expression.as(KeyPathExprSyntax.self) {
      return removeBridge(factory, path, in: container)
    }
    let inference = containers.inference(in: container, file.types(at: factory.variable))
    guard factory.name != "manager" else {
      return file.note(
        factory.variable,
        "each container has a property `manager`: give the factory another name, and write "
          + "`var …: \(factory.kind)<…> { self { … } }`")
    }
    guard !factory.hasOthers, let body = factory.factory else {
      return file.note(factory.variable, "the arguments of this factory are not those of 1.x")
    }
    guard let types = factory.types(inference) else {
      return file.note(
        factory.variable,
        "the closure does not tell its type: write `var \(factory.name): \(factory.kind)<…> "
          + "{ self { … } }`")
    }
    for modifier in factory.variable.modifiers {
      let isSetter = modifier.detail != nil
      if isSetter || ["static", "class"].contains(modifier.name.text) { file.remove(modifier) }
    }
    file.replace(factory.variable.bindingSpecifier, with: "var")
    var head = factory.binding.pattern.span.upperBound
    var opening = ""
    if let annotation = factory.binding.typeAnnotation {
      head = annotation.span.upperBound
      if !annotation.trimmedDescription.contains("<") {
        opening = "<\(types.joined(separator: ", "))>"
      }
    } else {
      opening = ": \(factory.kind)<\(types.joined(separator: ", "))>"
    }
    if let closure = factory.closure { file.removeCast(in: closure) }
    replaceValue(factory, body, from: head, opening)
    file.count("factories")
  }

  /// Factories that are made in another way, such as `Factory { … } as Factory<T>` or several in one
  /// declaration, or by a getter or function at each use: nothing that was registered or cached outlived
  /// that.
  func noteUnread(
    _ node: some DeclSyntaxProtocol, _ names: [String], _ bodies: [Syntax]
  ) -> Bool {
    guard bodies.contains(where: Self.makesFactory) else { return false }
    let shared = StaticContainers.shared(member(node)!.container)
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let parameters = node.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
    let kind = parameters?.isEmpty == false ? "ParameterFactory<…, …>" : "Factory<…>"
    file.note(
      node,
      "this declaration cannot be read: write a property of the container for \(list), "
        + "`var …: \(kind) { self { … } }`, and `\(shared).…` where it is used")
    return true
  }

  private static func makesFactory(_ value: Syntax) -> Bool {
    value.nodes(FunctionCallExprSyntax.self).contains { call in
      let callee = call.calledExpression
      let name =
        callee.as(GenericSpecializationExprSyntax.self)?.expression.name
        ?? callee.path?.last { $0 != "init" }
      return name.map(StaticFactory.kinds.contains) == true
    }
  }

  /// `static let x = Factory(\.x)`, the old name of a factory that has moved already.
  private func removeBridge(
    _ factory: StaticFactory, _ path: KeyPathExprSyntax, in container: String
  ) {
    let isSame = path.root == nil || path.root?.trimmedDescription == container
    if isSame, container == "Container" || path.root != nil,
      path.components.trimmedDescription == ".\(factory.name)"
    {
      file.removeDeclaration(factory.variable)
      file.count("old names")
    } else {
      file.note(
        factory.variable,
        "this is the old name of `\(path.trimmedDescription)`: use that one, and remove this")
    }
  }

  /// `= Factory(scope: .s) { … }` becomes `{ self { … }.s }`.
  private func replaceValue(
    _ factory: StaticFactory, _ body: ExprSyntax, from head: Int, _ opening: String
  ) {
    let between = head..<body.span.lowerBound
    keepComments(in: factory)
    let end = factory.call.span.upperBound
    let modifier = factory.scope.map(scopeModifier) ?? ""
    let isClosure = body.is(ClosureExprSyntax.self)
    var (before, after) = (" { self ", "\(modifier) }")
    if isClosure, file.isMultiline(body.span) {
      let outer = file.indentation(at: factory.variable.span.lowerBound)
      let unit = file.indentationUnit
      before = " {\(file.lineBreak)\(outer)\(unit)self "
      after = "\(modifier)\(file.lineBreak)\(outer)}"
      file.indent(body.span)
    }
    if !isClosure { (before, after) = (" { self(", ")\(modifier) }") }
    file.edits.replace(between, with: [.text(opening + before)])
    file.edits.replace(body.span.upperBound..<end, with: [])
    file.edits.insert(after, at: end, side: .before)
  }

  /// Comments between the type and the closure, which go above the declaration.
  private func keepComments(in factory: StaticFactory) {
    guard let body = factory.factory else { return }
    let indentation = file.indentation(at: factory.variable.span.lowerBound)
    for token in factory.call.tokens(viewMode: .sourceAccurate)
    where token.position < body.positionAfterSkippingLeadingTrivia {
      for comment in (token.leadingTrivia + token.trailingTrivia).comments {
        file.insert("\(comment)\(file.lineBreak)\(indentation)", before: factory.variable)
      }
    }
  }

  func scopeModifier(_ scope: ExprSyntax) -> String {
    let name: String
    if let access = scope.as(MemberAccessExprSyntax.self), access.base == nil {
      name = access.declName.baseName.text
    } else if let path = scope.path, path.count == 3, path[1] == "Scope" {
      name = path[2]
    } else {
      return ".scope(\(scope.trimmedDescription))"
    }
    return ["cached", "shared", "singleton", "graph", "unique"].contains(name)
      ? ".\(name)" : ".scope(.\(name))"
  }

  /// `static var session = Cached()` becomes a constant: a variable is not safe between threads.
  func rewriteScopeDeclaration(_ node: VariableDeclSyntax) {
    guard node.isStatic, node.bindings.first?.initializer != nil else { return }
    for modifier in node.modifiers where modifier.detail != nil { file.remove(modifier) }
    if node.bindingSpecifier.text == "var" {
      file.replace(node.bindingSpecifier, with: "let")
    }
    file.count("scopes")
  }

  func convertStaticMember(_ node: VariableDeclSyntax, in container: String) {
    guard let name = node.bindings.first?.pattern.trimmedDescription,
      containers.converted[container]?.contains(name) == true
    else { return }
    if node.bindings.first?.accessorBlock == nil {
      file.note(
        node,
        "a static property cannot use factories of an instance: make it a factory with a scope, "
          + "`var \(name): Factory<…> { self { … }.singleton }`")
    } else {
      removeStatic(node)
      file.count("properties that became instance properties")
    }
  }

  func rewriteAutoRegistration(_ node: FunctionDeclSyntax) {
    let isPublic = node.modifiers.contains { ["public", "open"].contains($0.name.text) }
    if isPublic {
      removeStatic(node)
    } else if let modifier = node.modifier(.static) ?? node.modifier(.class) {
      file.replace(modifier.name, with: "public")
    }
    file.replace(node.name, with: "autoRegister")
    file.count("automatic registrations")
  }

  func rewriteConformance(_ node: ExtensionDeclSyntax) {
    guard node.extendedType.trimmedDescription == "Container" else { return }
    for inherited in node.inheritanceClause?.inheritedTypes ?? [] {
      if inherited.type.trimmedDescription == "AutoRegistering" {
        file.insert("@retroactive ", before: inherited.type)
      }
    }
  }

  private func noteGeneric(_ node: ClassDeclSyntax) {
    file.note(
      node,
      "a generic class has no static property: make it `final`, and give it a `manager` and a "
        + "`shared` that gets its container from elsewhere")
  }

  /// A subclass of `SharedContainer` becomes a final class with an instance of its own.
  func rewriteContainer(_ node: ClassDeclSyntax) {
    guard node.genericParameterClause == nil else { return noteGeneric(node) }
    var access = ""
    for modifier in node.modifiers {
      switch modifier.name.text {
      case "open":
        access = "public "
        file.replace(modifier.name, with: "public")
      case "public", "package": access = modifier.name.text + " "
      default: break
      }
    }
    if node.modifier(.final) == nil { file.insert("final ", before: node.classKeyword) }
    if let base = node.inheritanceClause?.inheritedTypes.first,
      base.type.trimmedDescription != "SharedContainer"
    {
      file.replace(base.type, with: "SharedContainer")
    }
    let outer = file.indentation(at: node.span.lowerBound)
    let inner = file.lineBreak + outer + file.indentationUnit
    var members =
      "\(inner)@TaskLocal \(access)static var shared = \(node.name.text)()"
      + "\(inner)\(access)let manager = ContainerManager()"
    let block = node.memberBlock
    if let first = block.members.first {
      if file.line(of: first.span.lowerBound) == file.line(of: block.leftBrace.span.lowerBound) {
        members += inner
      } else {
        members += file.lineBreak
      }
    } else if !file.isMultiline(block.span) {
      members += file.lineBreak + outer
    }
    file.insert(members, after: block.leftBrace)
    file.count("containers")
  }
}
