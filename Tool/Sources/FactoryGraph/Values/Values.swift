// Factory, MIT licence; see LICENSE
//
// The third step of the pipeline: what expressions are, as far as names and declared types tell.
/// What an expression is.
enum Value: Equatable {
  case container(ContainerIndex)
  case factory(FactoryIndex)
  /// A function that returns a factory, before it is called.
  case factoryFunction(FactoryIndex)
  /// An instance of a type of the program.
  case instance(TypeIndex)
  /// A type of the program.
  case metatype(TypeIndex)
  /// A module, as in `FactoryKit.Container`.
  case module(String)
  case unknown
}

extension HasProgram {
  /// The value of a chain that others refer to. It is unknown while it is being found out, because
  /// two properties may refer to each other.
  func valueOnce(_ chain: ChainReference) -> Value {
    if let known = program.knownValues[chain] { return known }
    program.knownValues[chain] = .unknown
    let value = follow(chain)
    program.knownValues[chain] = value
    return value
  }

  /// Follows a chain link by link. `visit` gets each link with the value before it.
  @discardableResult
  func follow(
    _ reference: ChainReference, depth: Int = 0, upTo end: Int? = nil,
    visit: (_ link: Int, _ before: Value) -> Void = { _, _ in }
  ) -> Value {
    let chain = chain(reference)
    if depth > 12 { return .unknown }
    var value = self.value(of: chain, reference, depth: depth)
    for index in chain.links.indices.prefix(end ?? chain.links.count) {
      visit(index, value)
      value = step(value, chain.links[index], chain, reference)
    }
    return value
  }

  // MARK: Links

  private func step(
    _ value: Value, _ link: Link, _ chain: Chain, _ reference: ChainReference
  ) -> Value {
    switch value {
    case .container(let container): return step(container: container, link, reference)
    case .factory(let factory): return step(factory: factory, link)
    case .factoryFunction(let factory):
      return link.name == nil && link.call != nil ? .factory(factory) : .unknown
    case .metatype(let type): return step(metatype: type, link, reference)
    case .instance(let type):
      guard let name = link.name else { return .unknown }
      if let factory = factory(named: name, of: type, isStatic: false, from: reference.file) {
        return self.value(ofFactory: factory, link.call)
      }
      return memberValue(name, of: type, isStatic: false, reference.file)
    case .module(let module):
      guard let name = link.name, let type = types.find("\(module).\(name)", from: reference.file)
      else { return .unknown }
      if link.call == nil { return .metatype(type) }
      return container(ofType: type).map { .container($0) } ?? .instance(type)
    case .unknown: return .unknown
    }
  }

  private func step(container: ContainerIndex, _ link: Link, _ reference: ChainReference) -> Value {
    guard let name = link.name else {
      // `container { $0.service.register { … } }`
      return .container(container)
    }
    if name == Link.keyPathSubscript {
      return value(ofKeyPathIn: link, container, reference.file)
    }
    if let factory = factory(
      named: name, in: container, from: reference.file, call: link.call)
    {
      return value(ofFactory: factory, link.call)
    }
    if ["with", "reset", "preview"].contains(name) { return .container(container) }
    return memberValue(name, of: containers[container].type, isStatic: false, reference.file)
  }

  private func step(factory: FactoryIndex, _ link: Link) -> Value {
    guard let name = link.name else {
      return link.call.map { afterCall(of: factory, $0) } ?? .unknown
    }
    switch name {
    case "resolve", "resolvedOrNil": return link.call == nil ? .unknown : product(of: factory)
    case "callAsFunction":
      return link.call.map { afterCall(of: factory, $0) } ?? .unknown
    case "existing": return .unknown
    case _ where ScopeName.builtIn.contains(name):
      return link.call.map { afterCall(of: factory, $0) } ?? .factory(factory)
    default: return .factory(factory)
    }
  }

