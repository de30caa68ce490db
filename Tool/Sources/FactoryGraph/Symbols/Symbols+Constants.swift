// Factory, MIT licence; see LICENSE
//
// Constants: the literal that a name stands for, such as a text or a key path.
extension HasProgram {
  /// The text that an expression is: a literal, or a constant with one as its value.
  func text(_ reference: ChainReference) -> String? {
    literal(reference).flatMap {
      if case .string(let text) = chain($0).root { text } else { nil }
    }
  }

  /// The key path that an expression is: a literal, or a constant with one as its value.
  func keyPath(_ reference: ChainReference) -> KeyPathFact? {
    literal(reference).flatMap {
      if case .keyPath(let keyPath) = chain($0).root { keyPath } else { nil }
    }
  }

  /// The chain of the literal that an expression stands for.
  private func literal(_ reference: ChainReference, depth: Int = 0) -> ChainReference? {
    if depth > 8 { return nil }
    let chain = chain(reference)
    let value: ChainReference?
    switch (chain.root, chain.links.count) {
    case (.string, 0), (.keyPath, 0): return reference
    case (.name(let name), 0):
      value = constant(named: name, in: Reference(reference.file, chain.region), at: chain.place)
    case (.me, 1):
      value = member(ofMeIn: Reference(reference.file, chain.region), chain.links[0])
    case (.name(let name), 1...):
      // `Type.constant`, `Outer.Type.constant`
      let outer = [name] + chain.links.dropLast().compactMap(\.name)
      guard chain.links.allSatisfy({ $0.call == nil }),
        let type = name == "Self"
          ? typeAround(Reference(reference.file, chain.region))
          : types.find(outer.joined(separator: "."), from: reference.file)
      else { return nil }
      value = constant(named: chain.links.last?.name, of: type)
    default: return nil
    }
    return value.flatMap { literal($0, depth: depth + 1) }
  }

  /// The chain of the value of the constant that a name means.
  private func constant(
    named name: String, in region: RegionReference, at place: Place
  ) -> ChainReference? {
    switch local(named: name, in: region, at: place) {
    case .variable(let fact)?:
      guard fact.binding == .constant else { return nil }
      return fact.value.map { Reference(region.file, $0) }
    case .parameter?: return nil
    case nil: break
    }
    // From the inside out, the types around the code.
    for (_, current) in enclosing(region) {
      if case .type(let index) = current.kind,
        let type = types.type(of: Reference(region.file, index)),
        let found = constant(named: name, of: type)
      {
        return found
      }
    }
    let found = globals(named: name, from: region.file)
    return found.count == 1 ? value(ofConstant: found[0]) : nil
  }

  private func member(ofMeIn region: RegionReference, _ link: Link) -> ChainReference? {
    guard link.call == nil else { return nil }
    return typeAround(region).flatMap { constant(named: link.name, of: $0) }
  }

  /// The type around some code.
  private func typeAround(_ region: RegionReference) -> TypeIndex? {
    enclosingType(of: region).flatMap { types.type(of: $0) }
  }

  private func constant(named name: String?, of type: TypeIndex) -> ChainReference? {
    let found = name.map { ownMembers(named: $0, of: type) } ?? []
    return found.count == 1 ? value(ofConstant: found[0]) : nil
  }

  private func value(ofConstant reference: MemberReference) -> ChainReference? {
    let member = member(reference)
    guard member.kind == .property, member.storage == .letStored || member.storage == .computed
    else { return nil }
    return member.value.map { Reference(reference.file, $0) }
  }
}
