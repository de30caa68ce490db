// Factory, MIT licence; see LICENSE
//
// What names declare: local variables, parameters, members and globals.
/// What a name declares within a function or closure.
enum Local {
  case variable(VariableFact)
  case parameter(ParameterFact)
}

extension HasProgram {
  /// The variable of a region that is visible at a place.
  func variable(named name: String, of region: RegionReference, at place: Place) -> VariableFact? {
    let facts = files[region.file].facts
    return lookup(in: region.file).variables(named: name, of: region.index).lazy.reversed()
      .map { facts.variables[$0] }
      .first { $0.scope.contains(place) }
  }

  /// The local variable or parameter that a name means.
  func local(named name: String, in region: RegionReference, at place: Place) -> Local? {
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
  func localVariable(named name: String, in region: RegionReference, at place: Place)
    -> VariableFact?
  {
    guard case .variable(let fact)? = local(named: name, in: region, at: place) else {
      return nil
    }
    return fact
  }

  /// The place of the local variable or parameter that a name means.
  func placeOfLocal(named name: String, in region: RegionReference, at place: Place) -> Place? {
    switch local(named: name, in: region, at: place) {
    case .variable(let fact): fact.place
    case .parameter(let fact): fact.place
    case nil: nil
    }
  }

  /// The functions and variables at the top level that a file sees.
  func globals(named name: String, from file: FileIndex) -> [MemberReference] {
    let module = files[file].module
    return (symbols.globalMembers[name] ?? []).filter {
      let other = files[$0.file].module
      return other == module || modules[module].dependencies.contains(other)
    }
  }

  /// The type that something is a member of.
  func owner(of reference: MemberReference) -> TypeIndex? {
    member(reference).owner.flatMap { types.type(of: Reference(reference.file, $0)) }
  }

  /// The members of a name that a type declares, without those that it inherits.
  func ownMembers(named name: String, of type: TypeIndex) -> [MemberReference] {
    types.types[type].members[name] ?? []
  }

  /// The members of a name that a type has: its own, and then those that it inherits.
  func members(named name: String, of type: TypeIndex) -> some Sequence<MemberReference> {
    lineage(of: type).lazy.flatMap { self.ownMembers(named: name, of: $0) }
  }

  /// Whether the program declares a member of a type. One that it does not declare may be read with
  /// a subscript of the type, as in `locator[keyPath: \.service]`.
  func hasMember(_ name: String, _ type: TypeIndex) -> Bool {
    lineage(of: type).contains { types.types[$0].members[name] != nil }
  }

  /// What a declaration's access allows. Members of a `public extension` are public.
  func access(of reference: MemberReference) -> (isPublic: Bool, isPrivate: Bool) {
    let member = member(reference)
    var modifiers = Set(member.modifiers)
    if modifiers.isDisjoint(with: accessLevels), let owner = member.owner {
      let type = files[reference.file].facts.types[owner]
      if type.kind == .extension { modifiers.formUnion(type.modifiers) }
    }
    return (
      !modifiers.isDisjoint(with: ["public", "package", "open"]),
      !modifiers.isDisjoint(with: ["private", "fileprivate"])
    )
  }
}

private let accessLevels: Set = [
  "public", "package", "open", "internal", "fileprivate", "private",
]