  private func step(metatype type: TypeIndex, _ link: Link, _ reference: ChainReference) -> Value {
    let container = container(ofType: type)
    guard let name = link.name, name != "init" else {
      if link.call == nil { return .metatype(type) }
      return container.map { .container($0) } ?? .instance(type)
    }
    if name == "self" || name == "Type" { return .metatype(type) }
    if let container, name == ContainerInfo.sharedName { return .container(container) }
    if let factory = factory(named: name, of: type, isStatic: true, from: reference.file) {
      return value(ofFactory: factory, link.call)
    }
    if let nested = types.find(name, in: type, from: reference.file) {
      return link.call == nil ? .metatype(nested) : .instance(nested)
    }
    return memberValue(name, of: type, isStatic: true, reference.file)
  }

  /// The value of a property, or of a call of a function.
  func memberValue(_ name: String, of type: TypeIndex, isStatic: Bool, _ file: FileIndex) -> Value {
    for reference in members(named: name, of: type) {
      let member = member(reference)
      guard member.isStatic == isStatic else { continue }
      if let declared = member.type {
        if declared.base == "Self", !declared.isOptional { return instance(of: type) }
        return value(declared, from: reference.file)
      }
      if let container = injectedContainer(member, reference.file) { return .container(container) }
      // A function that declares no result has none.
      if member.kind == .property, let value = member.value {
        return valueOnce(Reference(reference.file, value))
      }
    }
    return .unknown
  }

  private func instance(of type: TypeIndex) -> Value {
    container(ofType: type).map { .container($0) } ?? .instance(type)
  }

  /// The container of `@InjectedContainer var container`, whose type the wrapper tells.
  private func injectedContainer(_ member: MemberFact, _ file: FileIndex) -> ContainerIndex? {
    guard
      let attribute = member.attributes.first(where: { $0.name.lastPart == "InjectedContainer" })
    else {
      return nil
    }
    let argument = attribute.chain.flatMap {
      files[file].facts.chains[$0].links.first?.call?.arguments.first?.chain
    }
    guard let argument else { return container(named: "Container", from: file) }
    if case .metatype(let type) = valueOnce(Reference(file, argument)) {
      return container(ofType: type)
    }
    return nil
  }

  /// What a factory makes.
  func product(of factory: FactoryIndex) -> Value {
    let info = factories[factory]
    if info.kind == .group { return .unknown }
    return value(info.type, from: info.member.file)
  }

  /// An instance of a type that is written.
  func value(_ type: TypeExpression, from file: FileIndex) -> Value {
    guard !type.base.isEmpty, let found = types.find(type.base, from: file) else { return .unknown }
    return instance(of: found)
  }

  // MARK: Roots

  private func value(of chain: Chain, _ reference: ChainReference, depth: Int) -> Value {
    switch chain.root {
    case .me: return me(in: Reference(reference.file, chain.region))
    case .name(let name):
      return value(
        ofName: name, in: Reference(reference.file, chain.region), at: chain.place, depth: depth,
        call: chain.links.first.flatMap { $0.name == nil ? $0.call : nil })
    default: return .unknown
    }
  }

  /// What `self` is in a region.
  func me(in region: RegionReference) -> Value {
    var isStatic = false
    for (_, current) in enclosing(region) {
      switch current.kind {
      case .member(let index):
        isStatic = member(Reference(region.file, index)).isStatic
      case .type(let index):
        guard let type = types.type(of: Reference(region.file, index)) else { return .unknown }
        if isStatic { return .metatype(type) }
        return container(ofType: type).map { .container($0) } ?? .instance(type)
      default: break
      }
    }
    return .unknown
  }

  /// What `Self` is in a region.
  func typeOfMe(in region: RegionReference) -> Value {
    switch me(in: region) {
    case .container(let container): .metatype(containers[container].type)
    case .instance(let type), .metatype(let type): .metatype(type)
    default: .unknown
    }
  }
}
