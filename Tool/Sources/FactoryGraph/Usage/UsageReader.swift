// Factory, MIT licence; see LICENSE
//
// Finds the uses of factories, and the calls of functions and initialisers, in all chains.
/// Reads the uses and calls of a program, file by file.
final class UsageReader: HasProgram {
  let program: Program
  var uses = Table<FactoryUse>()
  /// The uses that the links of a chain make.
  var usesOfChain: [ChainReference: [UseIndex]] = [:]
  private(set) var containerUses: [ContainerUse] = []
  var calls = Table<CallSite>()
  private(set) var mentionedNames: [String: Set<FileIndex>] = [:]
  var unresolved: [Unresolved]
  /// The chains of the attributes of the members of the file that is being read.
  private(set) var attributeChains: Set<Int> = []
  /// The key paths that are no constants and are passed on, and the containers that they start from.
  var passedKeyPaths: [(chain: ChainReference, container: ContainerIndex)] = []

  init(_ program: Program) {
    self.program = program
    unresolved = program.definitions.unresolved
    for file in files.indices where usesFactoryKit(file) {
      let facts = files[file].facts
      attributeChains = Set(facts.members.flatMap { $0.attributes.compactMap(\.chain) })
      for chain in facts.chains.indices { read(Reference(file, chain)) }
      for member in facts.members.indices { readWrappers(of: Reference(file, member)) }
      if facts.source.hasText("KeyPath<") {
        for chain in facts.chains.indices { readPassedKeyPath(Reference(file, chain)) }
      }
    }
    addPassedKeyPaths()
  }

  // MARK: Chains

  private func read(_ reference: ChainReference) {
    let chain = chain(reference)
    if case .keyPath(let keyPath) = chain.root { read(keyPath, chain, reference) }
    mention(chain, reference)
    // The links that did something with the factory before them.
    var pending: (factory: FactoryIndex, link: Int)?
    var manager: (isRead: Bool, of: ContainerIndex?) = (chain.rootName == "manager", nil)
    let last = follow(reference) { index, before in
      let link = chain.links[index]
      readContainerUse(chain, index, before, &manager, reference)
      switch before {
      case .container(let container):
        readCall(index, before, reference)
        pending = readMember(of: container, chain, index, reference)
      case .factory(let factory):
        pending = nil
        readOperation(link, factory, chain, index, reference)
      case .factoryFunction(let factory): pending = (factory, index)
      case .metatype(let type):
        readCall(index, before, reference)
        if let name = link.name,
          let factory = factory(named: name, of: type, isStatic: true, from: reference.file)
        {
          pending = readName(of: factory, chain, index, reference)
        }
      case .instance(let type):
        readCall(index, before, reference)
        guard let name = link.name, definitions.factoryNames.contains(name) else { return }
        if let factory = factory(named: name, of: type, isStatic: false, from: reference.file) {
          pending = readName(of: factory, chain, index, reference)
        } else if forwardsMembers(type) || !hasMember(name, type) {
          mention([name], reference.file)
        }
      case .module: readCall(index, before, reference)
      case .unknown:
        readCall(index, before, reference)
        if let name = link.name, definitions.factoryNames.contains(name) {
          mention([name], reference.file)
          if isCertainlyAFactory(after: index, chain) {
            unresolved.append(
              Unresolved(Location(reference.file, link.place), .typeBefore(member: name)))
          }
        }
      }
    }
    switch last {
    case .factory(let factory) where chain.links.isEmpty,
      .factoryFunction(let factory) where chain.links.isEmpty:
      // A factory that is named without `self`, and not called.
      add(.mention, factory, chain, 0, reference)
    default: break
    }
    if let (factory, link) = pending { add(.mention, factory, chain, link, reference) }
  }

  /// A member of a container, or `[keyPath: \.x]`. Returns the factory if nothing is done with it yet.
  private func readMember(
    of container: ContainerIndex, _ chain: Chain, _ index: Int, _ reference: ChainReference
  ) -> (factory: FactoryIndex, link: Int)? {
    let link = chain.links[index]
    if link.name == Link.keyPathSubscript {
      if case .factory(let factory) = value(ofKeyPathIn: link, container, reference.file) {
        return (factory, index)
      }
      unresolved.append(
        Unresolved(
          Location(reference.file, link.place), .keyPath(container: containers[container].name)))
      return nil
    }
    guard let name = link.name,
      let factory = factory(named: name, in: container, from: reference.file, call: link.call)
    else { return nil }
    return readName(of: factory, chain, index, reference)
  }

