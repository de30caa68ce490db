// Factory, MIT licence; see LICENSE
//
// Where code gets the container from that it works on, so that uses of one container can be compared.
/// What a factory is read from, such as `Container.shared`.
struct ContainerReceiver: Equatable {
  var origin: Program.Origin
  /// The members of it before the factory.
  var members: [String] = []
  /// The closure of `withValue` or `withTestContainer` that gives the code a container of its own.
  var isolation: Int?
}

/// The container that a piece of code works on, and the region in which it runs.
struct ContainerSite {
  var receiver: ContainerReceiver
  /// The region in which the code runs. A closure passed to `with` runs in that of the call.
  var region: Int
  /// The arguments of the function that returns the factory.
  var arguments: [Chain.Root] = []

  func isSame(as other: ContainerSite) -> Bool {
    receiver == other.receiver && arguments == other.arguments
  }
}

extension Program {
  /// The innermost closure around some code in which a container type has another shared container.
  func isolation(of code: Reference, _ container: Int) -> Int? {
    enclosing(code).first { index, region in
      guard case .closure = region.kind else { return false }
      return isIsolated(Reference(code.file, index), container)
        && !isIsolated(Reference(code.file, region.parent ?? 0), container)
    }?.index
  }

  /// The container that a factory is used on. Nil if it is what a call returns, or the parameter of
  /// an unknown closure, or if the factory depends on arguments that are computed.
  func site(of use: FactoryUse) -> ContainerSite? {
    guard let arguments = literalArguments(use), var site = siteOfContainer(use) else {
      return nil
    }
    site.arguments = arguments
    let container = factories[use.factory].container
    site.receiver.isolation = isolation(of: Reference(use.file, use.region), container)
    return site
  }

  /// The names and literals that are the arguments of a factory's function; nil if one is something
  /// else.
  private func literalArguments(_ use: FactoryUse) -> [Chain.Root]? {
    var found: [Chain.Root] = []
    for argument in argumentsOfName(use) {
      guard let index = argument.chain else { return nil }
      let chain = chain(Reference(use.file, index))
      guard chain.links.isEmpty, chain.root != .other else { return nil }
      found.append(chain.root)
    }
    return found
  }

  private func siteOfContainer(_ use: FactoryUse) -> ContainerSite? {
    let factory = factories[use.factory]
    if case .wrapper = use.operation {
      return siteOfShared(containers[factory.container].name, use)
    }
    let chain = chain(Reference(use.file, use.chain))
    if case .keyPath(let keyPath) = chain.root {
      return siteOfShared(keyPath.root ?? "Container", use)
    }
    if chain.rootName == factory.name {
      return ContainerSite(receiver: ContainerReceiver(origin: .me), region: use.region)
    }
    return chain.links.firstIndex { $0.name == factory.name }
      .flatMap { site(of: chain, $0, use.file) }
  }

  private func siteOfShared(_ container: String, _ use: FactoryUse) -> ContainerSite {
    ContainerSite(
      receiver: ContainerReceiver(origin: .name(container), members: ["shared"]),
      region: use.region)
  }

  func site(of chain: Chain, _ link: Int, _ file: Int) -> ContainerSite? {
    let links = chain.links.prefix(link)
    if links.contains(where: { $0.call != nil }) { return nil }
    let names = links.compactMap(\.name)
    switch chain.root {
    case .me:
      return ContainerSite(
        receiver: ContainerReceiver(origin: .me, members: names), region: chain.region)
    case .name(let name):
      // A method of the container itself: `reset()`.
      if name == "reset" || name == "manager" {
        return ContainerSite(receiver: ContainerReceiver(origin: .me), region: chain.region)
      }
      let code = Reference(file, chain.region)
      guard localVariable(named: name, in: code, at: chain.place) == nil,
        let closure = closure(withParameter: name, around: code)
      else {
        let origin = origin(of: name, in: code, at: chain.place)
        return ContainerSite(
          receiver: ContainerReceiver(origin: origin, members: names), region: chain.region)
      }
      guard var outer = site(ofContainerIn: closure.fact, file) else { return nil }
      outer.receiver.members += names
      // Code in a branch of the closure may not run.
      if closure.region != chain.region { outer.region = chain.region }
      return outer
    default: return nil
    }
  }

  /// The innermost closure around some code that has a parameter of this name.
  private func closure(
    withParameter name: String, around code: Reference
  ) -> (region: Int, fact: ClosureFact)? {
    for (index, region) in enclosing(code) {
      if case .closure(let closure) = region.kind,
        region.parameters.contains(where: { $0.name == name })
          || name == "$0" && region.parameters.isEmpty
      {
        return (index, closure)
      }
    }
    return nil
  }

  /// The container that is passed to the closure of `container.with { … }`, `container { … }` or
  /// `Container.shared { … }`, and the region of that call.
  private func site(ofContainerIn closure: ClosureFact, _ file: Int) -> ContainerSite? {
    guard case .argument(let index, let link, _) = closure.use else { return nil }
    let chain = files[file].facts.chains[index]
    var site = site(of: chain, link, file)
    switch chain.links[link].name {
    case "with", nil: return site
    case "shared":
      site?.receiver.members.append("shared")
      return site
    default: return nil
    }
  }
}
