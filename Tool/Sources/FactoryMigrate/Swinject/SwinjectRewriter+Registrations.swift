// Factory, MIT licence; see LICENSE
//
// Rewrites the registrations of Swinject.
import SwiftSyntax

extension SwinjectRewriter {
  func rewriteRegistration(_ node: FunctionCallExprSyntax) -> Bool {
    guard let (registration, role) = facts.registrations[Syntax(node).id] else { return false }
    switch role {
    case .problem(let message):
      file.note(node, message)
      walk(registration.body)
    case .declaration(let factory, let aliases):
      declare(registration, factory, aliases)
    case .override:
      replace(registration)
    }
    return true
  }

  private func declare(
    _ registration: SwinjectRegistration, _ factory: RegisteredFactory,
    _ aliases: [RegisteredFactory]
  ) {
    let chain = registration.chain.expression
    let writer = PropertyWriter(file: file, registry: facts.registry)
    var modifiers = registration.scopeModifier(default: facts.defaultScope)
    if registration.scope == nil, case .unknown(let scopes) = facts.defaultScope {
      file.note(chain, DefaultScope.problem(scopes))
    }
    if let completion = registration.completion {
      modifiers += decorator(completion, chain)
    }
    if registration.isAutomatic {
      guard let closure = automatic(registration) else {
        return file.note(
          chain,
          "the parameters of this initialiser are not known: write `var \(factory.name): "
            + "\(factory.declaredType) { self { … } }`")
      }
      let text = "var \(factory.name): \(factory.declaredType) { self \(closure)\(modifiers) }"
      let outer = writer.outerIndentation(chain, in: facts.registrationFunction(of: registration))
      var pieces: [Piece] = [factory.access, .text(text)]
      for alias in aliases {
        pieces += [.text(file.lineBreak + outer)] + PropertyWriter.alias(alias, of: factory)
      }
      file.edits.replace(chain.span, with: pieces)
      file.count("factories", 1 + aliases.count)
    } else {
      rewriteClosure(registration, factory, capturing: nil)
      writer.write(
        factory, replacing: chain, body: registration.body, modifiers: modifiers,
        aliases: aliases,
        outer: writer.outerIndentation(chain, in: facts.registrationFunction(of: registration)))
    }
    if facts.registrationFunction(of: registration) == nil,
      let item = chain.parent?.as(CodeBlockItemSyntax.self)
    {
      hoisted.append(item)
    }
  }

  /// `initCompleted` becomes a decorator, which runs on each resolution.
  private func decorator(
    _ completion: ClosureExprSyntax, _ chain: FunctionCallExprSyntax
  ) -> String {
    file.note(
      chain,
      "initCompleted ran once for each instance, this decorator on each resolution; if both need "
        + "each other, use @WeakLazyInjected in one of them")
    walk(completion.statements)
    let name = completion.parameterNames.last ?? "_"
    let statements = completion.statements.map { file.edits.rendered($0.span) }
    return ".decorator { \(name) in \(statements.joined(separator: "; ")) }"
  }

  /// `{ X(a: self.a()) }` for `autoregister(X.self, initializer: X.init)`.
  private func automatic(_ registration: SwinjectRegistration) -> String? {
    guard let (made, parameters) = registration.automaticParameters(program.types) else {
      return nil
    }
    let arguments = parameters.map { parameter in
      let key = RegistrationKey(TypeSpelling.withoutOptional(parameter.type))
      let factory = facts.registry.factory(key, for: file)
      facts.registry.use(factory, in: file, at: registration.chain.expression)
      let value = "self.\(factory.name)()"
      return parameter.label.map { "\($0): \(value)" } ?? value
    }
    return "{ \(made)(\(arguments.joined(separator: ", "))) }"
  }

