// Factory, MIT licence; see LICENSE
//
// What several rules ask a program.
extension Program {
  /// Whether a factory is passed on, without tests, so that code may register it that the syntax
  /// does not show. `validate` only checks it.
  func isPassedOn(_ factory: FactoryIndex) -> Bool {
    uses(of: factory).contains { $0.isMention && !isTest($0.file) && !isValidation($0) }
  }

  /// Whether a key path is an argument of `validate`.
  func isValidation(_ use: FactoryUse) -> Bool {
    guard let call = lookup(in: use.file).call(around: use.chain) else { return false }
    return files[use.file].facts.chains[call.chain].links[call.link].name == "validate"
  }

  /// Whether code may assign to a static property of a type: by the type's name, or without one in
  /// a file that declares a part of it.
  func assigns(_ property: String, ofType type: String) -> Bool {
    let last = type.lastPart
    return files.contains { other in
      other.facts.assignedNames.contains { name in
        let declaresType = other.facts.types.contains { $0.name == type }
        guard let dot = name.lastIndex(of: "."), name[dot...].dropFirst() == property else {
          return name == property && declaresType
        }
        let base = name[..<dot]
        if base == "Self" || base == "self" { return declaresType }
        let isName = base.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }
        return !isName || String(base).lastPart == last
      }
    }
  }

  /// Whether code assigns to any variable or property of a name.
  func assigns(_ name: String) -> Bool {
    files.contains { $0.facts.assignedNames.contains { $0.lastPart == name } }
  }

  /// Whether a property has `didSet` or `willSet`.
  func hasObservers(_ property: MemberFact) -> Bool {
    property.initialValue != nil && property.body != property.initialValue
  }

  /// Whether a factory may be used by other programs.
  func isPublished(_ factory: FactoryIndex) -> Bool {
    let info = factories[factory]
    let isLibrary = modules[info.module].isPublishedLibrary || isLibraryItself(info.member.file)
    return isLibrary && access(of: info.member).isPublic
  }

  /// Whether a protocol of the program requires the factory, so that it is used through that.
  func isRequirement(_ factory: FactoryIndex) -> Bool {
    let info = factories[factory]
    return ancestors(of: containers[info.container].type).contains { ancestor in
      types.types[ancestor].kind == .protocol
        && ownMembers(named: info.name, of: ancestor).contains { $0 != info.member }
    }
  }

  /// Whether a use of another factory of the same name and container, such as one of several overloads,
  /// may be one of this factory: both are equally near.
  func isNamedLikeAUsedOne(_ factory: FactoryIndex) -> Bool {
    let info = factories[factory]
    return (factories(of: info.container)[info.name] ?? []).contains { other in
      other != factory
        && uses(of: other).contains { use in
          let own = distance(to: factory, from: use.file)
          return own != nil && own == distance(to: other, from: use.file)
        }
    }
  }
}
