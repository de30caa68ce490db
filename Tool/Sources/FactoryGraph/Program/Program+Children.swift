// Factory, MIT licence; see LICENSE
//
// Which registrations go to child containers, such as `Container(parent: .shared)`.
extension HasProgram {
  /// Whether a use is certainly one of `Container.shared`, or of `self` in code of a container.
  func isOfSharedContainer(_ use: FactoryUse) -> Bool {
    let chain = chain(Reference(use.file, use.chain))
    let name = factories[use.factory].name
    return chain.rootName == name || chain.root == .me && chain.links.first?.name == name
      || sharedContainer(atStartOf: chain, use.file) != nil && !isOnChild(use)
  }

  /// Where the program registers a factory, without its tests.
  func registrations(of factory: FactoryIndex) -> [FactoryUse] {
    uses(of: factory).filter { $0.isRegistration && !isTest($0.file) }
  }

  /// The registrations of a factory, if all of them are made on child containers, apart from those
  /// of previews; empty otherwise.
  func registrationsOnChildrenOnly(of factory: FactoryIndex) -> [FactoryUse] {
    let all = registrations(of: factory).filter { !isInPreview($0) }
    return all.allSatisfy { isOnChild($0) } ? all : []
  }

  /// Whether a factory is registered on a container that is certainly a child.
  func isOnChild(_ use: FactoryUse) -> Bool {
    let chain = ChainReference(use.file, use.chain)
    let fact = self.chain(chain)
    let end = fact.links.firstIndex { $0.name == factories[use.factory].name }
    if isChild(startOf: chain, before: end ?? 0, depth: 0) { return true }
    // `Container.shared` in `child.run { … }` and `Container.$shared.withValue(child) { … }`
    guard let (container, _) = sharedContainer(atStartOf: fact, use.file),
      let call = call(sharing: container, around: Reference(use.file, use.region))
    else { return false }
    if let value = call.value { return isChild(value, depth: 0) }
    return isChild(startOf: call.chain, before: call.link, depth: 0)
  }

  /// Whether an expression is a child container.
  private func isChild(_ chain: ChainReference, depth: Int) -> Bool {
    isChild(startOf: chain, before: self.chain(chain).links.count, depth: depth)
  }

  /// Whether the container before a link of a chain is a child.
  private func isChild(startOf reference: ChainReference, before end: Int, depth: Int) -> Bool {
    let chain = chain(reference)
    guard depth < 8, case .container = follow(reference, upTo: end) else { return false }
    let code = RegionReference(reference.file, chain.region)
    if let call = chain.links.prefix(end).first(where: { $0.call != nil })?.call,
      createsChild(call, reference.file)
    {
      return true
    }
    guard let root = chain.rootName ?? (chain.root == .me ? chain.links.first?.name : nil) else {
      return false
    }
    if chain.root != .me {
      if let variable = localVariable(named: root, in: code, at: chain.place) {
        guard variable.binding == .constant else { return false }
        return variable.value.map { isChild(Reference(reference.file, $0), depth: depth + 1) }
          ?? false
      }
      if let call = containerCall(withParameter: root, around: code) {
        return isChild(startOf: call.chain, before: call.link, depth: depth + 1)
      }
    }
    return values(ofMember: root, in: code).contains { isChild($0, depth: depth + 1) }
  }

  /// Whether an initialiser gets a parent: `Container(parent: …)`, or
  /// `Custom(manager: ContainerManager(childOf: …))`.
  private func createsChild(_ call: Call, _ file: FileIndex) -> Bool {
    call.arguments.contains { argument in
      if argument.label == "parent" || argument.label == "childOf" { return true }
      return argument.chain.map { index in
        files[file].facts.chains[index].links.contains {
          $0.call?.argument("childOf") != nil
        }
      } ?? false
    }
  }

  /// The call that passes a container to the innermost closure with a parameter of this name:
  /// `container.with { $0.x.register { … } }`.
  private func containerCall(
    withParameter name: String, around code: RegionReference
  ) -> (chain: ChainReference, link: Int)? {
    for (_, region) in enclosing(code) {
      guard case .closure(let closure) = region.kind,
        region.parameters.first?.name == name || name == "$0" && region.parameters.isEmpty
      else { continue }
      guard case .argument(let chain, let link, _) = closure.use else { return nil }
      return (Reference(code.file, chain), link)
    }
    return nil
  }

  /// The initial values of a property or global constant, and what a function of the program
  /// returns that has only one expression.
  private func values(ofMember name: String, in code: RegionReference) -> [ChainReference] {
    var own: [MemberReference] = []
    if case .metatype(let type) = typeOfMe(in: code) { own += members(named: name, of: type) }
    return (own.isEmpty ? globals(named: name, from: code.file) : own).compactMap { reference in
      member(reference).value.map { Reference(reference.file, $0) }
    }
  }
}
