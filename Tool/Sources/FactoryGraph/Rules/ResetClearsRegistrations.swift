// Factory, MIT licence; see LICENSE
struct ResetClearsRegistrations: Rule {
  let info = RuleInfo(
    "reset-clears-registrations", .warning, "A reset that removes a registration made before it",
    example: """
      import FactoryKit

      protocol Service: Sendable {}
      struct LiveService: Service {}
      struct FakeService: Service {}

      extension Container {
        var service: Factory<any Service> { self { LiveService() } }
      }

      func testLoads() {
        Container.shared.service.register { FakeService() }
      -   Container.shared.service.reset()
      -   let service = Container.shared.service()  // LiveService
      +   Container.shared.service.reset(.scope)
      +   let service = Container.shared.service()  // FakeService
        print(service)
      }
      """,
    why: """
      `reset()` removes registrations and contexts as well as cached instances, so the next \
      resolution uses the definition.

      Write `reset(.scope)` to evict cached instances only. After `register`, this is not \
      needed: `register` evicts them.

      If the registration should end there, write `reset(.registration)`, which is not reported.

      The rule checks a registration, a reset and a resolution that follow each other in one \
      function, on a container that is written the same way. A reset in a branch counts only for \
      a resolution in the same branch, because it may not run otherwise, and one in a closure \
      does not count. The rule is silent if the factory is resolved between the registration and \
      the reset, because the reset may then be intended, and if a function of the program, \
      `push()` or `pop()` is called in between.
      """)

  func check(_ program: Program) -> [Finding] {
    let byFactory = Dictionary(grouping: program.uses.filter { $0.property == nil }) {
      UseGroup(
        file: $0.file, region: program.withoutBranches($0.region, $0.file),
        factory: $0.factory)
    }
    return byFactory.values.flatMap { uses -> [Finding] in
      let uses = uses.sorted {
        let (one, other) = (ChainReference($0.file, $0.chain), ChainReference($1.file, $1.chain))
        return (program.chain(one).place, $0.link) < (program.chain(other).place, $1.link)
      }
      return uses.indices.compactMap { finding(uses, $0, program) }
    }
  }

  /// The uses of one factory in one function or closure.
  private struct UseGroup: Hashable {
    var file: FileIndex
    var region: Int
    var factory: FactoryIndex
  }

  private func finding(_ uses: [FactoryUse], _ index: Int, _ program: Program) -> Finding? {
    let registration = uses[index]
    guard registration.isRegistration, program.argumentsOfName(registration).isEmpty,
      let container = program.container(of: registration)
    else { return nil }
    let rest = uses[(index + 1)...].drop { use in
      if case .reset = use.operation { true } else { false }
    }
    guard let next = rest.first, next.isResolutionAtOnce, next.chain != registration.chain,
      program.container(of: next) == container,
      let reset = program.reset(between: registration, and: next, of: container)
    else { return nil }
    return Finding(
      Location(registration.file, reset),
      "this reset removes the registration of \(program.name(of: registration.factory)). Write "
        + "'reset(.scope)' to drop cached instances only.",
      notes: [
        Finding.Note(registration.location, "registered here"),
        Finding.Note(next.location, "resolved here"),
      ])
  }
}

/// A container as it is written: `self`, a variable, or `Container.shared`.
private struct WrittenContainer: Equatable {
  var root: Chain.Root
  /// Where the variable is declared.
  var variable: Place?
  var members: [String?] = []
}

extension Program {
  /// The container that a factory is read from; nil if a call or a key path stands before it.
  fileprivate func container(of use: FactoryUse) -> WrittenContainer? {
    let chain = chain(Reference(use.file, use.chain))
    let name = factories[use.factory].name
    let link = chain.rootName == name ? 0 : chain.links.firstIndex { $0.name == name }
    return link.flatMap { container(in: chain, before: $0, use.file, members: [name]) }
  }

