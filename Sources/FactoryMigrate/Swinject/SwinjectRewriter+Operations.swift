// Factory, MIT licence; see LICENSE
//
// Rewrites assemblers, scopes and the operations of Swinject's containers.
#if Tool
  import SwiftSyntax

  extension SwinjectRewriter {
    func rewriteOperation(_ node: FunctionCallExprSyntax) -> Bool {
      if node.calledExpression.name == "Assembler" {
        removeAssembler(node)
        return true
      }
      guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
        let base = access.base
      else { return rewriteContainer(node) }
      switch access.declName.baseName.text {
      case "synchronize" where node.arguments.isEmpty:
        file.replace(base.span.upperBound..<node.span.upperBound, with: "")
        walk(base)
      case "resetObjectScope":
        resetScope(node, base)
      case "apply" where ["assembly", "assemblies"].contains(node.arguments.first?.label?.text):
        file.removeLines(node)
      case "assemble" where node.arguments.first?.label?.text == "container":
        // Its registrations are properties now.
        file.removeLines(node)
      case "removeAll" where node.arguments.isEmpty:
        file.note(node, "factories cannot be removed: `\(instance(base)).reset()` resets them")
      case "hasAnyRegistration":
        file.note(node, "a factory that is not declared does not compile: remove this")
      default: return false
      }
      return true
    }

    /// `Container(defaultObjectScope:)` and `Container { … }`.
    private func rewriteContainer(_ node: FunctionCallExprSyntax) -> Bool {
      guard node.calledExpression.name == "Container" else { return false }
      if let argument = node.argument("defaultObjectScope") {
        file.note(
          node,
          "set `manager.defaultScope` of the container instead of "
            + "`\(argument.trimmedDescription)`")
      } else if node.trailingClosure != nil || node.argument("registeringClosure") != nil {
        file.note(
          node, "a container is made without a closure: move the registrations into an extension")
      }
      return false
    }

    private func resetScope(_ node: FunctionCallExprSyntax, _ base: ExprSyntax) {
      let scope = node.arguments.first?.expression
      let names = ["container": "cached", "weak": "shared"]
      let written =
        scope?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        ?? scope?.trimmedDescription ?? ""
      file.replace(
        node, with: "\(instance(base)).manager.reset(scope: .\(names[written] ?? written))")
      file.count("resets of scopes")
    }

    // MARK: Assemblers

    /// `_ = Assembler([…])` and `assembler = Assembler([…])`.
    func rewriteAssignment(_ node: SequenceExprSyntax) -> Bool {
      let parts = Array(node.elements)
      guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self) else { return false }
      if parts[2].as(FunctionCallExprSyntax.self)?.calledExpression.name == "Assembler" {
        file.removeLines(node)
        file.count("assemblers")
        return true
      }
      if parts[0].path == ["Container", "loggingFunction"] {
        file.removeLines(node)
        return true
      }
      return false
    }

    /// `let assembler = Assembler([…])`.
    func removeAssembler(_ node: VariableDeclSyntax) -> Bool {
      guard node.bindings.count == 1, let binding = node.bindings.first else { return false }
      let call = binding.initializer?.value.as(FunctionCallExprSyntax.self)
      let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
      guard
        call?.calledExpression.name == "Assembler"
          || (binding.initializer == nil && binding.accessorBlock == nil
            && type.hasPrefix("Assembler"))
      else { return false }
      file.removeLines(node)
      file.count("assemblers")
      return true
    }

    private func removeAssembler(_ node: FunctionCallExprSyntax) {
      if node.parent?.is(CodeBlockItemSyntax.self) == true {
        file.removeLines(node)
      } else {
        file.note(node, "`Assembler` has no counterpart: use `Container.shared`")
      }
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
#endif
