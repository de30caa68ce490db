// Factory, MIT licence; see LICENSE
//
// Rewrites the expressions of 2.x.
import SwiftSyntax

extension Factory2Rewriter {
  /// `Factory(self) { … }`, `self { … }` or `.init(self) { … }`, below its modifiers.
  struct Construction {
    var call: FunctionCallExprSyntax
    /// `Factory<T>`, if the type is written.
    var specialised: GenericSpecializationExprSyntax?
  }

  static func construction(in call: FunctionCallExprSyntax) -> Construction? {
    let callee = call.calledExpression
    if callee.name == "self", call.closure != nil { return Construction(call: call) }
    if call.arguments.first?.expression.name == "self" {
      if let name = callee.name, StaticFactory.kinds.contains(name) {
        return Construction(call: call)
      }
      if let generic = callee.as(GenericSpecializationExprSyntax.self),
        let name = generic.expression.name, StaticFactory.kinds.contains(name)
      {
        return Construction(call: call, specialised: generic)
      }
      if let access = callee.as(MemberAccessExprSyntax.self), access.base == nil,
        access.declName.baseName.text == "init"
      {
        return Construction(call: call)
      }
    }
    guard let access = callee.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    return below(base)
  }

  private static func below(_ expression: ExprSyntax) -> Construction? {
    if let call = expression.as(FunctionCallExprSyntax.self) { return construction(in: call) }
    return expression.as(MemberAccessExprSyntax.self)?.base.flatMap(below)
  }

  /// `Factory(self) { … }` becomes `self { … }`.
  func rewriteConstruction(_ node: FunctionCallExprSyntax) {
    guard node.calledExpression.name != "self", let found = Self.construction(in: node),
      found.call.id == node.id, node.arguments.count == 1, let closure = node.trailingClosure,
      node.additionalTrailingClosures.isEmpty, isResult(node)
    else { return }
    file.replace(node.span.lowerBound..<closure.span.lowerBound, with: "self ")
    file.count("factories")
  }