  /// The container before a link of a chain.
  ///
  /// - Parameter members: names at the start of the chain that are members of `self`.
  private func container(
    in chain: Chain, before end: Int, _ file: FileIndex, members: Set<String>
  ) -> WrittenContainer? {
    let links = chain.links.prefix(end)
    if links.contains(where: { $0.call != nil }) { return nil }
    switch chain.root {
    case .me: return WrittenContainer(root: .me, members: links.map(\.name))
    case .name(let name):
      let code = RegionReference(file, chain.region)
      let variable = placeOfLocal(named: name, in: code, at: chain.place)
      if variable == nil, members.contains(name) { return WrittenContainer(root: .me) }
      return WrittenContainer(root: chain.root, variable: variable, members: links.map(\.name))
    default: return nil
    }
  }

  /// The first reset of the factory or its container that removes registrations. Nil if other code
  /// between the registration and the resolution may bring them back.
  fileprivate func reset(
    between registration: FactoryUse, and resolution: FactoryUse, of container: WrittenContainer
  ) -> Place? {
    let (file, facts) = (registration.file, files[registration.file].facts)
    let own = facts.chains[registration.chain].range
    let end = facts.chains[resolution.chain].range.start
    let block = facts.regions[registration.region].range
    var found: Place?
    for (index, chain) in facts.chains.enumerated() where block.contains(chain.range) {
      let isChained = index == registration.chain
      guard isChained || own.end <= chain.place, chain.range.end <= end else { continue }
      for (position, link) in chain.links.enumerated() where registration.place < link.place {
        if mayRegister(registration.factory, Reference(file, index), position) { return nil }
        guard found == nil, isBranch(chain.region, of: registration.region, file),
          isBranch(resolution.region, of: chain.region, file),
          link.name ?? chain.rootName == "reset", let call = link.call,
          removesRegistrations(call.arguments, facts),
          isChained || self.container(ofResetAt: position, chain, registration) == container
        else { continue }
        found =
          link.name == nil || position == 0 && chain.rootName == "manager"
          ? chain.place : link.place
      }
    }
    return found
  }

  /// Whether the code of a region runs in another one, at once or in a branch. What comes before it
  /// there has run then.
  private func isBranch(_ region: Int, of outer: Int, _ file: FileIndex) -> Bool {
    let regions = files[file].facts.regions
    var index = region
    while index != outer {
      guard case .condition = regions[index].kind, let parent = regions[index].parent else {
        return false
      }
      index = parent
    }
    return true
  }

  /// The container of `reset()`, `c.reset()`, `c.manager.reset()` or `c.factory.reset()`.
  private func container(
    ofResetAt position: Int, _ chain: Chain, _ registration: FactoryUse
  ) -> WrittenContainer? {
    let factory = factories[registration.factory].name
    let before = position > 0 ? chain.links[position - 1].name ?? chain.rootName : nil
    let isOfPart = before == factory || before == "manager"
    return container(
      in: chain, before: isOfPart ? position - 1 : position, registration.file,
      members: [factory, "manager", "reset"])
  }

  /// Whether a link calls a function of the program, saves or restores a container, or registers a
  /// factory.
  private func mayRegister(_ factory: FactoryIndex, _ chain: ChainReference, _ link: Int) -> Bool {
    let fact = self.chain(chain)
    let name = fact.links[link].name ?? fact.rootName ?? ""
    let isOfProgram =
      (callsOfChain[chain] ?? []).contains { calls[$0].link == link }
      || fact.links[link].name == nil && fact.links[link].call != nil
        && hasLocalFunction(name, in: chain.file)
    return isOfProgram || name == "push" || name == "pop"
      || (usesOfChain[chain] ?? []).contains {
        uses[$0].factory == factory && uses[$0].link == link && uses[$0].isRegistration
      }
  }

  private func hasLocalFunction(_ name: String, in file: FileIndex) -> Bool {
    files[file].facts.regions.contains { region in
      if case .localFunction(name) = region.kind { true } else { false }
    }
  }

  /// Whether the arguments of `reset` are none, or `.all`. `.registration` says what is meant.
  private func removesRegistrations(_ arguments: [CallArgument], _ facts: FileFacts) -> Bool {
    guard let first = arguments.first else { return true }
    if first.label == "scope" { return false }
    guard let index = first.chain, let name = facts.chains[index].links.last?.name else {
      return false
    }
    return name == "all"
  }
}