  /// A registration that replaces another one: `container.x.register { … }`.
  private func replace(_ registration: SwinjectRegistration) {
    let chain = registration.chain.expression
    let key = RegistrationKey(registration.type, registration.name)
    let factory = facts.registry.factory(key, for: file)
    facts.registry.use(factory, in: file, at: chain)
    guard factory.parameters.count == registration.arguments.count else {
      walk(registration.body)
      return file.note(
        chain,
        "`\(factory.name)` has other arguments: write a factory of its own, "
          + "`var …: ParameterFactory<…, \(registration.type)> { self { … } }`")
    }
    guard !registration.isAutomatic else {
      return file.note(
        chain,
        "write the closure: `\(registration.chain.receiver?.trimmedDescription ?? "self")"
          + ".\(factory.name).register { … }`")
    }
    if registration.completion != nil {
      file.note(chain, "add what initCompleted does to the closure that is registered")
    }
    let receiver = registration.chain.receiver.map { instance($0) } ?? "self"
    let isName = registration.chain.receiver?.name != nil && receiver != "Container.shared"
    rewriteClosure(registration, factory, capturing: isName ? receiver : nil)
    let others = registration.aliases.map { type in
      facts.registry.factory(RegistrationKey(type, registration.name), for: file).name
    }
    OverrideWriter(file: file, registry: facts.registry).write(
      factory, on: receiver, replacing: chain, body: registration.body,
      .init(
        hasScope: registration.scope != nil,
        scopeModifier: registration.scopeModifier(default: facts.defaultScope),
        others: others))
  }

  /// Removes the resolver from the closure's parameters.
  private func rewriteClosure(
    _ registration: SwinjectRegistration, _ factory: RegisteredFactory, capturing: String?
  ) {
    walk(registration.body)
    guard let closure = registration.body.as(ClosureExprSyntax.self) else { return }
    guard let signature = closure.signature else {
      if let capturing, usesResolver(registration) {
        file.insert(" [unowned \(capturing)] in", after: closure.leftBrace)
      }
      return
    }
    let head = closure.leftBrace.span.upperBound..<signature.inKeyword.span.upperBound
    var parts = factory.attributes(of: signature)
    var captures =
      signature.capture?.items.map {
        $0.with(\.trailingComma, nil).trimmedDescription
      } ?? []
    if let capturing, usesResolver(registration) { captures.append("unowned \(capturing)") }
    if !captures.isEmpty { parts.append("[\(captures.joined(separator: ", "))]") }
    let names = registration.arguments.map(\.name)
    if names.count == 1 { parts.append(names[0]) }
    if names.count > 1 { parts.append("(\(names.joined(separator: ", ")))") }
    file.replace(head, with: parts.isEmpty ? "" : " \(parts.joined(separator: " ")) in")
  }

  private func usesResolver(_ registration: SwinjectRegistration) -> Bool {
    guard let name = registration.resolver, name != "_",
      let closure = registration.body.as(ClosureExprSyntax.self)
    else { return false }
    return closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }
}

extension SwinjectRegistration {
  /// The type that `autoregister` makes, and the parameters of its initialiser.
  func automaticParameters(_ types: TypeTable) -> (String, [ParameterFact])? {
    guard let access = body.as(MemberAccessExprSyntax.self),
      let made = access.base?.trimmedDescription
    else { return nil }
    let labels = access.declName.argumentNames?.arguments.map { argument -> String? in
      argument.name.text == "_" ? nil : argument.name.plain
    }
    return types.parameters(of: made, labels: labels).map { (made, $0) }
  }
}

extension TypeTable {
  /// The parameters of the initialiser with these labels, or of the only one.
  func parameters(of type: String, labels: [String?]?) -> [ParameterFact]? {
    guard let facts = self[TypeSpelling.normalised(type)] else { return nil }
    var candidates = facts.initializers
    if candidates.isEmpty { candidates = [facts.stored] }
    if let labels { candidates = candidates.filter { $0.map(\.label) == labels } }
    guard candidates.count == 1, candidates[0].allSatisfy({ !$0.type.isEmpty }) else {
      return nil
    }
    return candidates[0]
  }
}
