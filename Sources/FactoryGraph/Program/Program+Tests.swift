// Factory, MIT licence; see LICENSE
//
// The tests of a program, and what isolates them from each other.
#if Tool
  enum TestKind { case testing, xctest }

  /// What a test does with a container that other tests use.
  struct SharedUse {
    var container: Int
    var isResolution: Bool
    var location: Location
  }

  extension Program {
    /// Whether a declaration is a test, or code that runs before each test: `setUp`, or the
    /// initialiser and the initial values of a suite.
    func testKind(of reference: Reference) -> TestKind? {
      let member = member(reference)
      if isTest(member) { return .testing }
      guard let owner = member.owner, let type = types.type(of: Reference(reference.file, owner))
      else { return nil }
      switch member.kind {
      case .initializer: return tests(of: type).isEmpty ? nil : .testing
      case .property:
        guard member.storage == .letStored || member.storage == .varStored, !member.isStatic else {
          return nil
        }
        return tests(of: type).isEmpty ? nil : .testing
      case .function:
        guard member.name.hasPrefix("test") || member.name.hasPrefix("setUp"), isTestCase(type)
        else { return nil }
        return .xctest
      case .subscripted, .enumCase: return nil
      }
    }

    private func isTest(_ member: MemberFact) -> Bool {
      member.kind == .function
        && member.attributes.contains { $0.name == "Test" || $0.name == "Testing.Test" }
    }

    /// The functions of a suite that are tests.
    private func tests(of suite: Int) -> [Reference] {
      types.types[suite].members.values.joined().filter { isTest(member($0)) }
    }

    private func isTestCase(_ type: Int) -> Bool {
      ([type] + ancestors(of: type)).contains { types.types[$0].inherited.contains("XCTestCase") }
    }

    /// The registrations and contexts on shared containers in a test, and the resolutions of
    /// singletons.
    func sharedUses(in test: Reference) -> [SharedUse] {
      var visited: Set<Reference> = [test]
      return sharedUses(in: test, &visited)
    }

    private func sharedUses(in test: Reference, _ visited: inout Set<Reference>) -> [SharedUse] {
      guard let body = member(test).body else { return [] }
      let own = (usesOfFile[test.file] ?? []).compactMap { index -> SharedUse? in
        let use = uses[index]
        guard isWithin(use.region, body, use.file) else { return nil }
        switch use.operation {
        case .register, .context: break
        case .resolve where effectiveScope(of: use.factory)?.name == "singleton": break
        default: return nil
        }
        let isResolution = if case .resolve = use.operation { true } else { false }
        let region = Reference(use.file, use.region)
        guard let container = sharedContainer(of: use), !isIsolated(region, container),
          !isResolution || !hasOwnSingletons(region)
        else { return nil }
        return SharedUse(
          container: container, isResolution: isResolution,
          location: Location(use.file, chain(Reference(use.file, use.chain)).place))
      }
      return own + usesOfHelpers(test, body, &visited)
    }

    /// What a test does by functions of its own file, at their calls.
    private func usesOfHelpers(
      _ test: Reference, _ body: Int, _ visited: inout Set<Reference>
    ) -> [SharedUse] {
      var found: [SharedUse] = []
      for index in callsOfFile[test.file] ?? [] where isWithin(calls[index].region, body, test.file)
      {
        let call = calls[index]
        for target in call.targets
        where target.file == test.file && member(target).kind == .function
          && !isTest(member(target))
        {
          // A helper may call itself.
          guard visited.insert(target).inserted else { continue }
          defer { visited.remove(target) }
          for var use in sharedUses(in: target, &visited)
          where !use.isResolution && !isIsolated(Reference(call.file, call.region), use.container) {
            use.location = Location(call.file, chain(Reference(call.file, call.chain)).place)
            found.append(use)
          }
        }
      }
      return found
    }

    func isWithin(_ region: Int, _ outer: Int, _ file: Int) -> Bool {
      enclosing(Reference(file, region)).contains { $0.index == outer }
    }

    /// The container whose `shared` a use starts from.
    private func sharedContainer(of use: FactoryUse) -> Int? {
      let chain = chain(Reference(use.file, use.chain))
      if let (container, _) = sharedContainer(of: chain, use.file) { return container }
      // `let container = Container.shared`
      if let name = chain.rootName, let value = value(ofVariable: name, use),
        let (container, link) = sharedContainer(of: value, use.file), link == value.links.count - 1
      {
        return container
      }
      // `dependency(\.x)`
      if case .keyPath(let keyPath) = chain.root, case .resolve = use.operation,
        let parent = indices[use.file].call(around: use.chain),
        files[use.file].facts.chains[parent.chain].rootName == "dependency"
      {
        return container(named: keyPath.root ?? "Container", from: use.file)
      }
      return nil
    }

    /// The initial value of the local variable that a use starts from.
    private func value(ofVariable name: String, _ use: FactoryUse) -> Chain? {
      let facts = files[use.file].facts
      for (index, region) in enclosing(Reference(use.file, use.region)) {
        if region.parameters.contains(where: { $0.name == name }) { return nil }
        let variables = indices[use.file].ownVariables(of: index).map { facts.variables[$0] }
        if let variable = variables.last(where: { $0.name == name && $0.place < use.place }) {
          return variable.value.map { facts.chains[$0] }
        }
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

    /// Whether code is in the closure of `Scope.$singleton.withValue`.
    private func hasOwnSingletons(_ code: Reference) -> Bool {
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
    private func isIsolated(_ code: Reference, _ container: Int) -> Bool {
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
          if calls[call].targets.contains(where: { restores($0) }) { return true }
        }
        if chain.rootName == "withTestContainer", link.name == nil {
          let own = link.call.flatMap { sharedContainer(in: $0, file) }
          return (own ?? self.container(named: "Container", from: file)) == container
        }
        return link.name == "withValue" && chain.links.first?.name == "$shared"
          && chain.rootName.flatMap { self.container(named: $0, from: file) } == container
      }
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

    /// A function that calls one of these is taken as one that isolates, whatever it calls them on:
    /// the rule stays silent if it does not know.
    private static let restoring: Set = ["push", "pop", "reset", "withValue"]
  }
#endif
