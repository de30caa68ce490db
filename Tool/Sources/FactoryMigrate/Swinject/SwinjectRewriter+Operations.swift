// Factory, MIT licence; see LICENSE
//
// Rewrites assemblers, scopes and the operations of Swinject's containers.
import SwiftSyntax

extension SwinjectRewriter {
  func rewriteOperation(_ node: FunctionCallExprSyntax) -> Bool {
    noteUnknownRegistration(node)
    if let type = node.calledExpression.name, facts.wrappers.contains(type) {
      file.note(node, "`\(type)` is no `Container`: use the container that it wraps")
    }
    if node.madeType(in: file) == "Assembler" {
      removeAssembler(node)
      return true
    }
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base
    else {
      if let name = node.calledExpression.name { noteContainerFunction(node, name) }
      return noteOwnResolution(node) || rewriteContainer(node)
    }
    switch access.declName.baseName.text {
    case "synchronize" where node.arguments.isEmpty && isContainer(base):
      file.replace(base.span.upperBound..<node.span.upperBound, with: "")
      walk(base)
    case "resetObjectScope":
      resetScope(node, base)
    case "apply" where ["assembly", "assemblies"].contains(node.arguments.first?.label?.text):
      if !noteRemaining(node) { file.removeLines(node) }
    case "assemble" where node.arguments.first?.label?.text == "container":
      // The registrations of the others are properties now.
      if facts.remaining(in: base).isEmpty { file.removeLines(node) }
    case "removeAll" where node.arguments.isEmpty && isContainer(base):
      file.note(node, "factories cannot be removed: `\(instance(base)).reset()` resets them")
    case "hasAnyRegistration":
      file.note(node, "a factory that is not declared does not compile: remove this")
    case let name where isContainer(base):
      noteContainerFunction(node, name)
      return false
    default: return rewriteContainer(node)
    }
    return true
  }

  /// `resolve(type)` in `extension Resolver`, of which the program's own functions are made.
  private func noteOwnResolution(_ node: FunctionCallExprSyntax) -> Bool {
    guard node.calledExpression.name == "resolve", !node.arguments.isEmpty,
      let type = node.ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription,
      ["Resolver", "Container"].contains(type.split(separator: ".").last ?? "")
    else { return false }
    noteUnknownType(node)
    return true
  }

  /// `Container(parent:defaultObjectScope:)` and `Container { … }`.
  private func rewriteContainer(_ node: FunctionCallExprSyntax) -> Bool {
    guard node.madeType(in: file) == "Container" else { return false }
    if node.trailingClosure != nil || node.argument("registeringClosure") != nil {
      file.note(
        node, "a container is made without a closure: move the registrations into an extension")
      return false
    }
    // Swinject's child containers have the instances of their parents.
    if node.argument("parent") != nil, !facts.scopes.isEmpty, let last = node.arguments.last {
      file.insert(", sharing: " + facts.scopes.sorted().joined(separator: ", "), after: last)
    }
    guard let argument = node.argument("defaultObjectScope") else { return false }
    if case .known(let scope) = facts.defaultScope, argument.expression.memberName == scope {
      // The factories have it.
      file.replace(node.span(of: argument), with: "")
      file.count("default scopes")
    } else {
      file.note(
        node,
        "another container has another default scope: give the factories of this one their scope, "
          + "and remove the argument")
    }
    return false
  }

  /// Notes the assemblies that have to be called because something of them remains.
  private func noteRemaining(_ call: FunctionCallExprSyntax) -> Bool {
    let made = call.nodes(FunctionCallExprSyntax.self)
    let calls = facts.remaining(in: call).map { type in
      let written = made.first { $0.calledExpression.path?.last == type }?.trimmedDescription
      return "`\(written ?? "\(type)()").assemble(container: Container.shared)`"
    }
    guard !calls.isEmpty else { return false }
    file.note(
      call,
      "what these assemblies do besides declaring factories has to be called: write "
        + calls.joined(separator: ", "))
    return true
  }

