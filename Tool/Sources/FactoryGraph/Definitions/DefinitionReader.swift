// Factory, MIT licence; see LICENSE
//
// Finds the factories of the containers, and reads their definitions.
/// Reads the factories that the members of containers are, and the properties elsewhere that make one
/// of a shared container.
struct DefinitionReader: HasProgram {
  let program: Program
  private(set) var factories = Table<FactoryInfo>()
  private(set) var factoriesOfContainer: [ContainerIndex: [String: [FactoryIndex]]] = [:]
  private(set) var unresolved: [Unresolved] = []

  init(_ program: Program) {
    self.program = program
    for container in containers.indices {
      let type = types.types[containers[container].type]
      for part in type.parts {
        let facts = files[part.file].facts
        for (index, member) in facts.members.enumerated() where member.owner == part.index {
          add(member, Reference(part.file, index), container)
        }
      }
    }
    for file in files.indices where usesFactoryKit(file) {
      for (index, member) in files[file].facts.members.enumerated() where member.kind == .property {
        addOutside(member, Reference(file, index))
      }
    }
  }

  /// Adds a property that is no member of a container, if its value makes a factory.
  private mutating func addOutside(_ member: MemberFact, _ reference: MemberReference) {
    if owner(of: reference).map({ container(ofType: $0) != nil }) ?? (member.owner != nil) {
      return
    }
    guard let builder = builders(of: member, reference).first, member.value == builder.chain,
      let container = isOfFirstVersion(member, [builder], reference.file)
        ? container(named: "Container", from: reference.file)
        : sharedContainer(in: builder, reference.file, own: nil),
      let info = factoryInfo(member, reference, container)
    else { return }
    factories.append(info)
  }

  private mutating func add(
    _ member: MemberFact, _ reference: MemberReference, _ container: ContainerIndex
  ) {
    guard member.kind == .property || member.kind == .function,
      let info = factoryInfo(member, reference, container)
    else { return }
    factoriesOfContainer[container, default: [:]][member.name, default: []]
      .append(factories.append(info))
  }

  private mutating func factoryInfo(
    _ member: MemberFact, _ reference: MemberReference, _ container: ContainerIndex
  ) -> FactoryInfo? {
    let facts = files[reference.file].facts
    let builders = self.builders(of: member, reference)
    var typeName = member.type
    let isFactory = builders.first.map { !isResolved($0, facts) } ?? false
    if typeName == nil, member.kind == .property, isFactory, let builder = builders.first,
      case .name(let root) = facts.chains[builder.chain].root, FactoryTypes.all[root] != nil
    {
      // `let x = Factory(self) { … }`, whose product is not written.
      let arguments = facts.chains[builder.chain].links.first?.generics ?? []
      typeName = TypeExpression(.named(root, arguments), text: root)
    }
    // A stored property in the form of a factory, such as `lazy var x = self { X() }`.
    if typeName == nil, member.kind == .property, member.storage != .computed, isFactory {
      typeName = TypeExpression("Factory")
    }
    if member.kind == .function, builders.isEmpty { return nil }
    // `typealias Service = Factory<any Services>`
    typeName = typeName.map { types.unaliased($0, from: reference.file).type }
    guard let typeName, let kind = FactoryTypes.all[typeName.name] else { return nil }
    let isOfFirstVersion = isOfFirstVersion(member, builders, reference.file)
    if member.isStatic, !isOfFirstVersion {
      if builders.isEmpty { return nil }
      if member.storage != .computed,
        builders.contains(where: { sharedContainer(in: $0, reference.file, own: container) == nil })
      {
        unresolved.append(
          Unresolved(Location(reference.file, member.place), .staticProperty))
        return nil
      }
    }
    let product =
      typeName.arguments.indices.contains(kind.product)
      ? typeName.arguments[kind.product]
      : builtType(builders, facts) ?? .unknown
    var info = FactoryInfo(
      container: container, name: member.name, member: reference,
      module: files[reference.file].module, type: product, kind: kind.kind,
      typeName: typeName.name, isParameterised: kind.isParameterised)
    info.isOfFirstVersion = isOfFirstVersion
    read(builders, facts, &info)
    // A function that passes on a closure, such as FactoryKit's own.
    if member.kind == .function, info.definition == .closure, info.closures.isEmpty { return nil }
    return info
  }

  /// Whether it is one of 1.x: a static property, or a global one, that names no container.
  private func isOfFirstVersion(
    _ member: MemberFact, _ builders: [(chain: Int, link: Int)], _ file: FileIndex
  ) -> Bool {
    // Version 3 has a module for them, and a form that no other version has.
    (member.isStatic || member.owner == nil) && files[file].imports("Factory")
      && (!builders.isEmpty || mayUseFirstVersion(file))
      && !builders.contains { hasContainer($0, files[file].facts) }
  }

  /// Whether a definition resolves the factory that it makes, as in `Factory(self) { … }()`.
  private func isResolved(_ builder: (chain: Int, link: Int), _ facts: FileFacts) -> Bool {
    facts.chains[builder.chain].links.dropFirst(builder.link + 1).contains { link in
      link.call != nil && [nil, "resolve", "callAsFunction"].contains(link.name)
    }
  }