  private func readContainerUse(
    _ chain: Chain, _ index: Int, _ before: Value,
    _ manager: inout (isRead: Bool, of: ContainerIndex?), _ reference: ChainReference
  ) {
    let link = chain.links[index]
    func record(_ container: ContainerIndex?, _ operation: ContainerUse.Operation) {
      containerUses.append(
        ContainerUse(container: container, operation: operation, chain: reference))
    }
    switch (before, link.name) {
    case (.metatype(let type), nil), (.metatype(let type), "init"):
      if let container = container(ofType: type), let call = link.call {
        record(container, .make(isChild: call.argument("parent") != nil))
      }
    case (.container(let container), "manager"): manager = (true, container)
    case (.container(let container), "reset"): record(container, .reset(scope: nil))
    case (.container(let container), "run"): if link.call != nil { record(container, .share) }
    case (.container, _), (.metatype, _): break
    case (_, "reset") where manager.isRead:
      let argument = link.call?.argument("scope")?.chain
      let scope = argument.map { self.chain(Reference(reference.file, $0)) }
      // `.cached` or `Scope.cached`; a variable may be any scope.
      let isName = scope.map { $0.root == .implicit || $0.root == .name("Scope") } ?? false
      record(manager.of, .reset(scope: isName ? scope?.links.last?.name : nil))
    case (_, "push") where manager.isRead: record(manager.of, .push)
    case (_, "pop") where manager.isRead: record(manager.of, .pop)
    default: break
    }
    if link.name == "withValue", index > 0, chain.links[index - 1].name == "$shared" {
      record(nil, .share)
    }
  }

  /// A name in a protocol's extension, or in that of a type of another program, may be that of a
  /// factory: the type may be a container.
  private func mention(_ chain: Chain, _ reference: ChainReference) {
    let region = RegionReference(reference.file, chain.region)
    guard let name = chain.root == .me ? chain.links.first?.name : chain.rootName,
      definitions.factoryNames.contains(name), mayBeContainer(me(in: region)),
      placeOfLocal(named: name, in: region, at: chain.place) == nil
    else { return }
    mention([name], reference.file)
  }

  func mention(_ names: [String], _ file: FileIndex) {
    for name in names { mentionedNames[name, default: []].insert(file) }
  }

  private func mayBeContainer(_ me: Value) -> Bool {
    switch me {
    case .instance(let type): [.protocol, .extension].contains(types.types[type].kind)
    case .container(let container): containers[container].isProtocol
    default: false
    }
  }

  /// Whether the members of a type may be those of another one.
  private func forwardsMembers(_ type: TypeIndex) -> Bool {
    types.types[type].parts.contains { part in
      fact(of: part).attributes.contains { $0.name == "dynamicMemberLookup" }
    }
  }

  /// Whether a name's next link is one that only factories have.
  private func isCertainlyAFactory(after index: Int, _ chain: Chain) -> Bool {
    guard chain.links.indices.contains(index + 1), chain.links[index].call == nil,
      let next = chain.links[index + 1].name
    else { return false }
    return next == "register" || FactoryTypes.contexts[next] != nil || next == "resolvedOrNil"
  }

  /// A factory's name, with the call of a property. Returns the factory if nothing is done with it
  /// yet.
  private func readName(
    of factory: FactoryIndex, _ chain: Chain, _ index: Int, _ reference: ChainReference
  ) -> (factory: FactoryIndex, link: Int)? {
    guard let call = chain.links[index].call, !isFunction(factory) else {
      return (factory, index)
    }
    readCall(call, factory, chain, index, reference)
    return nil
  }

  /// `x()` and `x { … }`.
  private func readCall(
    _ call: Call, _ factory: FactoryIndex, _ chain: Chain, _ link: Int, _ reference: ChainReference
  ) {
    let isRegistration = registers(call, factory)
    add(
      isRegistration ? .register(closure: call.closures.last?.region) : .resolve, factory, chain,
      link, reference)
  }