  /// Notes the assemblies of `Assembler([…]).resolver`.
  func noteRemaining(in base: ExprSyntax) {
    guard let access = base.as(MemberAccessExprSyntax.self),
      let call = access.base?.as(FunctionCallExprSyntax.self),
      call.calledExpression.name == "Assembler"
    else { return }
    _ = noteRemaining(call)
  }

  private func resetScope(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) {
    let scopes =
      node.arguments.first?.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
      ?? node.arguments.map(\.expression)
    let resets = scopes.map { scope -> String in
      let name = scope.memberName ?? scope.trimmedDescription
      let known = ["container": "cached", "weak": "shared"][name]
      return "\(instance(base)).manager.reset(scope: .\(known ?? name))"
    }
    guard resets.count == 1 || node.parent?.is(CodeBlockItemSyntax.self) == true else {
      return file.note(node, "write " + resets.map { "`\($0)`" }.joined(separator: ", "))
    }
    file.replace(node, with: resets.joined(separator: "; "))
    file.count("resets of scopes")
  }

  // MARK: Assemblers

  /// `Assembler([…])`, alone, or as the value of an assignment or variable.
  private func removeAssembler(_ node: FunctionCallExprSyntax) {
    if noteRemaining(node) { return }
    let list = node.parent?.as(ExprListSyntax.self)
    let variable = node.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
    if let statement = list?.parent?.as(SequenceExprSyntax.self), statement.assignment != nil {
      file.removeLines(statement)
    } else if let variable, variable.bindings.count == 1 {
      file.removeLines(variable)
    } else if node.parent?.is(CodeBlockItemSyntax.self) == true {
      file.removeLines(node)
    } else {
      return file.note(node, "`Assembler` has no counterpart: use `Container.shared`")
    }
    file.count("assemblers")
  }

  /// `var assembler: Assembler!`.
  func removeAssembler(_ node: VariableDeclSyntax) -> Bool {
    guard node.bindings.count == 1, let binding = node.bindings.first,
      binding.initializer == nil, binding.accessorBlock == nil,
      binding.typeAnnotation?.type.trimmedDescription.hasPrefix("Assembler") == true
    else { return false }
    file.removeLines(node)
    file.count("assemblers")
    return true
  }

  func rewriteAssignment(_ node: SequenceExprSyntax) -> Bool {
    guard node.assignment?.target.path == ["Container", "loggingFunction"] else { return false }
    file.removeLines(node)
    return true
  }

  /// `extension Container { static let shared = Container() }`: FactoryKit declares it.
  func removeShared(_ node: VariableDeclSyntax) -> Bool {
    guard node.isStatic, node.bindings.count == 1, let binding = node.bindings.first,
      binding.name == "shared", node.isInExtension(of: ["Container", "Swinject.Container"]),
      !file.hasOwn("Container", at: node)
    else { return false }
    let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)
    guard made?.madeType(in: file) == "Container", made?.trailingClosure == nil,
      made?.arguments.allSatisfy({ $0.label?.text == "defaultObjectScope" }) == true
    else {
      file.note(
        node,
        "there is a `Container.shared` already: remove this one, and move what else it does into "
          + "`autoRegister()`")
      return false
    }
    let type = node.ancestor(ExtensionDeclSyntax.self)
    let isOnly = type?.memberBlock.members.count == 1 && type?.inheritanceClause == nil
    file.removeDeclaration(isOnly ? Syntax(type!) : Syntax(node))
    file.count("shared containers")
    return true
  }

  // MARK: Scopes

  /// `static let session = ObjectScope(storageFactory: PermanentStorage.init)` becomes
  /// `static let session = Cached()`.
  func rewriteScope(_ node: VariableDeclSyntax) -> Bool {
    guard node.modifier(.static) != nil, let binding = node.bindings.first,
      let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
      call.calledExpression.name == "ObjectScope"
    else { return false }
    let storage = call.argument("storageFactory")?.expression.trimmedDescription ?? ""
    let scopes = ["PermanentStorage.init": "Cached()", "WeakStorage.init": "Shared()"]
    if let scope = scopes[storage] {
      file.replace(call, with: scope)
      file.count("scopes")
    } else {
      file.note(node, "there is no scope for `\(storage)`: use `Cached()` or `Shared()`")
    }
    return true
  }
}
