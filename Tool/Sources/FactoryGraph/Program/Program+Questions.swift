// Factory, MIT licence; see LICENSE
//
// What several rules ask a program.
extension Program {
  func uses(of factory: Int) -> [FactoryUse] { (usesOfFactory[factory] ?? []).map { uses[$0] } }

  /// Whether a factory is passed on, without tests, so that code may register it that the syntax
  /// does not show. `validate` only checks it.
  func isPassedOn(_ factory: Int) -> Bool {
    uses(of: factory).contains { $0.isMention && !isTest($0.file) && !isValidation($0) }
  }

  /// Whether a key path is an argument of `validate`.
  private func isValidation(_ use: FactoryUse) -> Bool {
    guard let call = indices[use.file].call(around: use.chain) else { return false }
    return files[use.file].facts.chains[call.chain].links[call.link].name == "validate"
  }

  /// Whether a file may be written for 1.x, whose module is called Factory. So was that of 2.x until
  /// 2.5.
  func mayUseFirstVersion(_ file: Int) -> Bool {
    files[file].imports("Factory") && (libraryVersion ?? 1) < 2
  }

  /// Whether a module is FactoryKit itself, or its interface of 1.x.
  func isLibraryItself(_ file: Int) -> Bool {
    LibraryModules.declaring.contains(modules[files[file].module].name)
  }

  /// Whether the files are a whole program, and not a library that others complete.
  var isWhole: Bool {
    modules.contains { $0.kind == .executable }
      || files.contains { file in
        file.hasEntryPoint
          || file.facts.types.contains { type in type.inherited.contains { $0.base == "App" } }
      }
  }

  /// Whether code may assign to a static property of a type: by the type's name, or without one in
  /// a file that declares a part of it.
  func assigns(_ property: String, ofType type: String) -> Bool {
    let last = type.split(separator: ".").last.map(String.init) ?? type
    return files.contains { other in
      other.facts.assignedNames.contains { name in
        let declaresType = other.facts.types.contains { $0.name == type }
        guard let dot = name.lastIndex(of: "."), name[dot...].dropFirst() == property else {
          return name == property && declaresType
        }
        let base = name[..<dot]
        if base == "Self" || base == "self" { return declaresType }
        let isName = base.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }
        return !isName || base.split(separator: ".").last.map(String.init) == last
      }
    }
  }

  /// Whether a property has `didSet` or `willSet`.
  func hasObservers(_ property: MemberFact, _ file: Int) -> Bool {
    guard let body = property.body, let end = property.valueEnd else { return false }
    return region(Reference(file, body)).range.end > end
  }

  /// Whether a factory may be used by other programs.
  func isPublished(_ factory: Int) -> Bool {
    let info = factories[factory]
    let isLibrary = modules[info.module].isPublishedLibrary || isLibraryItself(info.member.file)
    return isLibrary && access(of: info.member).isPublic
  }

  /// What a declaration's access allows. Members of a `public extension` are public.
  func access(of reference: Reference) -> (isPublic: Bool, isPrivate: Bool) {
    let member = member(reference)
    var modifiers = Set(member.modifiers)
    if modifiers.isDisjoint(with: Self.accessLevels), let owner = member.owner {
      let type = files[reference.file].facts.types[owner]
      if type.kind == .extension { modifiers.formUnion(type.modifiers) }
    }
    return (
      !modifiers.isDisjoint(with: ["public", "package", "open"]),
      !modifiers.isDisjoint(with: ["private", "fileprivate"])
    )
  }

  private static let accessLevels: Set = [
    "public", "package", "open", "internal", "fileprivate", "private",
  ]

  /// Whether a protocol of the program requires the factory, so that it is used through that.
  func isRequirement(_ factory: Int) -> Bool {
    let info = factories[factory]
    return ancestors(of: containers[info.container].type).contains { ancestor in
      types.types[ancestor].kind == .protocol
        && (types.types[ancestor].members[info.name] ?? []).contains { $0 != info.member }
    }
  }

  /// Whether another factory of the same name and container is used: one of several overloads, or
  /// the other clause of `#if`. Uses are counted for the first one only.
  func isNamedLikeAUsedOne(_ factory: Int) -> Bool {
    let info = factories[factory]
    return (containers[info.container].factories[info.name] ?? []).contains { other in
      other != factory && usesOfFactory[other] != nil
    }
  }

  /// Whether one program has both modules: one depends on the other, or an executable or a test
  /// target depends on both.
  func areLinked(_ one: Int, _ other: Int) -> Bool {
    if one == other { return true }
    func links(_ module: Int, _ target: Int) -> Bool {
      module == target || modules[module].dependencies.contains(target)
    }
    return links(one, other) || links(other, one)
      || modules.indices.contains { module in
        [.executable, .test].contains(modules[module].kind) && links(module, one)
          && links(module, other)
      }
  }

  /// Whether no build has the code of both regions: they are in different clauses of the same
  /// `#if`, or in clauses of which one requires the opposite of the other.
  func areAlternatives(_ one: Reference, _ other: Reference) -> Bool {
    let first = requirements(of: one)
    return !first.isEmpty
      && requirements(of: other).contains { first.contains(where: $0.excludes) }
  }

  /// What must be true for a region to be compiled.
  func requirements(of region: Reference) -> [BuildCondition] {
    enclosing(region).flatMap(\.region.requirements)
  }

  /// Whether the compiler may leave out one of two declarations and keep the other: they are in
  /// different clauses of `#if`, or only one of them is in a clause.
  func areConditional(_ one: Reference, _ other: Reference) -> Bool {
    let (first, second) = (conditions(around: one), conditions(around: other))
    if first.isEmpty && second.isEmpty { return false }
    return one.file != other.file
      || first.map { [$0.number, $0.clause] } != second.map { [$0.number, $0.clause] }
  }

  /// The clauses of `#if` around a region.
  private func conditions(around region: Reference) -> [(number: Int, clause: Int)] {
    enclosing(region).compactMap { _, region in
      if case .condition(let number, let clause) = region.kind { (number, clause) } else { nil }
    }
  }
}

extension Chain {
  /// The name that the chain starts with.
  var rootName: String? { if case .name(let name) = root { name } else { nil } }
}
