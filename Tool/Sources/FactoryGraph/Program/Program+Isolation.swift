// Factory, MIT licence; see LICENSE
//
// What isolates tests from each other: traits, closures, and saved or reset containers.
extension Program {
  /// Whether code is in the closure of `Scope.$singleton.withValue`.
  func hasOwnSingletons(_ code: Reference) -> Bool {
    enclosing(code).contains { _, region in
      guard case .closure(let closure) = region.kind,
        case .argument(let index, let position, _) = closure.use
      else { return false }
      let chain = files[code.file].facts.chains[index]
      return chain.links[position].name == "withValue"
        && chain.links.contains { $0.name == "$singleton" }
    }
  }

  /// Whether code is in the closure of `withTestContainer` or `Custom.$shared.withValue`.
  func isIsolated(_ code: Reference, _ container: Int) -> Bool {
    let file = code.file
    return enclosing(code).contains { _, region in
      guard case .closure(let closure) = region.kind,
        case .argument(let index, let position, _) = closure.use
      else { return false }
      let chain = files[file].facts.chains[index]
      let link = chain.links[position]
      // A function of the program that does it.
      for call in callsOfChain[Reference(file, index)] ?? []
      where calls[call].link == position {
        if calls[call].targets.contains(where: { savesOrResetsContainer($0) }) { return true }
      }
      if chain.rootName == "withTestContainer", link.name == nil {
        let own = link.call.flatMap { taskLocalContainer(in: $0, file) }
        return (own ?? self.container(named: "Container", from: file)) == container
      }
      return link.name == "withValue" && chain.links.first?.name == "$shared"
        && chain.rootName.flatMap { self.container(named: $0, from: file) } == container
    }
  }

  /// Whether code in a test stands in a local function or type, or in a closure that is stored, so
  /// that it may run in another place of the test, where the test has a container of its own.
  func mayRunIsolated(_ code: Reference, in test: Reference) -> Bool {
    for (_, region) in enclosing(code) {
      switch region.kind {
      case .localFunction, .type: return savesOrResetsContainer(test)
      case .closure(let closure):
        if case .stored = closure.use { return savesOrResetsContainer(test) }
      case .member(test.index): return false
      default: continue
      }
    }
    return false
  }

  /// Whether a test or a suite around it has a trait for a container. What runs before each test of
  /// a suite has it, if all of these tests have.
  func hasTrait(_ test: Reference, for container: Int) -> Bool {
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
  private func suites(around type: Int) -> [Int] {
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

  private func hasTrait(_ attributes: [AttributeFact], _ file: Int, _ container: Int) -> Bool {
    attributes.contains { attribute in
      guard ["Test", "Suite", "Testing.Test", "Testing.Suite"].contains(attribute.name),
        let index = attribute.chain
      else { return false }
      let call = files[file].facts.chains[index].links.first?.call
      return (call?.arguments ?? []).contains { argument in
        guard let index = argument.chain else { return false }
        let chain = files[file].facts.chains[index]
        if chain.root == .implicit, let name = chain.links.first?.name {
          // A trait that is neither a container's nor the testing library's may isolate as well.
          return self.container(ofTrait: name, from: file).map { $0 == container }
            ?? !Self.testingTraits.contains(name)
        }
        guard chain.rootName != nil, argument.label == nil else { return false }
        let own = chain.links.first?.call.flatMap { taskLocalContainer(in: $0, file) }
        return own.map { $0 == container } ?? true
      }
    }
  }

  /// Whether an XCTest class saves or resets its container.
  func isolatesByHooks(_ test: MemberFact, _ file: Int) -> Bool {
    guard let owner = test.owner, let type = types.type(of: Reference(file, owner)) else {
      return false
    }
    return ([type] + ancestors(of: type)).contains { owner in
      types.types[owner].members.values.joined().contains { reference in
        let member = member(reference)
        guard member.kind == .function,
          ["setUp", "tearDown", "invokeTest"].contains(where: { member.name.hasPrefix($0) })
            || member.place == test.place
        else { return false }
        return savesOrResetsContainer(reference)
      }
    }
  }

  /// Whether a function, or one that it calls, saves or resets a container.
  func savesOrResetsContainer(_ function: Reference) -> Bool {
    var seen: Set<Reference> = []
    var queue = [function]
    while let next = queue.popLast() {
      guard seen.insert(next).inserted, let body = member(next).body else { continue }
      for (index, chain) in files[next.file].facts.chains.enumerated()
      where isRegion(chain.region, within: body, in: next.file) {
        if chain.rootName == "withTestContainer"
          || chain.links.contains(where: { Self.restoring.contains($0.name ?? "") })
        {
          return true
        }
        queue += (callsOfChain[Reference(next.file, index)] ?? []).flatMap { calls[$0].targets }
      }
    }
    return false
  }

  /// A function that calls one of these is taken as one that isolates, whatever it calls them on:
  /// the rule stays silent if it does not know.
  private static let restoring: Set = ["push", "pop", "reset", "withValue"]
}
