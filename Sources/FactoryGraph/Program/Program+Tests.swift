// Factory, MIT licence; see LICENSE
//
// The tests of a program, and what isolates them from each other.
#if Tool
  enum TestKind { case testing, xctest }

  extension Program {
    /// Whether a function is a test, or the `setUp` of one.
    func testKind(of reference: Reference) -> TestKind? {
      let member = member(reference)
      guard member.kind == .function else { return nil }
      if member.attributes.contains(where: { $0.name == "Test" || $0.name == "Testing.Test" }) {
        return .testing
      }
      guard member.name.hasPrefix("test") || member.name.hasPrefix("setUp"),
        let owner = member.owner,
        let type = types.type(of: Reference(reference.file, owner)),
        isTestCase(type)
      else { return nil }
      return .xctest
    }

    private func isTestCase(_ type: Int) -> Bool {
      ([type] + ancestors(of: type)).contains { types.types[$0].inherited.contains("XCTestCase") }
    }

    /// The registrations on shared containers in a test, and the resolutions of singletons.
    func sharedUses(in test: Reference) -> [(FactoryUse, container: Int)] {
      guard let body = member(test).body else { return [] }
      return (usesOfFile[test.file] ?? []).compactMap { index in
        let use = uses[index]
        guard isWithin(use.region, body, use.file) else { return nil }
        switch use.operation {
        case .register, .context: break
        case .resolve where effectiveScope(of: use.factory)?.name == "singleton": break
        default: return nil
        }
        guard let container = sharedContainer(of: use) else { return nil }
        return (use, container)
      }
    }

    func isWithin(_ region: Int, _ outer: Int, _ file: Int) -> Bool {
      enclosing(Reference(file, region)).contains { $0.index == outer }
    }

    /// The container whose `shared` a use starts from.
    private func sharedContainer(of use: FactoryUse) -> Int? {
      let chain = chain(Reference(use.file, use.chain))
      if let (container, _) = sharedContainer(of: chain, use.file) { return container }
      // `dependency(\.x)`
      if case .keyPath(let keyPath) = chain.root, case .resolve = use.operation,
        let parent = indices[use.file].call(around: use.chain),
        files[use.file].facts.chains[parent.chain].rootName == "dependency"
      {
        return container(named: keyPath.root ?? "Container", from: use.file)
      }
      return nil
    }

    /// The container of `Container.shared` or `FactoryKit.Container.shared` at the start of a chain,
    /// and the link that is `shared`.
    func sharedContainer(of chain: Chain, _ file: Int) -> (container: Int, link: Int)? {
      guard let root = chain.rootName,
        let link = chain.links.firstIndex(where: { $0.name == "shared" }),
        link < 2, link == 0 || chain.links[0].call == nil
      else { return nil }
      let name = link == 0 ? root : "\(root).\(chain.links[0].name ?? "")"
      return container(named: name, from: file).map { ($0, link) }
    }

    /// Whether a use is in the closure of `withTestContainer` or `Custom.$shared.withValue`.
    func isIsolated(_ use: FactoryUse, _ container: Int) -> Bool {
      enclosing(Reference(use.file, use.region)).contains { _, region in
        guard case .closure(let closure) = region.kind,
          case .argument(let index, let position, _) = closure.use
        else { return false }
        let chain = files[use.file].facts.chains[index]
        let link = chain.links[position]
        // A function of the program that does it.
        for call in callsOfChain[Reference(use.file, index)] ?? []
        where calls[call].link == position {
          if calls[call].targets.contains(where: { restores($0) }) { return true }
        }
        if chain.rootName == "withTestContainer", link.name == nil {
          let own = link.call.flatMap { sharedContainer(in: $0, use.file) }
          return (own ?? self.container(named: "Container", from: use.file)) == container
        }
        return link.name == "withValue" && chain.links.first?.name == "$shared"
          && chain.rootName.flatMap { self.container(named: $0, from: use.file) } == container
      }
    }

    /// Whether a test or a suite around it has a trait for a container.
    func hasTrait(_ test: Reference, for container: Int) -> Bool {
      let member = member(test)
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
          let own = chain.links.first?.call.flatMap { sharedContainer(in: $0, file) }
          return own.map { $0 == container } ?? true
        }
      }
    }

    /// Whether an XCTest class saves or resets its container.
    func restoresContainer(_ test: MemberFact, _ file: Int) -> Bool {
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
          return restores(reference)
        }
      }
    }

    /// Whether a function, or one that it calls, saves or resets a container.
    private func restores(_ function: Reference) -> Bool {
      var seen: Set<Reference> = []
      var queue = [function]
      while let next = queue.popLast() {
        guard seen.insert(next).inserted, let body = member(next).body else { continue }
        for (index, chain) in files[next.file].facts.chains.enumerated()
        where isWithin(chain.region, body, next.file) {
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

    private static let restoring: Set = ["push", "pop", "reset", "withValue"]
  }
#endif
