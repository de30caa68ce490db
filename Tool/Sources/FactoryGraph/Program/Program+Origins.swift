// Factory, MIT licence; see LICENSE
//
// The names of one object: `self`, and the constants that are declared with it as their value.
extension Program {
  /// The declaration in which an object first got its name.
  enum Origin: Equatable {
    case me
    /// A local variable or parameter, by its place.
    case local(Place)
    /// Anything else, such as a property.
    case name(String)
  }

  /// Where the object of a name comes from, following constants such as `let other = name`.
  func origin(of name: String, in region: Reference, at place: Place) -> Origin {
    if name == "self" { return .me }
    guard let declared = placeOfLocal(named: name, in: region, at: place) else {
      return .name(name)
    }
    guard let variable = localVariable(named: name, in: region, at: place) else {
      return .local(declared)
    }
    return origin(of: variable, region.file) ?? .local(declared)
  }

  /// Where the object of a constant comes from; nil if it has no other name.
  func origin(of variable: VariableFact, _ file: Int) -> Origin? {
    guard variable.binding == .constant, let value = variable.value else { return nil }
    let chain = files[file].facts.chains[value]
    guard chain.links.isEmpty else { return nil }
    switch chain.root {
    case .me: return .me
    case .name(let name):
      return origin(of: name, in: Reference(file, chain.region), at: chain.place)
    default: return nil
    }
  }

  /// The names that are visible at a place and hold a strong reference to the object.
  func names(of origin: Origin, in region: Reference, at place: Place) -> Set<String> {
    var names: Set<String> = origin == .me ? ["self"] : []
    let facts = files[region.file].facts
    for (index, _) in enclosing(region) {
      for variable in indices[region.file].ownVariables(of: index).map({ facts.variables[$0] })
      where variable.place < place && variable.binding != .unretained
        && self.placeOfLocal(named: variable.name, in: region, at: place) == variable.place
        && self.origin(of: variable.name, in: region, at: place) == origin
      {
        names.insert(variable.name)
      }
    }
    return names
  }
}
