// Factory, MIT licence; see LICENSE
//
// The registrations of a program that uses Swinject, and what becomes of each.
#if Tool
  import SwiftSyntax

  final class SwinjectFacts {
    enum Role {
      case declaration(RegisteredFactory, aliases: [RegisteredFactory])
      case override
      case problem(String)
    }

    let registry = Registry()
    private(set) var registrations: [SyntaxIdentifier: (SwinjectRegistration, Role)] = [:]
    /// The types that conform to `Assembly`.
    private(set) var assemblies: Set<String> = []
    private let types: TypeTable
    private var inIfConfig: Set<RegistrationKey> = []

    init(_ program: Program, _ files: [ParsedFile]) {
      types = program.types
      for (name, facts) in program.types.types
      where facts.inherited.contains(where: { $0 == "Assembly" || $0 == "Swinject.Assembly" }) {
        assemblies.insert(name)
      }
      var found: [SwinjectRegistration] = []
      for file in files {
        let finder = SwinjectFinder(file, program.types)
        finder.walk(file.tree)
        found += finder.found
      }
      for registration in found where registration.registrationFunction != nil {
        classify(registration)
      }
      for registration in found where registration.registrationFunction == nil {
        classify(registration)
      }
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
        registry[key] ?? registry.add(key, type: registration.type, parameters: parameters)!
      if isAlternative { inIfConfig.insert(key) }
      let aliases = registration.aliases.compactMap { type -> RegisteredFactory? in
        let key = RegistrationKey(type, registration.name)
        if isAlternative, let known = registry[key] { return known }
        return registry.add(key, type: type)
      }
      set(.declaration(factory, aliases: aliases))
    }

    private func mayDeclare(_ registration: SwinjectRegistration) -> Bool {
      guard registration.isStatement else { return false }
      if registration.registrationFunction != nil { return true }
      let isTest = registration.file.imports.contains { ["XCTest", "Testing"].contains($0.module) }
      return !isTest && !registration.isInIfConfig
        && !registration.body.usesLocals(except: registration.chain.receiver?.name)
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

  private final class SwinjectFinder: SyntaxVisitor {
    let file: ParsedFile
    let types: TypeTable
    var found: [SwinjectRegistration] = []

    init(_ file: ParsedFile, _ types: TypeTable) {
      self.file = file
      self.types = types
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard let registration = SwinjectRegistration(ExprSyntax(node), in: file, types) else {
        return .visitChildren
      }
      found.append(registration)
      return .skipChildren
    }
  }
#endif
