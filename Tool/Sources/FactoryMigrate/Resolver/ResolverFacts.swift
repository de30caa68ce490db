// Factory, MIT licence; see LICENSE
//
// The registrations of a program that uses Resolver, and what becomes of each.
import SwiftSyntax

final class ResolverFacts {
  enum Role {
    /// Declares the factory.
    case declaration(RegisteredFactory, aliases: [RegisteredFactory])
    /// Replaces the closure of a factory that is declared elsewhere.
    case override
    /// Cannot be rewritten, with the reason.
    case problem(String)
  }

  let registry: Registry
  /// By the identity of the whole expression.
  private(set) var registrations: [SyntaxIdentifier: (ResolverRegistration, Role)] = [:]
  /// Functions of `extension Resolver` that register, and whether something of them remains.
  private(set) var functions: [String: Bool] = [:]
  private(set) var defaultScope = DefaultScope.known("graph")
  /// The static members of `extension Resolver` that stay static.
  private(set) var statics: Set<String> = []
  /// What several functions register of which none is always called.
  private var competing: Set<RegistrationKey> = []
  private let types: TypeTable

  init(_ program: Program, _ files: [ParsedFile]) {
    types = program.types
    registry = Registry(program, extending: ["Container"])
    var found: [ResolverRegistration] = []
    var defaultScopes: [DefaultScope.Statement] = []
    for file in files {
      let finder = RegistrationFinder(file, Inference(types: program.types))
      finder.walk(file.tree)
      found += finder.found
      defaultScopes += finder.defaultScopes
      for name in finder.functions { functions[name] = false }
    }
    defaultScope = DefaultScope(defaultScopes, otherwise: "graph")
    for file in files { readMembers(file) }
    // Registrations that `registerAllServices` always makes declare; others may replace them.
    let always = alwaysCalled(files)
    func rank(_ registration: ResolverRegistration) -> Int {
      guard let name = registration.registrationFunction?.name.plain else { return 2 }
      return always.contains(name) ? 0 : 1
    }
    findCompeting(found.filter { rank($0) == 1 && $0.problem == nil })
    for wanted in 0...2 {
      for registration in found where rank(registration) == wanted { classify(registration) }
    }
    findRemains(files)
  }

  /// The functions that `registerAllServices` calls, except under conditions.
  private func alwaysCalled(_ files: [ParsedFile]) -> Set<String> {
    let functions = files.flatMap { $0.registrationFunctions(self) }
    var found: Set<String> = []
    var queue = ["registerAllServices"]
    while let name = queue.popLast() {
      guard found.insert(name).inserted else { continue }
      for function in functions where function.name.plain == name {
        queue += (function.body?.statements ?? []).compactMap { item in
          item.item.as(FunctionCallExprSyntax.self)?.calledExpression.path?.last
        }
      }
    }
    return found
  }

  /// Which of several functions is called last is not known, so each of them keeps registering.
  private func findCompeting(_ registrations: [ResolverRegistration]) {
    var functions: [RegistrationKey: Set<String>] = [:]
    for registration in registrations {
      guard let type = registration.type,
        let function = registration.registrationFunction?.name.plain
      else { continue }
      let keys =
        [RegistrationKey(type, registration.name)]
        + registration.aliases.map { RegistrationKey($0.type, $0.name) }
      for key in keys { functions[key, default: []].insert(function) }
    }
    competing = Set(functions.filter { $0.value.count > 1 }.keys)
  }

  /// The static members of `extension Resolver` that stay static.
  private func readMembers(_ file: ParsedFile) {
    for member in file.extensions(of: "Resolver").flatMap({ $0.memberBlock.members.flattened }) {
      if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifier(.static) != nil {
        statics.formUnion(variable.bindings.map(\.pattern.trimmedDescription))
      } else if let function = member.decl.as(FunctionDeclSyntax.self),
        function.modifier(.static) ?? function.modifier(.class) != nil,
        functions[function.name.plain] == nil
      {
        statics.insert(function.name.plain)
      }
    }
  }

  /// A function remains if it does more than register, or calls one that remains.
  private func findRemains(_ files: [ParsedFile]) {
    var changed = true
    while changed {
      changed = false
      for file in files {
        for function in file.registrationFunctions(self)
        where functions[function.name.plain] == false {
          let items = function.body?.statements ?? []
          if items.contains(where: { role(of: $0) == .remains }) {
            functions[function.name.plain] = true
            changed = true
          }
        }
      }
    }
  }

