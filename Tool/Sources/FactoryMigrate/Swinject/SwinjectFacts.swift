// Factory, MIT licence; see LICENSE
//
// The registrations of a program that uses Swinject, and what becomes of each.
import SwiftSyntax

final class SwinjectFacts {
  enum Role {
    case declaration(RegisteredFactory, aliases: [RegisteredFactory])
    case override
    case problem(String)
  }

  let registry: Registry
  private(set) var registrations: [SyntaxIdentifier: (SwinjectRegistration, Role)] = [:]
  /// The types that conform to `Assembly`.
  private(set) var assemblies: Set<String> = []
  /// Those of which something remains, because they do more than declare.
  private(set) var remaining: Set<String> = []
  /// The names of variables with an `Assembler`.
  private(set) var assemblers: Set<String> = []
  /// The names of variables, properties and parameters with a container or resolver.
  private(set) var instances: Set<String> = []
  /// The types with a `resolve` function of their own.
  private(set) var locators: Set<String> = []
  /// What applies to registrations without a scope.
  private(set) var defaultScope = DefaultScope.known("graph")
  /// The scopes of the registrations that keep instances, such as `.cached`.
  private(set) var scopes: Set<String> = []
  private let types: TypeTable
  private var inIfConfig: Set<RegistrationKey> = []

  init(_ program: Program, _ files: [ParsedFile]) {
    types = program.types
    registry = Registry(program, extending: ["Container", "Resolver"])
    for (name, facts) in program.types.types
    where facts.inherited.contains(where: { $0 == "Assembly" || $0 == "Swinject.Assembly" }) {
      assemblies.insert(name)
    }
    var found: [SwinjectRegistration] = []
    var functions: [FunctionDeclSyntax] = []
    var defaultScopes: [DefaultScope.Statement] = []
    for file in files {
      let finder = SwinjectFinder(file, program.types)
      finder.walk(file.tree)
      found += finder.found
      functions += finder.assembling
      assemblers.formUnion(finder.assemblers)
      locators.formUnion(finder.locators)
      instances.formUnion(finder.instances)
      defaultScopes += finder.defaultScopes
    }
    defaultScope = DefaultScope(defaultScopes, otherwise: "graph")
    // Only the tests make a container, which is not the program's.
    if !defaultScopes.isEmpty, defaultScopes.allSatisfy(\.file.isTest),
      defaultScopes.contains(where: { $0.scope != "graph" })
    {
      defaultScope = .unknown(["graph"] + Set(defaultScopes.map { $0.scope ?? "another" }).sorted())
    }
    scopes = Set(
      found.map { $0.scopeModifier(default: defaultScope) }.filter {
        !["", ".graph"].contains($0)
      }
      .map { $0.hasPrefix(".scope(") ? String($0.dropFirst(7).dropLast()) : $0 })
    // What the tests register replaces what the program registers.
    for isTest in [false, true] {
      for isInFunction in [true, false] {
        for registration in found
        where registration.file.isTest == isTest
          && (registration.registrationFunction != nil) == isInFunction
        {
          classify(registration)
        }
      }
    }
    for function in functions where remains(function) {
      if let type = function.enclosingType { remaining.insert(type) }
    }
  }

  /// Whether something of an `assemble(container:)` remains.
  func remains(_ function: FunctionDeclSyntax) -> Bool {
    !function.isPureAssembly
      || function.body?.statements.contains { role(of: $0) == .remains } == true
  }

  /// The function whose statements become members of the type around it.
  func registrationFunction(of registration: SwinjectRegistration) -> FunctionDeclSyntax? {
    registration.registrationFunction.flatMap { $0.isAssembling && remains($0) ? nil : $0 }
  }

  /// The assemblies among some arguments of which something remains; all of them if the arguments
  /// name none.
  func remaining(in node: some SyntaxProtocol) -> [String] {
    let names = Set(node.tokens(viewMode: .sourceAccurate).map(\.plain))
    return names.isDisjoint(with: assemblies)
      ? remaining.sorted() : remaining.intersection(names).sorted()
  }

  private func classify(_ registration: SwinjectRegistration) {
    let id = Syntax(registration.chain.expression).id
    func set(_ role: Role) { registrations[id] = (registration, role) }
    if let problem = registration.problem { return set(.problem(problem)) }
    if registration.isAutomatic, registration.automaticParameters(types) == nil {
      return set(
        .problem(
          "the parameters of this initialiser are not known: write "
            + "`var …: Factory<\(registration.type)> { self { … } }`"))
    }
    let key = RegistrationKey(registration.type, registration.name)
    let isAlternative = registration.isInIfConfig
    if let known = registry[key], known.parameters.count != registration.arguments.count,
      registration.isStatement
    {
      return set(
        .problem(
          "`\(known.name)` has other arguments: write a factory of its own, "
            + "`var …: ParameterFactory<…, \(registration.type)> { self { … } }`"))
    }
    guard mayDeclare(registration),
      registry[key] == nil || isAlternative && inIfConfig.contains(key)
    else { return set(.override) }
    var parameters: [(label: String?, type: String)] = []
    for argument in registration.arguments {
      guard let type = argument.type else {
        return set(
          .problem(
            "the type of `\(argument.name)` is not known: write `ParameterFactory<…, "
              + "\(registration.type)> { self { … } }`"))
      }
      parameters.append((nil, type))
    }
    let factory =
      registry[key]
      ?? registry.add(
        key, type: registration.type, parameters: parameters, in: registration.file)!
    if isAlternative { inIfConfig.insert(key) }
    factory.scopeModifier = registration.scopeModifier(default: defaultScope)
    if registration.body.isRegisteredOnMainActor(types) { factory.isMainActor = true }
    let aliases = registration.aliases.compactMap { type -> RegisteredFactory? in
      let key = RegistrationKey(type, registration.name)
      if isAlternative, let known = registry[key] { return known }
      return registry.add(key, type: type, in: registration.file)
    }
    for alias in aliases { alias.isMainActor = factory.isMainActor }
    set(.declaration(factory, aliases: aliases))
  }

  private func mayDeclare(_ registration: SwinjectRegistration) -> Bool {
    guard registration.isStatement else { return false }
    if registration.registrationFunction != nil { return true }
    return !registration.file.isTest && !registration.isInIfConfig
      && !registration.body.usesLocals(
        except: registration.chain.receiver?.name, in: ["Container"])
  }

  /// What becomes of a statement of a function that registers.
  func role(of item: CodeBlockItemSyntax) -> StatementRole {
    if let config = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
      var declares = false
      for clause in config.clauses {
        guard case .statements(let items)? = clause.elements else { continue }
        for item in items {
          let role = role(of: item)
          if role == .remains { return .remains }
          if role == .declares { declares = true }
        }
      }
      return declares ? .declares : .vanishes
    }
    guard let call = item.item.as(ExprSyntax.self),
      case (_, .declaration)? = registrations[Syntax(call).id]
    else { return .remains }
    return .declares
  }
}