  /// The container of `Factory(Container.shared) { … }`. In a container, it may be `shared` alone.
  private func sharedContainer(
    in builder: (chain: Int, link: Int), _ file: FileIndex, own: ContainerIndex?
  ) -> ContainerIndex? {
    let facts = files[file].facts
    let argument = facts.chains[builder.chain].links[builder.link].call?.arguments.first
    guard let chain = argument?.chain.map({ facts.chains[$0] }), let root = chain.rootName,
      chain.links.allSatisfy({ $0.call == nil })
    else { return nil }
    let names = [root] + chain.links.compactMap(\.name)
    guard names.last == ContainerInfo.sharedName else { return nil }
    let type = names.dropLast().joined(separator: ".")
    return ["", "Self"].contains(type) ? own : container(named: type, from: file)
  }

  /// Whether a definition names the factory's container, as `Factory(shared) { … }` and `self { … }` do.
  private func hasContainer(_ builder: (chain: Int, link: Int), _ facts: FileFacts) -> Bool {
    let chain = facts.chains[builder.chain]
    if chain.root == .me { return true }
    return chain.links[builder.link].call?.arguments.contains {
      $0.label == nil && $0.closure == nil
    } ?? false
  }

  /// The type that a closure such as `{ Service() }` makes, for a factory without a declared type.
  private func builtType(_ builders: [(chain: Int, link: Int)], _ facts: FileFacts)
    -> TypeExpression?
  {
    for builder in builders {
      guard
        let closure = facts.chains[builder.chain].links[builder.link].call?.closures.first?
          .region,
        let chain = facts.chains.first(where: { $0.region == closure }),
        case .name(let name) = chain.root, name.first?.isUppercase == true
      else { continue }
      return TypeExpression(name)
    }
    return nil
  }

  /// The chains in the body of a member that define a factory.
  private func builders(
    of member: MemberFact, _ reference: MemberReference
  ) -> [(chain: Int, link: Int)] {
    guard let body = member.body else { return [] }
    let facts = files[reference.file].facts
    return lookup(in: reference.file).chains(in: body).compactMap { index in
      let chain = facts.chains[index]
      // Not an argument of another call.
      if lookup(in: reference.file).call(around: index) != nil { return nil }
      switch chain.root {
      case .me:
        guard let first = chain.links.first, let call = first.call else { return nil }
        if first.name == nil, !call.closures.isEmpty || !call.arguments.isEmpty {
          return (index, 0)
        }
        return first.name.map { forms[$0] != nil } ?? false ? (index, 0) : nil
      case .name(let name):
        guard let first = chain.links.first, first.name == nil, first.call != nil else {
          // `manager { … }` and `FactoryKit.Factory(self) { … }`
          if LibraryModules.declaring.contains(name), chain.links.first?.name != nil,
            chain.links.first?.name.map({ FactoryTypes.all[$0] != nil }) ?? false
          {
            return (index, 0)
          }
          // `Container.shared { … }`
          return chain.links.firstIndex {
            $0.name == ContainerInfo.sharedName && $0.call?.closures.isEmpty == false
          }.map { (index, $0) }
        }
        return FactoryTypes.all[name] != nil || forms[name] != nil ? (index, 0) : nil
      case .implicit:
        // `.init(self) { … }`
        guard let first = chain.links.first, first.name == "init",
          first.call?.closures.isEmpty == false
        else { return nil }
        return (index, 0)
      default: return nil
      }
    }
  }

  private mutating func read(
    _ builders: [(chain: Int, link: Int)], _ facts: FileFacts, _ info: inout FactoryInfo
  ) {
    info.builders = builders
    for builder in builders {
      let chain = facts.chains[builder.chain]
      let link = chain.links[builder.link]
      info.definition =
        switch (chain.root, link.name) {
        case (.name(let name), nil): forms[name] ?? .closure
        case (_, let name?): forms[name] ?? .closure
        default: .closure
        }
      if let closure = link.call?.closures.last?.region {
        info.closures.append(closure)
      } else if info.definition == .closure, let argument = link.call?.arguments.last?.chain,
        facts.chains[argument].links.last?.call == nil
      {
        info.passedFunction = Reference(info.member.file, argument)
      }
      for index in chain.links.indices.dropFirst(builder.link + 1) {
        if let modifier = self.modifier(chain, builder.chain, index, info.member.file) {
          unresolved.addUnknownArguments(of: modifier)
          info.modifiers.append(modifier)
        }
      }
      // 1.x: `Factory(scope: .singleton) { … }`
      if let argument = link.call?.argument("scope"), let scope = facts.scopeName(argument) {
        info.modifiers.append(
          Modifier(
            name: "scope", place: argument.range.start, chain: builder.chain, link: builder.link,
            scope: scope))
      }
    }
    if info.definition == .promised || info.definition == .required { info.kind = .promise }
  }
}

private let forms: [String: FactoryInfo.Definition] = [
  "promised": .promised, "required": .required, "group": .group, "callAsFunction": .closure,
]