  /// What becomes of a statement of a registration function.
  func role(of item: CodeBlockItemSyntax) -> StatementRole {
    if let config = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
      return role(of: config)
    }
    guard let expression = item.item.as(ExprSyntax.self) else { return .remains }
    if let scope = expression.as(SequenceExprSyntax.self)?.assignedDefaultScope {
      return isDefault(scope.name) ? .vanishes : .remains
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return .remains }
    if let (_, role) = registrations[Syntax(call).id] {
      if case .declaration = role { return .declares }
      return .remains
    }
    return isVanishingCall(call) ? .vanishes : .remains
  }

  /// Whether the factories have this scope, because it is the default one.
  func isDefault(_ scope: String?) -> Bool {
    if case .known(let standard) = defaultScope { return scope == standard }
    return false
  }

  /// Whether it calls a function of which nothing remains.
  func isVanishingCall(_ call: FunctionCallExprSyntax) -> Bool {
    guard var path = call.calledExpression.path else { return false }
    if path.count > 1, ["Resolver", "Self", "self"].contains(path[0]) {
      path.removeFirst()
    } else if !call.isInResolver {
      return false
    }
    return path.count == 1 && functions[path[0]] == false
  }

  private func role(of config: IfConfigDeclSyntax) -> StatementRole {
    var declares = false
    for clause in config.clauses {
      guard case .statements(let items)? = clause.elements else { continue }
      for item in items {
        switch role(of: item) {
        case .declares: declares = true
        case .vanishes: break
        case .remains: return .remains
        }
      }
    }
    return declares ? .declares : .vanishes
  }

  private func classify(_ registration: ResolverRegistration) {
    let id = Syntax(registration.chain.expression).id
    func set(_ role: Role) { registrations[id] = (registration, role) }
    if let problem = registration.problem { return set(.problem(problem)) }
    guard let type = registration.type, !type.hasPrefix("some ") else {
      return set(.problem("the closure does not tell its type: write `as` and the type"))
    }
    let key = RegistrationKey(type, registration.name)
    let isAlternative = registration.isInIfConfig
    if registration.mayDeclare, !isCompeting(registration, key),
      registry[key] == nil || (isAlternative && isInIfConfig(key))
    {
      var parameters: [(label: String?, type: String)] = []
      if let name = registration.arguments, name != "_" {
        let arguments = ResolverArguments(name, types)
        arguments.walk(registration.body)
        guard let known = arguments.parameters else {
          return set(
            .problem(
              "the types of the arguments are not known: write `var \(factoryName(key)): "
                + "ParameterFactory<…, \(type)> { self { … } }`"))
        }
        parameters = known
      }
      let factory =
        registry[key]
        ?? registry.add(key, type: type, parameters: parameters, in: registration.file)!
      if isAlternative { inIfConfig.insert(key) }
      factory.scopeModifier = registration.scopeModifier(default: defaultScope)
      if registration.body.isRegisteredOnMainActor(types) { factory.isMainActor = true }
      let aliases = registration.aliases.compactMap { alias -> RegisteredFactory? in
        let key = RegistrationKey(alias.type, alias.name)
        if isAlternative, let known = registry[key] { return known }
        return registry.add(key, type: alias.type, in: registration.file)
      }
      for product in [factory] + aliases {
        if registration.isOptional { product.isOptional = true }
        product.isMainActor = factory.isMainActor
      }
      set(.declaration(factory, aliases: aliases))
    } else {
      set(.override)
    }
  }

  /// Whether another function registers the same, and neither is known to be the first.
  private func isCompeting(_ registration: ResolverRegistration, _ key: RegistrationKey) -> Bool {
    registration.isInRegistrationFunction && registry[key] == nil && competing.contains(key)
  }

  private var inIfConfig: Set<RegistrationKey> = []
  private func isInIfConfig(_ key: RegistrationKey) -> Bool { inIfConfig.contains(key) }

  private func factoryName(_ key: RegistrationKey) -> String {
    TypeSpelling.factoryName(key.type, name: key.name)
  }
}

extension SyntaxProtocol {
  /// Whether it is in `extension Resolver`.
  var isInResolver: Bool { isInExtension(of: ["Resolver"]) }

  func isInExtension(of types: [String]) -> Bool {
    ancestors.contains { ancestor in
      ancestor.as(ExtensionDeclSyntax.self).map {
        types.contains($0.extendedType.trimmedDescription)
      } ?? false
    }
  }
}

extension ResolverRegistration {
  /// The function of `extension Resolver` that contains it.
  var registrationFunction: FunctionDeclSyntax? {
    guard let function = chain.expression.ancestor(FunctionDeclSyntax.self),
      let type = function.ancestor(ExtensionDeclSyntax.self),
      type.extendedType.trimmedDescription == "Resolver"
    else { return nil }
    return function
  }

  var isInRegistrationFunction: Bool { registrationFunction != nil }

  /// Whether it is a statement of a function, also within `#if`, and not of a condition or closure.
  var isStatement: Bool {
    var node = Syntax(chain.expression)
    while let parent = node.parent {
      if parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self) {
        return true
      }
      let isTransparent =
        parent.is(CodeBlockItemSyntax.self) || parent.is(CodeBlockItemListSyntax.self)
        || parent.is(CodeBlockSyntax.self) || parent.is(IfConfigDeclSyntax.self)
        || parent.is(IfConfigClauseSyntax.self) || parent.is(IfConfigClauseListSyntax.self)
      guard isTransparent else { return false }
      node = parent
    }
    return false
  }

  var isInIfConfig: Bool {
    chain.expression.ancestors.prefix { !$0.is(FunctionDeclSyntax.self) }
      .contains { $0.is(IfConfigDeclSyntax.self) }
  }

  /// Whether it can become a property.
  var mayDeclare: Bool {
    guard isStatement, !body.usesLocals(except: nil, in: ["Resolver"]) else { return false }
    if isInRegistrationFunction { return true }
    return !file.isTest && !isInIfConfig
  }
}
