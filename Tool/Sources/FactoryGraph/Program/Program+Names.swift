// Factory, MIT licence; see LICENSE
//
// What names mean: variables, parameters, members and globals.
extension Program {
  /// What a name means where it is used.
  ///
  /// - Parameter call: The call of the name, which tells functions that return factories apart.
  func value(
    ofName name: String, in region: Reference, at place: Place, depth: Int, call: Call? = nil
  ) -> Value {
    let file = region.file
    if name == "Self" { return typeOfMe(in: region) }
    var isStatic = false
    for (index, current) in enclosing(region) {
      if let fact = variable(named: name, of: Reference(file, index), at: place) {
        if let type = fact.type { return value(type, from: file) }
        guard let value = fact.value else { return .unknown }
        return valueOnce(Reference(file, value))
      }
      if let parameter = current.parameters.first(where: { $0.name == name }) {
        if let type = parameter.type { return value(type, from: file) }
        return contextualParameter(of: Reference(file, index), depth: depth)
      }
      switch current.kind {
      case .closure where name.hasPrefix("$") && current.parameters.isEmpty:
        return name == "$0"
          ? contextualParameter(of: Reference(file, index), depth: depth) : .unknown
      case .member(let index):
        isStatic = member(Reference(file, index)).isStatic
      // Default values see static members, as the types within a type do.
      case .argument: isStatic = true
      case .type(let index):
        defer { isStatic = true }
        guard let type = types.type(of: Reference(file, index)) else { continue }
        if let nested = types.find(name, in: type, from: file) { return .metatype(nested) }
        if let value = implicit(name, type, isStatic: isStatic, call, file) { return value }
      default: break
      }
    }
    return global(name, file, depth: depth)
  }

  /// The variable of a region that is visible at a place.
  private func variable(named name: String, of region: Reference, at place: Place)
    -> VariableFact?
  {
    let facts = files[region.file].facts
    return indices[region.file].ownVariables(of: region.index).lazy.reversed()
      .map { facts.variables[$0] }
      .first { $0.name == name && $0.scope.contains(place) }
  }

  /// What a name declares within a function or closure.
  enum Local {
    case variable(VariableFact)
    case parameter(ParameterFact)
  }

  /// The local variable or parameter that a name means.
  func local(named name: String, in region: Reference, at place: Place) -> Local? {
    for (index, current) in enclosing(region) {
      if let fact = variable(named: name, of: Reference(region.file, index), at: place) {
        return .variable(fact)
      }
      if let parameter = current.parameters.first(where: { $0.name == name }) {
        return .parameter(parameter)
      }
    }
    return nil
  }

  /// The local variable that a name means; nil if it means a parameter or something else.
  func localVariable(named name: String, in region: Reference, at place: Place) -> VariableFact? {
    guard case .variable(let fact)? = local(named: name, in: region, at: place) else {
      return nil
    }
    return fact
  }

  /// The place of the local variable or parameter that a name means.
  func placeOfLocal(named name: String, in region: Reference, at place: Place) -> Place? {
    switch local(named: name, in: region, at: place) {
    case .variable(let fact): fact.place
    case .parameter(let fact): fact.place
    case nil: nil
    }
  }

  /// The static property with a container's instance for the whole program.
  static let sharedName = "shared"

  /// Whether a name is the `shared` of a container around some code, and not a variable.
  func sharedContainer(named name: String, in region: Reference, at place: Place) -> Int? {
    guard name == Self.sharedName, local(named: name, in: region, at: place) == nil,
      case .container(let container) = value(ofName: name, in: region, at: place, depth: 0)
    else { return nil }
    return container
  }

  /// A member that is named without `self`.
  private func implicit(
    _ name: String, _ type: Int, isStatic: Bool, _ call: Call?, _ file: Int
  ) -> Value? {
    if let container = containerOfType[type],
      let factory = factory(
        named: name, in: container, from: file, call: call, isStatic: isStatic)
    {
      return value(ofFactory: factory, nil)
    }
    // FactoryKit's `Container` has it, and others are no containers without it.
    if isStatic, name == Self.sharedName, let container = containerOfType[type] {
      return .container(container)
    }
    let hasMember = lineage(of: type).contains { owner in
      (types.types[owner].members[name] ?? []).contains { member($0).isStatic == isStatic }
    }
    return hasMember ? memberValue(name, of: type, isStatic: isStatic, file) : nil
  }

  private func global(_ name: String, _ file: Int, depth: Int) -> Value {
    if let type = types.find(name, from: file) { return .metatype(type) }
    guard let reference = globals(named: name, from: file).first else {
      let isModule = LibraryModules.kit.contains(name) || modules.contains { $0.name == name }
      return isModule ? .module(name) : .unknown
    }
    let member = member(reference)
    if let type = member.type { return value(type, from: reference.file) }
    guard member.kind == .property, let value = member.value else { return .unknown }
    return valueOnce(Reference(reference.file, value))
  }

  /// The value of a chain that others refer to. It is unknown while it is being found out, because
  /// two properties may refer to each other.
  func valueOnce(_ chain: Reference) -> Value {
    if let known = chainValues[chain] { return known }
    chainValues[chain] = .unknown
    let value = follow(chain)
    chainValues[chain] = value
    return value
  }

  /// The functions and variables at the top level that a file sees.
  func globals(named name: String, from file: Int) -> [Reference] {
    let module = files[file].module
    return (globalMembers[name] ?? []).filter {
      let other = files[$0.file].module
      return other == module || modules[module].dependencies.contains(other)
    }
  }
}
