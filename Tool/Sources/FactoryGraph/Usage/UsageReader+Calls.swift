// Factory, MIT licence; see LICENSE
//
// Finds what a call calls: initialisers by the type's name, functions by name, overloads by labels.
extension UsageReader {
  func readCall(_ index: Int, _ before: Value, _ reference: ChainReference) {
    let chain = chain(reference)
    let link = chain.links[index]
    if index == 0, link.name == nil, let name = chain.rootName, let call = link.call {
      // The value of a function's name is what the function returns.
      switch before {
      case .metatype, .factoryFunction: break
      default: return callByName(name, call, index, chain, reference)
      }
    }
    switch before {
    case .metatype(let type):
      if link.name == nil || link.name == "init" {
        if let call = link.call { construct(type, call, index, chain, reference) }
      } else if let call = link.call,
        let nested = types.find(link.name!, in: type, from: reference.file)
      {
        construct(nested, call, index, chain, reference)
      } else {
        call(link.name!, of: type, index, chain, reference)
      }
    case .instance(let type):
      if let name = link.name { call(name, of: type, index, chain, reference) }
    case .container(let container):
      if let name = link.name {
        call(name, of: containers[container].type, index, chain, reference)
      }
    case .unknown:
      guard let call = link.call else { return }
      if chain.root == .implicit, link.name == "init" {
        constructProduct(call, index, chain, reference)
      } else if index == 0, chain.rootName == "super", link.name == "init",
        case .instance(let type) = me(in: Reference(reference.file, chain.region))
      {
        add(
          matching(initializers(ancestors(of: type)), call, reference.file), nil, index, chain,
          reference)
      }
    case .module(let module):
      if let name = link.name, let call = link.call,
        let type = types.find("\(module).\(name)", from: reference.file)
      {
        construct(type, call, index, chain, reference)
      }
    case .factory, .factoryFunction: break
    }
  }

  private func construct(
    _ type: TypeIndex, _ call: Call, _ index: Int, _ chain: Chain, _ reference: ChainReference
  ) {
    let initializers = initializers(lineage(of: type))
    add(matching(initializers, call, reference.file), type, index, chain, reference)
  }

  /// `.init(…)` as the only expression of a factory's closure.
  private func constructProduct(
    _ call: Call, _ index: Int, _ chain: Chain, _ reference: ChainReference
  ) {
    guard
      let factory = definitions.factoryOfClosure[
        Reference(reference.file, withoutBranches(chain.region, reference.file))],
      case .instance(let type) = product(of: factory)
    else { return }
    construct(type, call, index, chain, reference)
  }

  private func call(
    _ name: String, of type: TypeIndex, _ index: Int, _ chain: Chain, _ reference: ChainReference
  ) {
    if name == "init", let call = chain.links[index].call {
      // `self.init(…)`
      add(matching(initializers([type]), call, reference.file), nil, index, chain, reference)
      return
    }
    for owner in lineage(of: type) {
      let members = ownMembers(named: name, of: owner).filter {
        definitions.factoryOfMember[$0] == nil
      }
      let found: [MemberReference]
      if let call = chain.links[index].call {
        found = matching(
          members.filter { member($0).kind == .function }, call, reference.file)
      } else {
        found = members.filter { runsCode($0, of: owner) }
      }
      if !found.isEmpty {
        add(found, nil, index, chain, reference)
        return
      }
    }
  }

  /// Whether reading a property runs its getter or, the first time, its initial value. `shared` of a
  /// container is left out, because it is initialised before any of its factories is resolved.
  private func runsCode(_ reference: MemberReference, of type: TypeIndex) -> Bool {
    let property = member(reference)
    guard property.kind == .property else { return false }
    if property.storage == .computed { return true }
    guard property.isStatic, let body = property.body, container(ofType: type) == nil else {
      return false
    }
    // Most static properties are literals, which run nothing.
    return lookup(in: reference.file).chains(in: body).contains {
      !chain(Reference(reference.file, $0)).links.isEmpty
    }
  }

  /// A call of a function that is named without a value before it.
  private func callByName(
    _ name: String, _ call: Call, _ index: Int, _ chain: Chain, _ reference: ChainReference
  ) {
    let region = RegionReference(reference.file, chain.region)
    if placeOfLocal(named: name, in: region, at: chain.place) != nil { return }
    switch me(in: region) {
    case .container(let container):
      let before = calls.count
      self.call(name, of: containers[container].type, index, chain, reference)
      if calls.count > before { return }
    case .instance(let type), .metatype(let type):
      let before = calls.count
      self.call(name, of: type, index, chain, reference)
      if calls.count > before { return }
    case .factory, .factoryFunction, .module, .unknown: break
    }
    let functions = globals(named: name, from: reference.file).filter {
      member($0).kind == .function
    }
    let found = matching(functions, call, reference.file)
    if !found.isEmpty { add(found, nil, index, chain, reference) }
  }

  private func add(
    _ targets: [MemberReference], _ type: TypeIndex?, _ index: Int, _ chain: Chain,
    _ reference: ChainReference
  ) {
    calls.append(
      CallSite(
        file: reference.file, region: chain.region, place: chain.links[index].place,
        chain: reference.index, link: index, targets: targets, constructs: type))
  }
}
