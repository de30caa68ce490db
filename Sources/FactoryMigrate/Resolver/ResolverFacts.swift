// Factory, MIT licence; see LICENSE
//
// The registrations of a program that uses Resolver, and what becomes of each.
#if Tool
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

    let registry = Registry()
    /// By the identity of the whole expression.
    private(set) var registrations: [SyntaxIdentifier: (ResolverRegistration, Role)] = [:]
    /// Functions of `extension Resolver` that register, and whether something of them remains.
    private(set) var functions: [String: Bool] = [:]
    private(set) var defaultScope = "graph"
    private let types: TypeTable

    init(_ program: Program, _ files: [ParsedFile]) {
      types = program.types
      var found: [ResolverRegistration] = []
      for file in files {
        let finder = RegistrationFinder(file, Inference(types: program.types))
        finder.walk(file.tree)
        found += finder.found
        if let scope = finder.defaultScope { defaultScope = scope }
        for name in finder.functions { functions[name] = false }
      }
      // Registrations in `extension Resolver` declare; others may replace them.
      for registration in found where registration.isInRegistrationFunction {
        classify(registration)
      }
      for registration in found where !registration.isInRegistrationFunction {
        classify(registration)
      }
      findRemains(files)
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
      if expression.as(SequenceExprSyntax.self)?.assignedDefaultScope != nil { return .vanishes }
      guard let call = expression.as(FunctionCallExprSyntax.self) else { return .remains }
      if let (_, role) = registrations[Syntax(call).id] {
        if case .declaration = role { return .declares }
        return .remains
      }
      return isVanishingCall(call) ? .vanishes : .remains
    }

    /// Whether it calls a function of which nothing remains.
    func isVanishingCall(_ call: FunctionCallExprSyntax) -> Bool {
      guard var path = call.calledExpression.path else { return false }
      if path.count > 1, ["Resolver", "Self", "self"].contains(path[0]) { path.removeFirst() }
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
      if registration.mayDeclare, registry[key] == nil || (isAlternative && isInIfConfig(key)) {
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
          registry[key] ?? registry.add(key, type: type, parameters: parameters)!
        if isAlternative { inIfConfig.insert(key) }
        let aliases = registration.aliases.compactMap { alias -> RegisteredFactory? in
          let key = RegistrationKey(alias.type, alias.name)
          if isAlternative, let known = registry[key] { return known }
          return registry.add(key, type: alias.type)
        }
        set(.declaration(factory, aliases: aliases))
      } else {
        set(.override)
      }
    }

    private var inIfConfig: Set<RegistrationKey> = []
    private func isInIfConfig(_ key: RegistrationKey) -> Bool { inIfConfig.contains(key) }

    private func factoryName(_ key: RegistrationKey) -> String {
      TypeSpelling.factoryName(key.type, name: key.name)
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
      guard isStatement else { return false }
      if isInRegistrationFunction { return true }
      let isTest = file.imports.contains { ["XCTest", "Testing"].contains($0.module) }
      return !isTest && !isInIfConfig && !body.usesLocals(except: nil)
    }
  }

  extension ExprSyntax {
    /// Whether the expression uses parameters or local variables of a function around it.
    /// - Parameter exception: the container, which a factory's closure does not need.
    func usesLocals(except exception: String?) -> Bool {
      final class Finder: SyntaxVisitor {
        let body: Range<Int>
        let exception: String?
        var found = false
        init(_ body: Range<Int>, _ exception: String?) {
          self.body = body
          self.exception = exception
          super.init(viewMode: .sourceAccurate)
        }
        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
          if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id {
            return .skipChildren
          }
          let name = node.baseName.plain
          if name == exception { return .skipChildren }
          if name == "self" { found = true }
          for ancestor in node.ancestors {
            if let closure = ancestor.as(ClosureExprSyntax.self),
              closure.parameterNames.contains(name)
            {
              return .skipChildren
            }
            if ancestor.span == body { break }
          }
          if node.isShadowed(name) { found = true }
          return .skipChildren
        }
      }
      let finder = Finder(span, exception)
      finder.walk(self)
      return finder.found
    }
  }

  private final class RegistrationFinder: SyntaxVisitor {
    let file: ParsedFile
    let inference: Inference
    var found: [ResolverRegistration] = []
    var functions: Set<String> = []
    var defaultScope: String?

    init(_ file: ParsedFile, _ inference: Inference) {
      self.file = file
      self.inference = inference
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard let registration = ResolverRegistration(ExprSyntax(node), in: file, inference) else {
        return .visitChildren
      }
      found.append(registration)
      if let function = registration.registrationFunction { functions.insert(function.name.plain) }
      return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      let type = node.ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      if node.name.plain == "registerAllServices", type == "Resolver" {
        functions.insert(node.name.plain)
      }
      return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      if let scope = node.assignedDefaultScope { defaultScope = scope }
      return .visitChildren
    }
  }

  extension SequenceExprSyntax {
    /// `x` of `Resolver.defaultScope = .x`.
    var assignedDefaultScope: String? {
      let parts = Array(elements)
      guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
        parts[0].path?.last == "defaultScope"
      else { return nil }
      return parts[2].as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? parts[2].name
    }
  }
#endif
