// Factory, MIT licence; see LICENSE
//
// What isolates tests from each other: traits, and hooks that save or reset containers.
extension Program {
  /// Whether a test or a suite around it has a trait for a container. What runs before each test of
  /// a suite has it, if all of these tests have.
  func hasTrait(_ test: MemberReference, for container: ContainerIndex) -> Bool {
    let member = member(test)
    if !isTest(member), let owner = member.owner,
      let suite = types.type(of: Reference(test.file, owner)),
      tests(of: suite).allSatisfy({ hasTrait($0, for: container) })
    {
      return true
    }
    if hasTrait(member.attributes, test.file, container) { return true }
    return enclosing(Reference(test.file, member.region)).contains { _, region in
      guard case .type(let index) = region.kind else { return false }
      let fact = files[test.file].facts.types[index]
      if hasTrait(fact.attributes, test.file, container) { return true }
      // The suite of an extension is where the type is declared; its outer types count too.
      guard let type = types.type(of: Reference(test.file, index)) else { return false }
      return suites(around: type).contains { suite in
        types.types[suite].parts.contains { part in
          hasTrait(files[part.file].facts.types[part.index].attributes, part.file, container)
        }
      }
    }
  }

  /// A type, and the types in which it is declared.
  private func suites(around type: TypeIndex) -> [TypeIndex] {
    var found = [type]
    var name = types.types[type].name
    let file = types.types[type].parts[0].file
    while let dot = name.lastIndex(of: ".") {
      name = String(name[..<dot])
      if let outer = types.find(name, from: file) { found.append(outer) }
    }
    return found
  }

  private static let testingTraits: Set = [
    "tags", "enabled", "disabled", "serialized", "timeLimit", "bug", "hidden",
  ]

  private func hasTrait(
    _ attributes: [AttributeFact], _ file: FileIndex, _ container: ContainerIndex
  ) -> Bool {
    attributes.contains { attribute in
      guard ["Test", "Suite", "Testing.Test", "Testing.Suite"].contains(attribute.name),
        let index = attribute.chain
      else { return false }
      let call = files[file].facts.chains[index].links.first?.call
      return (call?.arguments ?? []).contains { argument in
        guard let index = argument.chain else { return false }
        let chain = files[file].facts.chains[index]
        if chain.root == .implicit, let trait = chain.links.first, let name = trait.name {
          // A trait that is neither a container's nor the testing library's may isolate as well.
          return self.container(ofTrait: name, trait.call, from: file).map { $0 == container }
            ?? !Self.testingTraits.contains(name)
        }
        guard chain.rootName != nil, argument.label == nil else { return false }
        let own = chain.links.first?.call.flatMap { taskLocalContainer(in: $0, file) }
        return own.map { $0 == container } ?? true
      }
    }
  }

  /// Whether the hooks of an XCTest class, or the test itself, save or reset a container. A base
  /// class that is not in the program may have such hooks.
  func isolatesByHooks(_ test: MemberReference) -> Bool {
    let member = member(test)
    guard let owner = member.owner, let type = types.type(of: Reference(test.file, owner)) else {
      return false
    }
    if savesOrResetsContainer(test) { return true }
    return lineage(of: type).contains { owner in
      types.types[owner].members.values.joined().contains { reference in
        ["setUp", "tearDown", "invokeTest"].contains {
          self.member(reference).name.hasPrefix($0)
        } && savesOrResetsContainer(reference)
      }
    }
  }

  /// Whether a function, or one of the program that it calls, saves or resets a container.
  private func savesOrResetsContainer(_ function: MemberReference) -> Bool {
    var seen: Set<MemberReference> = []
    var queue = [function]
    while let next = queue.popLast() {
      guard seen.insert(next).inserted, let body = member(next).body else { continue }
      for (index, chain) in files[next.file].facts.chains.enumerated()
      where enclosing(Reference(next.file, chain.region)).contains(where: { $0.index == body }) {
        if savesOrResetsContainer(chain, Reference(next.file, index)) { return true }
        queue += (callsOfChain[Reference(next.file, index)] ?? []).flatMap { calls[$0].targets }
      }
    }
    return false
  }

  /// `push`, `pop` and `reset` of a container, its manager, a factory or the singletons, and
  /// `run` and `withValue` of a container.
  private func savesOrResetsContainer(_ chain: Chain, _ reference: ChainReference) -> Bool {
    if chain.rootName == "withTestContainer" { return true }
    var isFound = false
    var isManager = false
    follow(reference) { index, before in
      let name = chain.links[index].name
      switch before {
      case .container:
        if name == "manager" { isManager = true }
        if name == "reset" { isFound = true }
        // `run { … }`, in which it is the shared container
        if name == "run", chain.links[index].call != nil { isFound = true }
      case .factory: if name == "reset" { isFound = true }
      default: if isManager, ["push", "pop", "reset"].contains(name) { isFound = true }
      }
      if name == "withValue", chain.links[..<index].last?.name == "$shared" { isFound = true }
      if name == "reset", chain.rootName == "Scope" { isFound = true }
    }
    return isFound
  }
}