  private func readOperation(
    _ link: Link, _ factory: FactoryIndex, _ chain: Chain, _ index: Int, _ reference: ChainReference
  ) {
    guard let name = link.name else {
      if let call = link.call { readCall(call, factory, chain, index, reference) }
      return
    }
    let closure = link.call?.closures.last?.region
    switch name {
    case "resolve":
      add(link.call == nil ? .passResolve : .resolve, factory, chain, index, reference)
    case "callAsFunction":
      if let call = link.call {
        readCall(call, factory, chain, index, reference)
      } else {
        add(.passResolve, factory, chain, index, reference)
      }
    case "resolvedOrNil", "existing": add(.existing, factory, chain, index, reference)
    case "register", "preview": add(.register(closure: closure), factory, chain, index, reference)
    case "reset":
      add(.reset(arguments: link.call?.arguments ?? []), factory, chain, index, reference)
    case "add" where factories[factory].kind == .group:
      // A key path among the arguments is read as a chain of its own.
      add(.modifier(name, closure: closure), factory, chain, index, reference)
    default:
      if let modifier = modifier(chain, reference.index, index, reference.file) {
        unresolved.addUnknownArguments(of: modifier)
        if let scope = modifier.scope {
          add(.scope(scope), factory, chain, index, reference)
          // `x.cached()` resolves it.
          if let call = link.call, scope.name == name {
            readCall(call, factory, chain, index, reference)
          }
        } else if FactoryTypes.contexts[name] != nil {
          add(.context(modifier.contexts, closure: closure), factory, chain, index, reference)
        } else {
          add(.modifier(name, closure: closure), factory, chain, index, reference)
        }
      }
    }
  }

  private func add(
    _ operation: FactoryUse.Operation, _ factory: FactoryIndex, _ chain: Chain, _ link: Int,
    _ reference: ChainReference
  ) {
    let place = chain.links.indices.contains(link) ? chain.links[link].place : chain.place
    record(
      FactoryUse(
        factory: factory, file: reference.file, operation: operation, region: chain.region,
        place: place, chain: reference.index, link: link))
  }

  func record(_ use: FactoryUse) {
    usesOfChain[Reference(use.file, use.chain), default: []].append(uses.append(use))
  }

  // MARK: Key paths

  func read(_ keyPath: KeyPathFact, _ chain: Chain, _ reference: ChainReference) {
    let parent = lookup(in: reference.file).call(around: reference.index)
    let call = parent.map { (files[reference.file].facts.chains[$0.chain], $0) }
    guard let container = container(of: keyPath, call, reference.file) else {
      mention(keyPath.components, reference.file)
      return
    }
    guard let factory = target(of: keyPath, in: container, reference.file) else {
      // The type of the parameter may name another container.
      if keyPath.root == nil { mention(keyPath.components, reference.file) }
      return
    }
    if let call, let wrapper = call.0.rootName.flatMap({ wrapper(named: $0, reference.file) }),
      call.1.link == 0, call.0.links[0].name == nil
    {
      // `readWrappers(of:)` records the wrappers of members.
      if !attributeChains.contains(call.1.chain) {
        record(
          FactoryUse(
            factory: factory, file: reference.file, operation: .wrapper(wrapper),
            region: call.0.region, place: call.0.place, chain: call.1.chain, link: 0))
      }
      return
    }
    // The type of a list or variable may name another container.
    if keyPath.root == nil, call == nil { mention(keyPath.components, reference.file) }
    record(
      FactoryUse(
        factory: factory, file: reference.file, operation: operation(call, reference),
        region: chain.region, place: keyPath.place, chain: reference.index, link: 0))
  }

  private func container(
    of keyPath: KeyPathFact, _ call: (Chain, (chain: Int, link: Int, label: String?))?,
    _ file: FileIndex
  ) -> ContainerIndex? {
    if let root = keyPath.root { return container(named: root, from: file) }
    if let (_, parent) = call,
      case .container(let container) = follow(Reference(file, parent.chain), upTo: parent.link)
    {
      return container
    }
    if let (chain, parent) = call, let call = chain.links[parent.link].call,
      let container = taskLocalContainer(in: call, file)
    {
      return container
    }
    if let (chain, _) = call, chain.root == .implicit, let trait = chain.links.first,
      let name = trait.name, let container = container(ofTrait: name, trait.call, from: file)
    {
      return container
    }
    return container(named: "Container", from: file)
  }

  private func operation(
    _ call: (Chain, (chain: Int, link: Int, label: String?))?, _ reference: ChainReference
  ) -> FactoryUse.Operation {
    guard let (chain, parent) = call else { return .mention }
    let link = chain.links[parent.link]
    switch link.name ?? chain.rootName {
    case "dependency", "resolve", "warmUp", "ContainerService": return .resolve
    case "add":
      let chain = ChainReference(reference.file, parent.chain)
      if case .factory(let group) = follow(chain, upTo: parent.link) { return .add(group: group) }
      // `group().add(\.x)`, the definition of a group.
      let defined = definitions.factoryOfBuilder[chain].flatMap {
        factories[$0].kind == .group ? $0 : nil
      }
      return defined.map { .add(group: $0) } ?? .mention
    default: return .mention
    }
  }
}
