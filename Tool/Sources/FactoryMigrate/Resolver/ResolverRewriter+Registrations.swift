// Factory, MIT licence; see LICENSE
//
// Rewrites the registrations of Resolver.
import SwiftSyntax

extension ResolverRewriter {
  /// Registrations, calls of functions that register, and resets.
  func rewriteOperation(_ node: FunctionCallExprSyntax) -> Bool {
    if let (registration, role) = facts.registrations[Syntax(node).id] {
      rewrite(registration, role)
      return true
    }
    guard var path = node.calledExpression.path else { return false }
    let isOnResolver = ["Resolver", "ResolverScope"].contains(path[0])
    if isOnResolver { path.removeFirst() }
    if ["main", "root"].contains(path.first) { path.removeFirst() }
    switch path.count {
    case 1 where facts.isVanishingCall(node):
      // In a registration function, `ResolverFunctions` removes it.
      if !isInRegistrationFunction(node) { file.removeLines(node) }
      return true
    case 1 where !isOnResolver && facts.functions[path[0]] == true:
      // From a function that stays static.
      guard node.isInResolver, !isInRegistrationFunction(node) else { return false }
      file.insert("Container.shared.", before: node)
      return false
    case 1 where isOnResolver && facts.functions[path[0]] == true:
      file.replace(node.calledExpression, with: "Container.shared.\(path[0])")
      return true
    case 1 where isOnResolver && path[0] == "reset":
      file.replace(node, with: "Container.shared.reset()")
      return true
    case 2 where isOnResolver && path[1] == "reset":
      let scope = path[0]
      file.replace(
        node,
        with: scope == "application"
          ? "Scope.singleton.reset()" : "Container.shared.manager.reset(scope: .\(scope))")
      file.count("resets of scopes")
      return true
    default: return false
    }
  }

  private func isInRegistrationFunction(_ node: some SyntaxProtocol) -> Bool {
    guard let function = node.ancestor(FunctionDeclSyntax.self) else { return false }
    return facts.functions[function.name.plain] != nil
      && function.ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        == "Resolver"
  }

  private func rewrite(_ registration: ResolverRegistration, _ role: ResolverFacts.Role) {
    let chain = registration.chain.expression
    switch role {
    case .problem(let message):
      file.note(chain, message)
      walk(registration.body)
    case .declaration(let factory, let aliases):
      rewriteClosure(registration, factory)
      if registration.scope == nil, case .unknown(let scopes) = facts.defaultScope {
        file.note(chain, DefaultScope.problem(scopes))
      }
      let writer = PropertyWriter(file: file, registry: facts.registry)
      writer.write(
        factory, replacing: chain, body: registration.body,
        modifiers: registration.scopeModifier(default: facts.defaultScope), aliases: aliases,
        properties: registration.properties,
        outer: writer.outerIndentation(chain, in: registration.registrationFunction))
      if !registration.isInRegistrationFunction,
        let item = chain.parent?.as(CodeBlockItemSyntax.self)
      {
        hoisted.append(item)
      }
    case .override:
      rewriteOverride(registration)
    }
  }

  /// A registration that replaces another one: `Container.shared.x.register { … }`.
  private func rewriteOverride(_ registration: ResolverRegistration) {
    let chain = registration.chain.expression
    let keys =
      [RegistrationKey(registration.type!, registration.name)]
      + registration.aliases.map { RegistrationKey($0.type, $0.name) }
    let known = keys.compactMap { facts.registry[$0] }
    let factories = known.isEmpty ? [facts.registry.factory(keys[0], for: file)] : known
    for factory in factories { facts.registry.use(factory, in: file, at: chain) }
    let takesArguments = registration.arguments.map { $0 != "_" } ?? false
    if takesArguments, factories[0].parameters.isEmpty {
      walk(registration.body)
      return file.note(
        chain,
        "`\(factories[0].name)` takes no arguments: write a factory of its own, "
          + "`var …: ParameterFactory<…, \(registration.type!)> { self { … } }`")
    }
    if registration.isOptional, !factories[0].isOptional {
      file.note(
        chain,
        "this closure may return nil: declare `\(factories[0].name)` as "
          + "`Factory<\(factories[0].type)?>`")
    }
    if registration.properties != nil {
      file.note(chain, "set the properties in the closure that is registered")
    }
    rewriteClosure(registration, factories[0])
    OverrideWriter(file: file, registry: facts.registry).write(
      factories[0], on: "Container.shared", replacing: chain, body: registration.body,
      .init(
        hasScope: registration.scope != nil,
        scopeModifier: registration.scopeModifier(default: facts.defaultScope),
        others: factories.dropFirst().map(\.name)))
  }

  /// Removes the resolver from the closure's parameters, and makes the arguments one parameter.
  private func rewriteClosure(
    _ registration: ResolverRegistration, _ factory: RegisteredFactory
  ) {
    walk(registration.body)
    if let properties = registration.properties { walk(properties.statements) }
    guard let closure = registration.body.as(ClosureExprSyntax.self),
      let signature = closure.signature
    else { return }
    let head = closure.leftBrace.span.upperBound..<signature.inKeyword.span.upperBound
    let kept =
      factory.attributes(of: signature)
      + [signature.capture?.trimmedDescription].compactMap { $0 }
    let capture = kept.map { " " + $0 }.joined()
    guard let name = registration.arguments, !factory.parameters.isEmpty else {
      // A closure for a factory with a parameter has to take it.
      let ignored = factory.parameters.isEmpty ? "" : " _"
      let text = capture + ignored
      return file.replace(head, with: text.isEmpty ? "" : text + " in")
    }
    file.replace(head, with: "\(capture) \(name) in")
    let arguments = ResolverArguments(name, program.types)
    arguments.walk(closure)
    for use in arguments.uses {
      let isOne = factory.parameters.count == 1
      file.replace(use.node, with: isOne ? name : "\(name).\(use.label ?? "0")")
    }
  }
}
