// Factory, MIT licence; see LICENSE
//
// The factories that a program gets, by the types and names under which it has registered them.
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

  init(name: String, type: String, parameters: [(label: String?, type: String)] = []) {
    self.name = name
    self.type = type
    self.parameters = parameters
  }

  var product: String {
    isOptional && !TypeSpelling.isOptional(type) ? "\(optionalBase)?" : type
  }

  /// `Factory<X>` or `ParameterFactory<P, X>`.
  var declaredType: String {
    switch parameters.count {
    case 0: return "Factory<\(product)>"
    case 1: return "ParameterFactory<\(parameters[0].type), \(product)>"
    default:
      let list = parameters.map { ($0.label.map { "\($0): " } ?? "") + $0.type }
      return "ParameterFactory<(\(list.joined(separator: ", "))), \(product)>"
    }
  }

  private var optionalBase: String {
    type.contains(" ") && !type.hasPrefix("(") ? "(\(type))" : type
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
  private(set) var factories: [RegistrationKey: RegisteredFactory] = [:]
  private var names: Set<String> = []
  /// Factories to declare because something resolves them that nothing registers, in order.
  private(set) var missing: [(file: ParsedFile, factory: RegisteredFactory)] = []
  /// Factories of optional products, for wrappers of optional properties.
  private(set) var optionals: [RegistrationKey: RegisteredFactory] = [:]
  /// The last two, to be declared after the factory.
  private(set) var optionalsOf: [String: RegisteredFactory] = [:]

  subscript(key: RegistrationKey) -> RegisteredFactory? { factories[key] }

  /// Adds a factory. Nil if the key has one already.
  func add(
    _ key: RegistrationKey, type: String, parameters: [(label: String?, type: String)] = []
  ) -> RegisteredFactory? {
    guard factories[key] == nil else { return nil }
    let factory = RegisteredFactory(
      name: freeName(TypeSpelling.factoryName(type, name: key.name)), type: type,
      parameters: parameters)
    factories[key] = factory
    return factory
  }

  /// The factory for a resolution; declared in `file` if nothing registers it.
  func factory(_ key: RegistrationKey, for file: ParsedFile) -> RegisteredFactory {
    if let factory = factories[key] { return factory }
    let factory = add(key, type: key.type)!
    missing.append((file, factory))
    return factory
  }

  /// The factory for an optional resolution.
  func optionalFactory(_ key: RegistrationKey, for file: ParsedFile) -> RegisteredFactory {
    if let factory = optionals[key] { return factory }
    guard let factory = factories[key] else {
      let factory = add(key, type: key.type)!
      factory.isOptional = true
      optionals[key] = factory
      missing.append((file, factory))
      return factory
    }
    if factory.isOptional || TypeSpelling.isOptional(factory.type) { return factory }
    let name = "optional" + factory.name.prefix(1).uppercased() + factory.name.dropFirst()
    let optional = RegisteredFactory(name: freeName(name), type: factory.type)
    optional.isOptional = true
    optionals[key] = optional
    optionalsOf[factory.name] = optional
    return optional
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
