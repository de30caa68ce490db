// Factory, MIT licence; see LICENSE
//
// Rewrites registrations: the first of a type becomes a property of a container, others replace its
// closure. The subclasses rewrite what else the libraries have.
import SwiftSyntax

class RegistrationRewriter: SyntaxVisitor {
  let file: ParsedFile
  let registrations: Registrations
  let mover: StatementMover
  var registry: Registry { registrations.registry }
  /// Registrations that are moved out of functions into an extension, after a top-level item.
  private var hoisted: [CodeBlockItemSyntax] = []

  init(_ file: ParsedFile, _ registrations: Registrations) {
    self.file = file
    self.registrations = registrations
    mover = StatementMover(file: file, role: registrations.role)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: What differs between the libraries

  /// The container with which a registration replaces another one.
  func container(of registration: Registration) -> String { Library.shared }

  /// The factories whose closure a registration replaces.
  func replaced(by registration: Registration) -> [RegisteredFactory] {
    [registry.factory(registration.key, for: file)]
  }

  /// Why a registration cannot replace the closure of a factory: the two have other arguments.
  func obstacle(_ registration: Registration, _ factory: RegisteredFactory) -> String? { nil }

  /// The name that a closure which replaces another one captures, because it uses the container.
  func capture(of registration: Registration) -> String? { nil }

  // MARK: Registrations

  /// False if the call is no registration.
  func rewriteRegistration(_ node: FunctionCallExprSyntax) -> Bool {
    guard let (registration, role) = registrations[node] else { return false }
    switch role {
    case .problem(let message):
      file.note(node, message)
      walk(registration.body)
    case .declaration(let factory, let aliases): declare(registration, factory, aliases)
    case .override: replace(registration)
    }
    return true
  }

  private func declare(
    _ registration: Registration, _ factory: RegisteredFactory, _ aliases: [RegisteredFactory]
  ) {
    let chain = registration.expression
    if registration.scopeModifier == nil, case .unknown(let scopes) = registrations.defaultScope {
      registry.program.ask(DefaultScope.problem(scopes), in: file, at: chain)
    }
    rewriteClosure(registration, factory, capturing: nil)
    let function = registrations.function(of: registration)
    let writer = PropertyWriter(file: file, registry: registry)
    writer.write(
      factory, registration, modifiers: registrations.modifier(of: registration), aliases: aliases,
      outer: writer.outerIndentation(chain, in: function))
    if function == nil, let item = chain.parent?.as(CodeBlockItemSyntax.self) {
      hoisted.append(item)
    }
  }

  /// Moves the registrations of other functions to where they are declarations.
  func hoist() { mover.hoist(hoisted) }

  /// A registration that replaces another one: `container.x.register { … }`.
  private func replace(_ registration: Registration) {
    let chain = registration.expression
    let factories = replaced(by: registration)
    for factory in factories { registry.use(factory, in: file, at: chain) }
    let factory = factories[0]
    let container = container(of: registration)
    if let obstacle = obstacle(registration, factory) {
      walk(registration.body)
      return file.note(chain, obstacle)
    }
    if registration.isOptional, !factory.isOptional {
      file.note(
        chain,
        "this closure may return nil: declare `\(factory.name)` as `Factory<\(factory.type)?>`")
    }
    rewriteClosure(registration, factory, capturing: capture(of: registration))
    if !file.isTest, let function = chain.ancestor(FunctionDeclSyntax.self)?.name.plain {
      for factory in factories where !factory.registrars.contains(function) {
        factory.registrars.append(function)
      }
    }
    OverrideWriter(file: file, registry: registry).write(
      factory, registration, on: container,
      scopeModifier: registrations.modifier(of: registration),
      others: factories.dropFirst().map(\.name))
  }

  // MARK: Closures

  /// Removes the resolver from the parameters of a closure, and rewrites what is in the closure.
  func rewriteClosure(
    _ registration: Registration, _ factory: RegisteredFactory, capturing: String?
  ) {
    walk(registration.body)
    guard let closure = registration.closure else { return }
    let captured = closure.uses(registration.resolver) ? capturing : nil
    guard let signature = closure.signature else {
      if let captured { file.insert(" [unowned \(captured)] in", after: closure.leftBrace) }
      return
    }
    var parts = factory.attributes(of: signature)
    var captures =
      signature.capture?.items.map { $0.with(\.trailingComma, nil).trimmedDescription } ?? []
    if let captured { captures.append("unowned \(captured)") }
    if !captures.isEmpty { parts.append("[\(captures.joined(separator: ", "))]") }
    // A closure for a factory with a parameter has to take it.
    let names =
      registration.arguments.isEmpty && !factory.parameters.isEmpty
      ? ["_"] : registration.arguments
    if !names.isEmpty {
      parts.append(names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))")
    }
    file.replace(
      closure.leftBrace.span.upperBound..<signature.inKeyword.span.upperBound,
      with: parts.isEmpty ? "" : " \(parts.joined(separator: " ")) in")
  }

  /// Records that a node resolves a factory.
  func resolve(_ factory: RegisteredFactory, at node: some SyntaxProtocol) {
    registry.resolve(factory, in: file, at: node, for: registrations.declared(around: node))
  }
}

extension ClosureExprSyntax {
  /// Whether its statements have a name, other than `_`.
  fileprivate func uses(_ name: String?) -> Bool {
    guard let name, name != "_" else { return false }
    return statements.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }
}
