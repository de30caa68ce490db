// Factory, MIT licence; see LICENSE
//
// What the first parameter of a closure is, as the call tells to which the closure is given.
extension HasProgram {
  /// The first parameter of a closure that states no type.
  func contextualParameter(of region: RegionReference, depth: Int) -> Value {
    guard case .closure(let closure) = self.region(region).kind,
      case .argument(let index, let position, let label) = closure.use, depth < 12
    else { return .unknown }
    let reference = ChainReference(region.file, index)
    if let factory = definitions.factoryOfBuilder[reference],
      factories[factory].closures.contains(region.index)
    {
      return parameter(of: factory)
    }
    let chain = chain(reference)
    let link = chain.links[position]
    if let container = traitContainer(chain, link, region.file) { return .container(container) }
    let before = follow(reference, depth: depth + 1, upTo: position)
    switch before {
    case .container(let container):
      if link.name == nil || ["with", "callAsFunction", "preview"].contains(link.name) {
        return .container(container)
      }
      if let name = link.name,
        let factory = factory(
          named: name, in: container, from: region.file, call: link.call),
        !isFunction(factory)
      {
        return parameter(of: factory)
      }
      return functionParameter(link, label, of: containers[container].type, region.file)
    case .factory(let factory):
      let takesProduct = ["decorator", "wrap", "onShutdown"].contains(link.name ?? "")
      return takesProduct ? product(of: factory) : parameter(of: factory)
    case .metatype(let type):
      // `Container.shared { $0.service.register { … } }`
      if let container = container(ofType: type), ["preview", "shared"].contains(link.name) {
        return .container(container)
      }
      return functionParameter(link, label, of: type, region.file)
    case .instance(let type): return functionParameter(link, label, of: type, region.file)
    case .factoryFunction, .module: return .unknown
    case .unknown:
      if case .name(let name) = chain.root, link.name == nil {
        return functionParameter(globals(named: name, from: region.file), label, region.file)
      }
      return .unknown
    }
  }

  private func parameter(of factory: FactoryIndex) -> Value {
    let info = factories[factory]
    guard info.isParameterised, let type = member(info.member).type?.arguments.first else {
      return .unknown
    }
    return value(type, from: info.member.file)
  }

  /// The container of a trait of a test or preview, or of `withTestContainer`.
  private func traitContainer(_ chain: Chain, _ link: Link, _ file: FileIndex) -> ContainerIndex? {
    if case .name(let root) = chain.root, link.name == nil,
      ["withTestContainer", "ContainerTrait", "ContainerPreview"].contains(root)
    {
      return link.call.flatMap { taskLocalContainer(in: $0, file) }
        ?? container(named: "Container", from: file)
    }
    guard chain.root == .implicit, let name = chain.links.first?.name else { return nil }
    return container(ofTrait: name, link.call, from: file)
  }

  /// The container of `Custom.$shared` among the arguments of a call.
  func taskLocalContainer(in call: Call, _ file: FileIndex) -> ContainerIndex? {
    call.arguments.lazy.compactMap { argument -> ContainerIndex? in
      guard let index = argument.chain else { return nil }
      let chain = self.files[file].facts.chains[index]
      guard case .name(let type) = chain.root, chain.links.first?.name == "$shared" else {
        return nil
      }
      return self.container(named: type, from: file)
    }.first
  }

  /// The container of a trait such as `.container`, or of one that the program declares in an
  /// extension of `Trait`.
  func container(
    ofTrait name: String, _ call: Call?, from file: FileIndex
  ) -> ContainerIndex? {
    if name == "container" {
      // `.container(Custom.$shared, custom) { … }` of a preview
      return call.flatMap { taskLocalContainer(in: $0, file) }
        ?? container(named: "Container", from: file)
    }
    for trait in ["Trait", "SuiteTrait", "TestTrait"] {
      guard let type = types.find(trait, from: file) else { continue }
      for reference in ownMembers(named: name, of: type) {
        let member = member(reference)
        // `static var custom: Self` in `extension Trait where Self == ContainerTrait<Custom>`
        let own = member.owner.flatMap { files[reference.file].facts.types[$0].selfType }
        for declared in [member.type, own] where declared?.name == "ContainerTrait" {
          if let argument = declared?.arguments.first {
            return container(named: argument.base, from: reference.file)
          }
        }
      }
    }
    return nil
  }

  private func functionParameter(
    _ link: Link, _ label: String?, of type: TypeIndex, _ file: FileIndex
  ) -> Value {
    guard let name = link.name else { return .unknown }
    return functionParameter(members(named: name, of: type), label, file)
  }

  /// The first parameter of a parameter with a function type, such as `(Container) -> Void`.
  private func functionParameter(
    _ candidates: some Sequence<MemberReference>, _ label: String?, _ file: FileIndex
  ) -> Value {
    for reference in candidates {
      let parameters = member(reference).parameters
      let parameter = parameters.last { $0.label == label } ?? parameters.last
      guard let type = parameter?.type,
        let function = types.unaliased(type, from: reference.file).type.function,
        let first = function.parameters.first
      else { continue }
      return value(first, from: reference.file)
    }
    return .unknown
  }
}