  /// Whether the expression is the value of a property or function with a type, so that the
  /// factory's type need not be named.
  private func isResult(_ node: FunctionCallExprSyntax) -> Bool {
    for ancestor in node.ancestors {
      if ancestor.is(ClosureExprSyntax.self) { return false }
      if let binding = ancestor.as(PatternBindingSyntax.self) {
        if let type = binding.typeAnnotation?.type {
          return type.trimmedDescription.contains("Factory<")
        }
        // A stored factory gets the type that the call names.
        return Self.construction(in: node)?.specialised != nil
          && facts.isContainerMember(
            binding.ancestor(VariableDeclSyntax.self)!)
      }
      if let function = ancestor.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.trimmedDescription.contains("Factory<")
          == true
      }
    }
    return false
  }

  // MARK: Main actor

  /// `{ @MainActor in … }` is isolated by the property alone, also for a global actor of the program.
  func rewriteMainActor(_ node: FunctionCallExprSyntax) {
    guard let closure = node.closure, let signature = closure.signature,
      let attribute = signature.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) })
        .first(where: { isGlobalActor($0.attributeName) }),
      // Such a closure does not have the isolation of the code around it.
      !closure.hasAttribute("Sendable")
    else { return }
    let name = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    if let found = Self.construction(in: node), found.call.id == node.id {
      isolate(node, attribute.attributeName.trimmedDescription)
    } else if attribute.attributeName.trimmedDescription != "MainActor" {
      return
    } else if let name, name == "register" || name == "context" || name.hasPrefix("on") {
      guard name.hasPrefix("on") == false || Self.contexts.contains(name) else { return }
      guard node.isOnMainActor else {
        if file.isMarked(node) { return }
        return file.note(node, elsewhere(name, node))
      }
    } else {
      return
    }
    if signature.parameterClause == nil, signature.returnClause == nil, signature.capture == nil,
      signature.attributes.count == 1
    {
      file.replace(
        closure.leftBrace.span.upperBound..<signature.inKeyword.span.upperBound, with: "")
    } else {
      file.remove(attribute)
    }
    file.count("main-actor closures")
  }

  /// What to do with a closure on the main actor that other code sets.
  private func elsewhere(_ modifier: String, _ node: FunctionCallExprSyntax) -> String {
    let path = CallChain(ExprSyntax(node))?.receiver?.path ?? []
    let name = path.last ?? "…"
    if node.canWait {
      let container = path.count > 1 && path[0] != "$0" ? path.dropLast() : ["Container.shared"]
      return "set it on the main actor: `await \(container.joined(separator: ".")) { @MainActor in "
        + "$0.\(name).\(modifier) { … } }`"
    }
    let promise =
      facts.promised.contains(name)
      ? ", with `required()`, as a promise needs a `Factory`" : ""
    return
      "this code cannot wait for the main actor: make `\(name)` a `MainActorFactory`, which any "
      + "code can set" + promise
  }

  private static let contexts: Set<String> = [
    "onArg", "onArgs", "onPreview", "onTest", "onDebug", "onSimulator", "onDevice",
  ]

  private func isGlobalActor(_ type: TypeSyntax) -> Bool {
    let name = type.trimmedDescription
    return name == "MainActor"
      || file.types(at: type)[name]?.attributes.contains("globalActor") == true
  }

  /// Isolates the property or function that the closure belongs to.
  private func isolate(_ node: some SyntaxProtocol, _ actor: String) {
    guard actor != "MainActor" || !node.isOnMainActor else { return }
    for ancestor in node.ancestors {
      if let variable = ancestor.as(VariableDeclSyntax.self) {
        guard variable.attribute(actor) == nil else { return }
        if let name = variable.bindings.first?.pattern {
          isolated[variable.id] = (file.location(of: name), actor)
        }
        return file.insert("@\(actor) ", before: variable)
      }
      if let function = ancestor.as(FunctionDeclSyntax.self) {
        return file.insert("@\(actor) ", before: function)
      }
    }
  }

  // MARK: Names

  /// `resolve(\.x)` becomes `dependency(\.x)`.
  func rewriteResolve(_ node: FunctionCallExprSyntax) {
    guard node.calledExpression.name == "resolve", node.arguments.count == 1,
      let argument = node.arguments.first, argument.label == nil,
      argument.expression.is(KeyPathExprSyntax.self)
    else { return }
    file.replace(node.calledExpression, with: "dependency")
    file.count("global resolutions")
  }

  /// `.custom(scope: .x)` of 2.0 becomes `.scope(.x)`.
  func rewriteCustomScope(_ node: FunctionCallExprSyntax) {
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "custom", node.arguments.count == 1,
      let argument = node.arguments.first, argument.label?.text == "scope"
    else { return }
    let start = access.declName.span.lowerBound
    file.replace(start..<argument.expression.span.lowerBound, with: "scope(")
    file.count("custom scopes")
  }

  /// `Container.shared.trace` becomes `Container.shared.manager.trace`.
  func rewriteTrace(_ node: MemberAccessExprSyntax) {
    guard node.declName.baseName.text == "trace", let path = node.base?.path, path.count == 2,
      facts.isContainer(path[0]), path[1] == "shared"
    else { return }
    file.insert("manager.", before: node.declName)
    file.count("traces")
  }

  /// Assignments to `Container.shared`, and to a setting that has no effect.
  func rewriteAssignment(_ node: SequenceExprSyntax) -> Bool {
    guard let (target, values) = node.assignment, values.count == 1 else { return false }
    if target.memberName == "dependencyChainTestMax" {
      // With the comment behind it, which is about the setting.
      file.edits.replace(file.lines(of: node, comments: false), with: [])
      file.count("settings without effect")
      return true
    }
    guard let path = target.path, path.count == 2, path[1] == "shared",
      facts.isContainer(path[0])
    else { return false }
    let made = values[0].as(FunctionCallExprSyntax.self)
    if made?.calledExpression.name == path[0], made?.arguments.isEmpty == true {
      file.replace(node, with: "\(path[0]).shared.reset()")
      file.count("assignments of shared containers")
    } else if !file.isMarked(node) {
      file.note(
        node,
        "a shared container cannot be assigned: write `\(path[0]).$shared.withValue(…) { … }` "
          + "around the code that uses it")
    }
    return true
  }
}
