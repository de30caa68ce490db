// Factory, MIT licence; see LICENSE
//
// The registrations of a program that uses Resolver, and its functions that register.
import SwiftSyntax

final class ResolverFacts: Registrations {
  /// Functions of `extension Resolver` that register, and whether something of them remains.
  private(set) var functions: [String: Bool] = [:]
  /// The static members of `extension Resolver` that stay static.
  private(set) var statics: Set<String> = []
  /// The types that conform to `Resolving`, which gives them the property `resolver`.
  private(set) var resolving: Set<String> = []
  /// What several functions register of which none is always called.
  private var competing: Set<RegistrationKey> = []

  init(_ program: Program, _ files: [ParsedFile]) {
    super.init(program, extending: ["Container"], scopes: Registration.resolverScopes)
    resolving = program.types(inheriting: ["Resolving", "Resolver.Resolving"])
    var found: [Registration] = []
    var defaultScopes: [DefaultScope.Statement] = []
    for file in files {
      let registrations = file.registrations { Registration(resolver: $0, in: file) }
      found += registrations
      defaultScopes += file.tree.nodes(SequenceExprSyntax.self).compactMap(\.assignedDefaultScope)
        .map { ($0.name, file) }
      let names = registrations.compactMap { function(of: $0)?.name.plain }
      for name in names + file.membersOfResolver.compactMap(\.nameOfMainFunction) {
        functions[name] = false
      }
    }
    defaultScope = DefaultScope(defaultScopes, otherwise: "graph")
    for file in files { readMembers(file) }
    // Registrations that `registerAllServices` always makes declare; others may replace them.
    let always = alwaysCalled(files)
    func rank(_ registration: Registration) -> Int {
      guard let name = function(of: registration)?.name.plain else { return 2 }
      return always.contains(name) ? 0 : 1
    }
    findCompeting(found.filter { rank($0) == 1 && $0.problem == nil })
    for wanted in 0...2 {
      for registration in found where rank(registration) == wanted { classify(registration) }
    }
    findRemains(files)
  }

  // MARK: Registrations

  /// Whether it can become a property.
  override func mayDeclare(_ registration: Registration) -> Bool {
    let parent = registration.statementParent
    guard
      parent?.is(FunctionDeclSyntax.self) == true
        || parent?.is(InitializerDeclSyntax.self) == true,
      !registration.file.usesLocals(registration.body, except: nil, in: ["Resolver"])
    else { return false }
    guard function(of: registration) != nil else {
      return !registration.file.isTest && !registration.isInIfConfig
    }
    // Neither of several functions that register the same is known to be the first.
    return registry[registration.key] != nil || !competing.contains(registration.key)
  }

  /// The function of `extension Resolver` that contains it.
  override func function(of registration: Registration) -> FunctionDeclSyntax? {
    guard let function = registration.expression.ancestor(FunctionDeclSyntax.self),
      let type = function.ancestor(ExtensionDeclSyntax.self),
      type.extendedType.trimmedDescription == "Resolver"
    else { return nil }
    return function
  }

  /// Which of several functions is called last is not known, so each of them keeps registering.
  private func findCompeting(_ registrations: [Registration]) {
    var functions: [RegistrationKey: Set<String>] = [:]
    for registration in registrations {
      guard let function = function(of: registration)?.name.plain else { continue }
      for key in registration.keys { functions[key, default: []].insert(function) }
    }
    competing = Set(functions.filter { $0.value.count > 1 }.keys)
  }

  // MARK: Functions

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

  /// The static members of `extension Resolver` that stay static.
  private func readMembers(_ file: ParsedFile) {
    for member in file.membersOfResolver {
      if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifier(.static) != nil {
        statics.formUnion(variable.bindings.map(\.pattern.trimmedDescription))
      } else if let function = member.decl.as(FunctionDeclSyntax.self), function.isStatic,
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

  override func vanishes(_ item: CodeBlockItemSyntax) -> Bool {
    if let scope = item.item.as(SequenceExprSyntax.self)?.assignedDefaultScope {
      return isDefault(scope.name)
    }
    return item.item.as(FunctionCallExprSyntax.self).map(isVanishingCall) == true
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
}

extension SequenceExprSyntax {
  /// `x` of `Resolver.defaultScope = .x`; its name is nil if it cannot be read.
  var assignedDefaultScope: (name: String?, syntax: ExprSyntax)? {
    guard let (target, values) = assignment, values.count == 1,
      target.path?.last == "defaultScope"
    else { return nil }
    return (values[0].memberName, values[0])
  }
}

extension ParsedFile {
  /// The members of `extension Resolver`.
  fileprivate var membersOfResolver: [MemberBlockItemSyntax] {
    extensions(of: "Resolver").flatMap(\.memberBlock.members.flattened)
  }
}

extension MemberBlockItemSyntax {
  /// The name, if it is the function that Resolver calls.
  fileprivate var nameOfMainFunction: String? {
    let name = decl.as(FunctionDeclSyntax.self)?.name.plain
    return name == "registerAllServices" ? name : nil
  }
}

extension SyntaxProtocol {
  /// Whether it is in `extension Resolver`.
  var isInResolver: Bool { isInExtension(of: ["Resolver"]) }
}
