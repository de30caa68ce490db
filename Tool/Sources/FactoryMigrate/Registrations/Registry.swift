// Factory, MIT licence; see LICENSE
//
// The factories that a program gets, by the types and names under which it has registered them.
import FactoryGraph
import SwiftSyntax

final class RegisteredFactory {
  let name: String
  /// As it was written.
  let type: String
  /// Empty if the factory has no parameter; a tuple if there are several.
  var parameters: [(label: String?, type: String)]
  /// Whether the product is optional, although the key is not.
  var isOptional = false
  /// The scope of the declaration, such as `.cached`; empty if there is none.
  var scopeModifier = ""
  /// Whether its closure runs on the main actor.
  var isMainActor = false
  /// The module that declares it.
  let module: ModuleIndex
  /// All modules that compile the file in which it is declared.
  fileprivate let modules: Set<ModuleIndex>
  /// Whether another module uses it.
  var isPublic = false
  /// Whether only its file sees the type.
  var isPrivate = false
  /// The functions that register its closure and cannot declare the factory.
  var registrars: [String] = []

  init(
    name: String, type: String, parameters: [(label: String?, type: String)] = [],
    in modules: [ModuleIndex]
  ) {
    self.name = name
    self.type = type
    self.parameters = parameters
    module = modules[0]
    self.modules = Set(modules)
  }

  /// Whether the file and the declaration are compiled into one module.
  func isDeclared(inModuleOf file: ParsedFile) -> Bool {
    !modules.isDisjoint(with: file.modules)
  }

  /// The modifier of the declaration, when all uses are known.
  var access: Piece {
    .deferred { [self] in isPrivate ? "fileprivate " : isPublic ? "public " : "" }
  }

  var product: String {
    isOptional && !TypeSpelling.isOptional(type) ? "\(optionalBase)?" : type
  }

  /// `Factory<X>` or `ParameterFactory<P, X>`, for code.
  var declaredType: String { Library.mark + plainType }

  /// The same for messages.
  var plainType: String {
    let isolation = isMainActor ? "MainActor" : ""
    switch parameters.count {
    case 0: return "\(isolation)Factory<\(product)>"
    case 1: return "\(isolation)ParameterFactory<\(parameters[0].type), \(product)>"
    default:
      let list = parameters.map { ($0.label.map { "\($0): " } ?? "") + $0.type }
      return "\(isolation)ParameterFactory<(\(list.joined(separator: ", "))), \(product)>"
    }
  }

  private var optionalBase: String {
    type.contains(" ") && !type.hasPrefix("(") ? "(\(type))" : type
  }
}

extension RegisteredFactory {
  /// The attributes that a closure of this factory keeps: the factory may isolate it already.
  func attributes(of signature: ClosureSignatureSyntax) -> [String] {
    signature.attributes.map(\.trimmedDescription)
      .filter { !isMainActor || $0 != "@MainActor" || signature.attributes.count > 1 }
  }
}

struct RegistrationKey: Hashable {
  var type: String
  var name: String

  init(_ type: String, _ name: String = "") {
    self.type = TypeSpelling.normalised(type)
    self.name = name
  }
}

final class Registry {
  let program: Program
  private(set) var factories: [RegistrationKey: RegisteredFactory] = [:]
  private var names: Set<String> = []
  /// Factories to declare that no registration declares, in order.
  private(set) var missing: [(file: ParsedFile, factory: RegisteredFactory)] = []

  /// - Parameter types: those of which the program's extensions become extensions of `Container`.
  init(_ program: Program, extending types: [String]) {
    self.program = program
    names = program.members(ofExtensionsOf: Set(types))
  }

  subscript(key: RegistrationKey) -> RegisteredFactory? { factories[key] }

  /// Adds a factory. Nil if the key has one already.
  func add(
    _ key: RegistrationKey, type: String, parameters: [(label: String?, type: String)] = [],
    in file: ParsedFile
  ) -> RegisteredFactory? {
    guard factories[key] == nil else { return nil }
    let factory = RegisteredFactory(
      name: freeName(TypeSpelling.factoryName(type, name: key.name)), type: type,
      parameters: parameters, in: file.modules)
    factory.isPrivate = file.types.isPrivate(type)
    factories[key] = factory
    return factory
  }

  /// The factory for a resolution; declared in `file` if nothing registers it.
  func factory(_ key: RegistrationKey, for file: ParsedFile) -> RegisteredFactory {
    if let factory = factories[key] { return factory }
    let factory = add(key, type: key.type, in: file)!
    addMissing(factory, in: file)
    return factory
  }

  func addMissing(_ factory: RegisteredFactory, in file: ParsedFile) {
    missing.append((file, factory))
  }

  /// The factory for a resolution that may be optional: if so, nothing need register it.
  func factory(_ key: RegistrationKey, isOptional: Bool, for file: ParsedFile) -> RegisteredFactory
  {
    let isKnown = factories[key] != nil
    let factory = factory(key, for: file)
    if isOptional, !isKnown { factory.isOptional = true }
    return factory
  }

  /// Records that a file resolves a factory. Where it cannot, a mark says so.
  ///
  /// - Parameter user: the factory in whose closure it does so; nil outside of such closures.
  func resolve(
    _ factory: RegisteredFactory, in file: ParsedFile, at node: some SyntaxProtocol,
    for user: RegisteredFactory?
  ) {
    if factory.isMainActor, !(user?.isMainActor ?? isOnMainActor(node, file)) {
      program.ask(
        "`\(factory.name)` runs on the main actor: isolate what resolves it, or make it a "
          + "`MainActorFactory` too", in: file, at: node)
    }
    use(factory, in: file, at: node)
  }

  private func isOnMainActor(_ node: some SyntaxProtocol, _ file: ParsedFile) -> Bool {
    node.isOnMainActorOrInView || node.enclosingTypes.contains(where: file.types.isMainActor)
  }

  /// Records that a file uses a factory. Where it does not see the declaration, a mark says so.
  func use(_ factory: RegisteredFactory, in file: ParsedFile, at node: some SyntaxProtocol) {
    if factory.isDeclared(inModuleOf: file) { return }
    if program.sees(file.module, factory.module) {
      // Tests see what is not public.
      if !file.isTest { factory.isPublic = true }
    } else {
      program.ask(
        "this module does not import the one that declares `\(factory.name)`: declare "
          + "`public var \(factory.name): \(factory.plainType) { required() }` in one that both "
          + "import, and register it at launch", in: file, at: node)
    }
  }

  private func freeName(_ name: String) -> String {
    var free = name
    var number = 2
    while !names.insert(free).inserted {
      free = "\(name)\(number)"
      number += 1
    }
    return free
  }
}
