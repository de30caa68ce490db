// Factory, MIT licence; see LICENSE
//
// The values that names and key paths mean.
extension HasProgram {
  /// What a name means where it is used.
  ///
  /// - Parameter call: The call of the name, which tells functions that return factories apart.
  func value(
    ofName name: String, in region: RegionReference, at place: Place, depth: Int, call: Call? = nil
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

  /// Whether a name is the `shared` of a container around some code, and not a variable.
  func sharedContainer(named name: String, in region: RegionReference, at place: Place)
    -> ContainerIndex?
  {
    guard name == ContainerInfo.sharedName, local(named: name, in: region, at: place) == nil,
      case .container(let container) = value(ofName: name, in: region, at: place, depth: 0)
    else { return nil }
    return container
  }

  /// A member that is named without `self`.
  private func implicit(
    _ name: String, _ type: TypeIndex, isStatic: Bool, _ call: Call?, _ file: FileIndex
  ) -> Value? {
    if let factory = factory(named: name, of: type, isStatic: isStatic, from: file, call: call) {
      return value(ofFactory: factory, nil)
    }
    // FactoryKit's `Container` has it, and others are no containers without it.
    if isStatic, name == ContainerInfo.sharedName, let container = container(ofType: type) {
      return .container(container)
    }
    let hasMember = members(named: name, of: type).contains { member($0).isStatic == isStatic }
    return hasMember ? memberValue(name, of: type, isStatic: isStatic, file) : nil
  }

  private func global(_ name: String, _ file: FileIndex, depth: Int) -> Value {
    if let type = types.find(name, from: file) { return .metatype(type) }
    guard let reference = globals(named: name, from: file).first else {
      let isModule = LibraryModules.kit.contains(name) || modules.contains { $0.name == name }
      return isModule ? .module(name) : .unknown
    }
    if let factory = definitions.factoryOfMember[reference] { return .factory(factory) }
    let member = member(reference)
    if let type = member.type { return value(type, from: reference.file) }
    guard member.kind == .property, let value = member.value else { return .unknown }
    return valueOnce(Reference(reference.file, value))
  }
}

extension HasProgram {
  /// The factory to which a key path from a container leads, through properties that are containers themselves:
  /// `\.payments.service`.
  func target(of keyPath: KeyPathFact, in container: ContainerIndex, _ file: FileIndex)
    -> FactoryIndex?
  {
    var container = container
    for name in keyPath.components {
      if let factory = factory(named: name, in: container, from: file) { return factory }
      guard
        case .container(let next) = memberValue(
          name, of: containers[container].type, isStatic: false, file)
      else { return nil }
      container = next
    }
    return nil
  }

  /// The value of `container[keyPath: path]`, if the path is a constant.
  func value(ofKeyPathIn link: Link, _ container: ContainerIndex, _ file: FileIndex) -> Value {
    guard let index = link.call?.argument("keyPath")?.chain,
      let keyPath = keyPath(Reference(file, index)),
      let factory = target(of: keyPath, in: container, file)
    else { return .unknown }
    return .factory(factory)
  }
}
