// Factory, MIT licence; see LICENSE
//
// The registrations of a program, and what becomes of each. A subclass for each library reads them.
import SwiftSyntax

class Registrations {
  enum Role {
    /// Declares the factory.
    case declaration(RegisteredFactory, aliases: [RegisteredFactory])
    /// Replaces the closure of a factory that is declared elsewhere.
    case override
    /// Cannot be rewritten, with the reason.
    case problem(String)
  }

  let registry: Registry
  /// The scope of registrations that name none.
  var defaultScope = DefaultScope.known("graph")
  /// The modifiers of the library's scopes, by their names.
  private let scopes: [String: String]
  /// By the identity of the whole expression.
  private var roles: [SyntaxIdentifier: (Registration, Role)] = [:]
  /// What several clauses of an `#if` register.
  private var alternatives: Set<RegistrationKey> = []

  /// - Parameters:
  ///   - types: those of which the program's extensions become extensions of `Container`.
  ///   - scopes: the modifiers of the library's scopes, by their names.
  init(_ program: Program, extending types: [String], scopes: [String: String]) {
    self.scopes = scopes
    registry = Registry(program, extending: types)
  }

  // MARK: What differs between the libraries

  /// Whether it can become a property.
  func mayDeclare(_ registration: Registration) -> Bool { registration.statementParent != nil }

  /// The function whose statements become members of the type around it.
  func function(of registration: Registration) -> FunctionDeclSyntax? { nil }

  /// Whether nothing remains of a statement that is no registration.
  func vanishes(_ item: CodeBlockItemSyntax) -> Bool { false }

  // MARK: Roles

  subscript(expression: some SyntaxProtocol) -> (Registration, Role)? {
    roles[Syntax(expression).id]
  }

  /// The registration whose closure contains the node.
  func around(_ node: some SyntaxProtocol) -> (Registration, Role)? {
    node.ancestors.lazy.compactMap { self.roles[$0.id] }.first
  }

  /// The factory that this registration declares.
  func declared(around node: some SyntaxProtocol) -> RegisteredFactory? {
    guard case (_, .declaration(let factory, _))? = around(node) else { return nil }
    return factory
  }

  func set(_ role: Role, for registration: Registration) {
    roles[Syntax(registration.expression).id] = (registration, role)
  }

  /// Finds out what becomes of a registration. The first one declares the factory.
  func classify(_ registration: Registration) {
    let key = registration.key
    let known = registry[key]
    if let problem = registration.problem { return set(.problem(problem), for: registration) }
    guard mayDeclare(registration),
      known == nil || registration.isInIfConfig && alternatives.contains(key)
    else {
      let role = registration.completion.map { name in
        Role.problem(
          "`\(name)` has no counterpart: set the properties in the closure that is registered, "
            + "`{ let x = …; …; return x }`")
      }
      return set(role ?? .override, for: registration)
    }
    if let problem = registration.declarationProblem {
      return set(.problem(problem), for: registration)
    }
    let factory =
      known
      ?? registry.add(
        key, type: registration.type, parameters: registration.parameters, in: registration.file)!
    if registration.isInIfConfig { alternatives.insert(key) }
    factory.scopeModifier = modifier(of: registration)
    let types = registration.file.types(at: registration.body)
    if registration.body.isRegisteredOnMainActor(types) { factory.isMainActor = true }
    let aliases = registration.aliases.compactMap { type, name -> RegisteredFactory? in
      let key = RegistrationKey(type, name)
      if registration.isInIfConfig, let known = registry[key] { return known }
      return registry.add(key, type: type, in: registration.file)
    }
    for product in [factory] + aliases {
      if registration.isOptional { product.isOptional = true }
      product.isMainActor = factory.isMainActor
    }
    if let name = registration.completion {
      for product in [factory] + aliases { registry.addMissing(product, in: registration.file) }
      set(.problem(Self.completed(by: name, factory, aliases)), for: registration)
    } else {
      set(.declaration(factory, aliases: aliases), for: registration)
    }
  }

  /// What to write for a registration that sets properties after the construction.
  private static func completed(
    by name: String, _ factory: RegisteredFactory, _ aliases: [RegisteredFactory]
  ) -> String {
    let body = "{ self { let x = …; …; return x }\(factory.scopeModifier) }"
    let declarations =
      ["`var \(factory.name): \(factory.plainType) \(body)`"]
      + aliases.map { "`var \($0.name): \($0.plainType) { self { self.\(factory.name)() } }`" }
    return "`\(name)` has no counterpart: remove this, and declare "
      + declarations.joined(separator: " and ")
      + "; if two need each other, use `@WeakLazyInjected` in one of them"
  }

  /// What becomes of a statement of a function that registers.
  func role(of item: CodeBlockItemSyntax) -> StatementRole {
    if let config = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
      let roles = config.clauses.flatMap { clause -> [StatementRole] in
        guard case .statements(let items)? = clause.elements else { return [] }
        return items.map(role)
      }
      return roles.contains(.remains) ? .remains : roles.contains(.declares) ? .declares : .vanishes
    }
    if let expression = item.item.as(ExprSyntax.self), let (_, role) = self[expression] {
      if case .declaration = role { return .declares }
      return .remains
    }
    return vanishes(item) ? .vanishes : .remains
  }

  // MARK: Scopes

  /// The modifier of a registration's scope; empty also if the scope is not known.
  func modifier(of registration: Registration) -> String {
    if let modifier = registration.scopeModifier { return modifier }
    guard case .known(let name) = defaultScope else { return "" }
    return Self.modifier(ofScope: name, scopes)
  }

  /// `.cached` for a scope of the library that is the same, and otherwise the program's own.
  static func modifier(ofScope name: String, _ scopes: [String: String]) -> String {
    scopes[name] ?? ".scope(.\(name))"
  }
}

extension ParsedFile {
  /// The registrations of the file, of which those within another one are a part.
  func registrations(_ read: @escaping (FunctionCallExprSyntax) -> Registration?) -> [Registration]
  {
    final class Finder: SyntaxVisitor {
      let read: (FunctionCallExprSyntax) -> Registration?
      var found: [Registration] = []
      init(_ read: @escaping (FunctionCallExprSyntax) -> Registration?) {
        self.read = read
        super.init(viewMode: .sourceAccurate)
      }
      override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let registration = read(node) else { return .visitChildren }
        found.append(registration)
        return .skipChildren
      }
    }
    let finder = Finder(read)
    finder.walk(tree)
    return finder.found
  }

  func extensions(of name: String) -> [ExtensionDeclSyntax] {
    tree.nodes(ExtensionDeclSyntax.self, skipping: { $0.is(MemberBlockSyntax.self) }).filter {
      $0.extendedType.trimmedDescription == name
        && (!$0.memberBlock.members.isEmpty || $0.inheritanceClause != nil)
    }
  }
}

extension SyntaxProtocol {
  func isInExtension(of types: [String]) -> Bool {
    ancestors.contains { ancestor in
      ancestor.as(ExtensionDeclSyntax.self).map {
        types.contains($0.extendedType.trimmedDescription)
      } ?? false
    }
  }
}
