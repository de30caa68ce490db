// Factory, MIT licence; see LICENSE
//
// The registrations of a program that uses Swinject, and what becomes of each.
import SwiftSyntax

final class SwinjectFacts: Registrations {
  /// The types that conform to `Assembly`.
  private(set) var assemblies: Set<String> = []
  /// The types that conform to `Resolver`, which is a final class now.
  private(set) var wrappers: Set<String> = []
  /// The assemblies of which something remains, because they do more than declare.
  private(set) var remaining: Set<String> = []
  /// The names of variables with an `Assembler`.
  private(set) var assemblers: Set<String> = []
  /// The names of variables, properties and parameters with a container or resolver.
  private(set) var instances: Set<String> = []
  /// The types with a `resolve` function of their own.
  private(set) var locators: Set<String> = []
  /// The program's own functions of containers. Overloads that do different things resolve, at least.
  private(set) var functions: [String: ContainerFunction] = [:]
  /// The scopes of the registrations that keep instances, such as `.cached`.
  private(set) var scopes: Set<String> = []

  init(_ program: Program, _ files: [ParsedFile]) {
    super.init(
      program, extending: ["Container", "Resolver"], scopes: Registration.swinjectScopes)
    assemblies = program.types(inheriting: ["Assembly", "Swinject.Assembly"])
    wrappers = program.types(inheriting: ["Resolver", "Swinject.Resolver"])
    var found: [Registration] = []
    var functions: [FunctionDeclSyntax] = []
    var defaultScopes: [DefaultScope.Statement] = []
    for file in files {
      let finder = SwinjectFinder(file)
      found += finder.registrations
      functions += finder.assembling
      assemblers.formUnion(finder.assemblers)
      locators.formUnion(finder.locators)
      instances.formUnion(finder.instances)
      for (name, does) in finder.functions {
        self.functions[name] = self.functions[name, default: does] == does ? does : .resolves
      }
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
      found.map(modifier).filter { !["", ".graph"].contains($0) }
        .map { $0.hasPrefix(".scope(") ? String($0.dropFirst(7).dropLast()) : $0 })
    // What the tests register replaces what the program registers.
    for isTest in [false, true] {
      for isInFunction in [true, false] {
        for registration in found
        where registration.file.isTest == isTest
          && (registration.swinjectFunction != nil) == isInFunction
        {
          classify(registration)
        }
      }
    }
    for function in functions where remains(function) {
      if let type = function.enclosingTypes.first { remaining.insert(type.lastPart) }
    }
  }

  /// Whether something of an `assemble(container:)` remains.
  func remains(_ function: FunctionDeclSyntax) -> Bool {
    !function.isPureAssembly
      || function.body?.statements.contains { role(of: $0) == .remains } == true
  }

  override func function(of registration: Registration) -> FunctionDeclSyntax? {
    registration.swinjectFunction.flatMap { $0.isAssembling && remains($0) ? nil : $0 }
  }

  /// The assemblies among some arguments of which something remains; all of them if the arguments
  /// name none.
  func remaining(in node: some SyntaxProtocol) -> [String] {
    let names = Set(node.tokens(viewMode: .sourceAccurate).map(\.plain))
    return names.isDisjoint(with: assemblies)
      ? remaining.sorted() : remaining.intersection(names).sorted()
  }

  override func classify(_ registration: Registration) {
    if registration.problem == nil, registration.statementParent != nil,
      let known = registry[registration.key],
      let obstacle = Self.obstacle(registration, known)
    {
      return set(.problem(obstacle), for: registration)
    }
    super.classify(registration)
  }

  /// Why a registration is not of the same factory as another one.
  static func obstacle(_ registration: Registration, _ factory: RegisteredFactory) -> String? {
    guard factory.parameters.count != registration.arguments.count else { return nil }
    return "`\(factory.name)` has other arguments: write a factory of its own, "
      + "`var …: ParameterFactory<…, \(registration.type)> { self { … } }`"
  }

  override func mayDeclare(_ registration: Registration) -> Bool {
    guard registration.statementParent != nil else { return false }
    if registration.swinjectFunction != nil { return true }
    return !registration.file.isTest && !registration.isInIfConfig
      && !registration.file.usesLocals(
        registration.body, except: registration.chain.receiver?.name, in: ["Container"])
  }
}

extension Registration {
  /// The function whose statements become members of the type around it, if nothing of it remains.
  fileprivate var swinjectFunction: FunctionDeclSyntax? {
    guard let function = expression.ancestor(FunctionDeclSyntax.self) else { return nil }
    return function.isPureAssembly || (chain.receiver == nil && function.isInContainer)
      ? function : nil
  }
}
