// Factory, MIT licence; see LICENSE
#if Tool
  struct ResetClearsRegistrations: Rule {
    let info = RuleInfo(
      "reset-clears-registrations", .warning, "A reset that removes a registration made before",
      wrong: """
        extension Container {
          var service: Factory<any Service> { self { LiveService() } }
        }

        func testLoads() {
          Container.shared.service.register { FakeService() }
          Container.shared.service.reset()
          let service = Container.shared.service()  // the live one
        }
        """,
      right: """
        extension Container {
          var service: Factory<any Service> { self { LiveService() } }
        }

        func testLoads() {
          Container.shared.service.register { FakeService() }
          Container.shared.service.reset(.scope)
          let service = Container.shared.service()
        }
        """,
      why: """
        `reset()` removes registrations and contexts as well as cached instances. To drop the cached \
        instance only, write `reset(.scope)`; after `register`, not even that is needed.
        """)

    func check(_ program: Program) -> [Finding] {
      let registrations = program.uses.filter(\.isRegistration)
      let byFile = Dictionary(grouping: program.uses) { $0.file }
      var found: [Location: Finding] = [:]
      for registration in registrations {
        guard
          let function = program.enclosingMember(
            of: Reference(registration.file, registration.region))
        else { continue }
        let receiver = program.receiver(of: registration)
        let others = (byFile[registration.file] ?? []).filter {
          $0.factory == registration.factory && $0.place > registration.place
            && program.receiver(of: $0) == receiver
            && program.enclosingMember(of: Reference($0.file, $0.region)) == function
        }
        for (reset, region) in program.resets(after: registration, in: function, others) {
          let next = others.filter { $0.place > reset }.min { $0.place < $1.place }
          let isRegisteredBetween = others.contains { $0.isRegistration && $0.place < reset }
          guard !isRegisteredBetween, let next, next.isResolution,
            program.runs(region, after: registration.region, next.file),
            program.isWithin(next.region, region, next.file),
            !program.restores(registration.file, from: reset, to: next.place)
          else { continue }
          let location = Location(registration.file, reset)
          let name = program.name(of: registration.factory)
          found[location] = Finding(
            location,
            "this reset removes the registration of \(name). Write 'reset(.scope)' to drop cached "
              + "instances only.",
            notes: [
              Finding.Note(registration.location, "registered here"),
              Finding.Note(next.location, "resolved here"),
            ])
        }
      }
      return Array(found.values)
    }
  }

  extension Program {
    /// The places of resets of a factory or of its container after a registration in the same
    /// function, that remove registrations.
    fileprivate func resets(
      after registration: FactoryUse, in function: Reference, _ uses: [FactoryUse]
    ) -> [(place: Place, region: Int)] {
      let facts = files[registration.file].facts
      var places = uses.compactMap { use -> (place: Place, region: Int)? in
        guard case .reset(let arguments) = use.operation, removesRegistrations(arguments, facts)
        else { return nil }
        return (use.place, use.region)
      }
      let receiver = receiver(of: registration)
      for (index, chain) in facts.chains.enumerated() where chain.place > registration.place {
        guard chain.links.contains(where: { $0.name == "reset" && $0.call != nil }),
          enclosingMember(of: Reference(registration.file, chain.region)) == function
        else { continue }
        follow(Reference(registration.file, index)) { position, before in
          guard case .container(let container) = before,
            container == self.factories[registration.factory].container,
            self.receiver(of: chain, position) == receiver
          else { return }
          let rest = chain.links.dropFirst(position).prefix(2)
          let reset = rest.first?.name == "manager" ? rest.last : rest.first
          if let reset, reset.name == "reset", let call = reset.call,
            self.removesRegistrations(call.arguments, facts)
          {
            places.append((reset.place, chain.region))
          }
        }
      }
      return places
    }

    /// The names before a factory, such as `Container.shared`; nil if a call is among them.
    fileprivate func receiver(of use: FactoryUse) -> [String]? {
      guard use.chain >= 0 else { return ["Container", "shared"] }
      let chain = chain(Reference(use.file, use.chain))
      if case .keyPath(let keyPath) = chain.root { return [keyPath.root ?? "Container", "shared"] }
      let name = factories[use.factory].name
      if chain.rootName == name { return ["self"] }
      return chain.links.firstIndex { $0.name == name }.flatMap { receiver(of: chain, $0) }
    }

    private func receiver(of chain: Chain, _ link: Int) -> [String]? {
      let links = chain.links.prefix(link)
      if links.contains(where: { $0.call != nil }) { return nil }
      let names = links.compactMap(\.name)
      switch chain.root {
      case .me: return ["self"] + names
      // A method of the container itself: `reset()`.
      case .name(let name): return name == "reset" || name == "manager" ? ["self"] : [name] + names
      default: return nil
      }
    }

    /// Whether a `pop()` stands between two places.
    fileprivate func restores(_ file: Int, from start: Place, to end: Place) -> Bool {
      files[file].facts.chains.contains { chain in
        chain.links.contains { $0.name == "pop" && start < $0.place && $0.place < end }
      }
    }

    /// Whether code that runs in one region is followed by that of another, or contains it: one of
    /// them may be in a branch, but neither in another closure.
    fileprivate func runs(_ region: Int, after other: Int, _ file: Int) -> Bool {
      isWithin(region, other, file) && isBranch(region, of: other, file)
        || isWithin(other, region, file) && isBranch(other, of: region, file)
    }

    private func isBranch(_ region: Int, of outer: Int, _ file: Int) -> Bool {
      enclosing(Reference(file, region)).prefix { $0.index != outer }.allSatisfy {
        if case .condition = $0.region.kind { true } else { false }
      }
    }

    /// Whether the arguments of `reset` are none, `.all` or `.registration`.
    private func removesRegistrations(_ arguments: [CallArgument], _ facts: FileFacts) -> Bool {
      guard let first = arguments.first else { return true }
      if first.label == "scope" { return false }
      guard let index = first.chain, let name = facts.chains[index].links.last?.name else {
        return false
      }
      return name == "all" || name == "registration"
    }
  }
#endif
