// Factory, MIT licence; see LICENSE
//
// What a closure that a container stores captures.
extension Program {
  /// Whether a closure may capture what a name at the start of a chain means: a local variable, a
  /// parameter or, by its capture list, a property. Globals and static properties, such as
  /// `shared`, are not captured.
  func isCaptured(_ name: String, _ chain: Chain, _ file: Int) -> Bool {
    if name.hasPrefix("$") { return false }
    let code = Reference(file, chain.region)
    if placeOfLocal(named: name, in: code, at: chain.place) != nil { return true }
    return storesContainer(name, in: code)
  }

  /// Whether `self` retains what one of its properties refers to.
  func storesContainer(_ property: String, in code: Reference) -> Bool {
    let type: Int
    switch me(in: code) {
    case .instance(let instance): type = instance
    case .container(let container): type = containers[container].type
    default: return false
    }
    return lineage(of: type).contains { owner in
      (types.types[owner].members[property] ?? []).contains { reference in
        let member = member(reference)
        return !member.isStatic && member.storage != .computed
          && !member.modifiers.contains { $0 == "weak" || $0.hasPrefix("unowned") }
      }
    }
  }

  func closure(_ region: Reference) -> ClosureFact {
    guard case .closure(let closure) = self.region(region).kind else {
      preconditionFailure("the region of a closure")
    }
    return closure
  }

  /// The names that retain the container of a stored closure where this is passed.
  func names(of stored: CapturedContainer.StoredClosure) -> Set<String> {
    let (code, place) = surroundings(of: stored.region)
    let names = names(
      of: origin(of: stored.name, in: code, at: place), in: code, at: place)
    let isUnretained =
      localVariable(named: stored.name, in: code, at: place)?.binding == .unretained
    return isUnretained ? names : names.union([stored.name])
  }

  /// The first place in a closure that resolves from the container through `self`, whose property
  /// the container is: `self.container.service()`.
  func captureOfOwner(of stored: CapturedContainer.StoredClosure) -> Place? {
    let region = stored.region
    let (code, place) = surroundings(of: region)
    guard placeOfLocal(named: stored.name, in: code, at: place) == nil,
      !closure(region).captures.contains(where: { $0.name == "self" && $0.specifier != nil }),
      case .instance(let type) = me(in: code)
    else { return nil }
    return files[region.file].facts.chains.lazy.filter { chain in
      guard chain.root == .me, chain.links.first?.name == stored.name,
        self.isRegion(chain.region, within: region.index, in: region.file),
        !self.isCapturedWeakly("self", from: chain.region, upTo: region),
        case .instance(type) = self.me(in: Reference(region.file, chain.region))
      else { return false }
      return true
    }.map(\.place).min()
  }

  /// The items of a closure's capture list that retain the container by another name, such as
  /// `[strong = self]`.
  func copies(
    in region: Reference, of stored: CapturedContainer.StoredClosure
  ) -> [(Place, String)] {
    let (code, place) = surroundings(of: region)
    let origin = origin(of: stored.name, in: code, at: place)
    let facts = files[region.file].facts
    return closure(region).captures.compactMap { capture in
      let variable = indices[region.file].ownVariables(of: region.index).lazy
        .map { facts.variables[$0] }.first { $0.place == capture.place }
      guard let variable, self.origin(of: variable, region.file) == origin else { return nil }
      return (capture.place, capture.name)
    }
  }

  /// The region around a closure, and the closure's place.
  private func surroundings(of closure: Reference) -> (code: Reference, place: Place) {
    let region = region(closure)
    return (Reference(closure.file, region.parent ?? 0), region.range.start)
  }

  /// The places in a closure that retain a variable with a container, unless its capture list says
  /// otherwise.
  func captures(of name: String, _ container: Int, in region: Reference) -> [Place] {
    let closure = closure(region)
    if let capture = closure.captures.first(where: { $0.name == name }) {
      let isCopy = indices[region.file].ownVariables(of: region.index).contains {
        files[region.file].facts.variables[$0].place == capture.place
      }
      return capture.specifier == nil && !isCopy ? [capture.place] : []
    }
    let facts = files[region.file].facts
    return facts.chains.compactMap { chain in
      guard isRegion(chain.region, within: region.index, in: region.file),
        !isCapturedWeakly(name, from: chain.region, upTo: region)
      else { return nil }
      switch chain.root {
      case .me where name == "self":
        return isContainer(me(in: Reference(region.file, chain.region)), container)
          ? chain.place : nil
      case .name(name):
        return chain.place
      default: return nil
      }
    }
  }

  private func isContainer(_ value: Value, _ container: Int) -> Bool {
    guard case .container(let own) = value else { return false }
    return own == container || containers[own].parents.contains(container)
  }

  /// Whether a closure between a region and an outer one captures a variable weakly. The outer one
  /// then still retains it, unless the variable is its own parameter.
  private func isCapturedWeakly(
    _ name: String, from region: Int, upTo outer: Reference
  ) -> Bool {
    for (index, current) in enclosing(Reference(outer.file, region)) {
      if current.parameters.contains(where: { $0.name == name }) { return true }
      let variables = indices[outer.file].ownVariables(of: index)
      if variables.contains(where: { files[outer.file].facts.variables[$0].name == name }) {
        return true
      }
      if index == outer.index { return false }
    }
    return false
  }
}
