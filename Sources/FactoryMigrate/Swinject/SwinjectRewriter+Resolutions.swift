// Factory, MIT licence; see LICENSE
//
// Rewrites `container.resolve(P.self)!`.
#if Tool
  import SwiftSyntax

  extension SwinjectRewriter {
    /// - Parameter all: the expression with what is written after it to unwrap the optional.
    func rewriteResolution(_ expression: ExprSyntax, all: ExprSyntax) -> Bool {
      if let sequence = expression.unwrapped.as(SequenceExprSyntax.self) {
        return rewriteOperator(sequence, all)
      }
      guard let call = expression.unwrapped.as(FunctionCallExprSyntax.self),
        let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "resolve", let base = access.base,
        let type = call.metatype()
      else { return false }
      guard let name = call.registrationName() else {
        file.note(call, "the name cannot be read: write `\(instance(base)).…()`")
        return true
      }
      let key = RegistrationKey(type, name)
      let isUnwrapped = all.id != expression.id
      let needsOptional = !isUnwrapped && isBound(all)
      let factory: RegisteredFactory
      if !isUnwrapped, facts.registry[key] == nil {
        factory = facts.registry.optionalFactory(key, for: file)
      } else {
        factory = facts.registry.factory(key, for: file)
      }
      let wraps = needsOptional && !factory.isOptional
      var pieces: [Piece] = [
        .text((wraps ? "Optional(" : "") + "\(instance(base)).\(factory.name)(")
      ]
      pieces += arguments(of: call)
      pieces.append(.text(")" + (wraps ? ")" : "")))
      file.edits.replace(all.span, with: pieces)
      for argument in call.arguments.dropFirst() { walk(argument.expression) }
      file.count("resolutions")
      return true
    }

    /// `r ~> P.self` and `r~>` of SwinjectAutoregistration.
    private func rewriteOperator(_ sequence: SequenceExprSyntax, _ all: ExprSyntax) -> Bool {
      let parts = Array(sequence.elements)
      guard parts.count == 3,
        parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "~>",
        let type = parts[2].as(MemberAccessExprSyntax.self), let base = type.base,
        type.declName.baseName.text == "self"
      else { return false }
      let key = RegistrationKey(base.trimmedDescription)
      let factory = facts.registry.factory(key, for: file)
      file.replace(all, with: "\(instance(parts[0])).\(factory.name)()")
      return true
    }

    /// `argument: a` as `a`, `arguments: a, b` as `(a, b)`.
    private func arguments(of call: FunctionCallExprSyntax) -> [Piece] {
      var values: [ExprSyntax] = []
      var isArgument = false
      for argument in call.arguments {
        switch argument.label?.text {
        case "argument", "arguments": isArgument = true
        case nil: break
        default: isArgument = false
        }
        if isArgument { values.append(argument.expression) }
      }
      if values.count == 1 { return [.source(values[0].span)] }
      if values.isEmpty { return [] }
      var pieces: [Piece] = [.text("(")]
      for (index, value) in values.enumerated() {
        if index > 0 { pieces.append(.text(", ")) }
        pieces.append(.source(value.span))
      }
      return pieces + [.text(")")]
    }

    /// Whether it is the value of `if let` or `guard let`.
    private func isBound(_ expression: ExprSyntax) -> Bool {
      expression.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
    }

    // MARK: Instances

    /// How the container is named at some place: `self` in a factory's closure.
    func instance(_ base: ExprSyntax) -> String {
      if isAssemblerResolver(base) { return "Container.shared" }
      if let name = base.name, let replacement = replacement(name, at: base) { return replacement }
      let text = base.trimmedDescription
      let suffix = ".synchronize()"
      return text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
    }

    /// What stands for the parameter of a registration's closure.
    private func replacement(_ name: String, at node: some SyntaxProtocol) -> String? {
      guard let (registration, role) = registration(around: node) else { return nil }
      let isResolver =
        registration.resolver == name || registration.completion?.parameterNames.first == name
      // The container itself, of which the closure is a part.
      let isReceiver = registration.chain.receiver?.name == name
      guard isResolver || isReceiver,
        node.ancestors.contains(where: { $0.is(ClosureExprSyntax.self) })
      else { return nil }
      if case .declaration = role { return "self" }
      return registration.chain.receiver.map { receiver in
        isAssemblerResolver(receiver) ? "Container.shared" : receiver.trimmedDescription
      } ?? "self"
    }

    private func registration(
      around node: some SyntaxProtocol
    ) -> (SwinjectRegistration, SwinjectFacts.Role)? {
      node.ancestors.lazy.compactMap { self.facts.registrations[$0.id] }.first
    }

    /// The resolver that is passed on: `X(resolver: r)`.
    func rewriteResolverName(_ node: DeclReferenceExprSyntax) {
      if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id { return }
      let expression = ExprSyntax(node)
      guard let replacement = replacement(node.baseName.plain, at: expression),
        replacement != node.baseName.plain
      else { return }
      file.replace(node, with: replacement)
    }

    /// `assembler.resolver`, `Assembler.sharedAssembler.resolver` or
    /// `SwinjectStoryboard.defaultContainer`.
    func isAssemblerResolver(_ expression: ExprSyntax) -> Bool {
      guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else {
        return false
      }
      if access.declName.baseName.text == "defaultContainer" {
        return base.name == "SwinjectStoryboard"
      }
      guard access.declName.baseName.text == "resolver" else { return false }
      let text = base.trimmedDescription.split(separator: "(").first.map(String.init) ?? ""
      return text.split(separator: ".").last?.lowercased().contains("assembler") == true
    }
  }
#endif
