// Factory, MIT licence; see LICENSE
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
          of: Reference(registration.file, registration.region)),
        let site = program.site(of: registration)
      else { continue }
      let others = (byFile[registration.file] ?? []).filter {
        $0.factory == registration.factory && $0.place > registration.place
          && program.site(of: $0)?.isSame(as: site) == true
          && program.enclosingMember(of: Reference($0.file, $0.region)) == function
      }
      for (reset, region) in program.resets(after: registration, site, in: function, others) {
        let next = others.filter { $0.place > reset }.min { $0.isBefore($1) }
        let isRegisteredBetween = others.contains { $0.isRegistration && $0.place < reset }
        guard !isRegisteredBetween, let next, next.isResolutionAtOnce,
          !program.mayRegister(registration.factory, in: function, from: reset, to: next.place),
          let nextRegion = program.site(of: next)?.region,
          program.runTogether(region, site.region, in: next.file),
          program.isRegion(nextRegion, within: region, in: next.file),
          !program.calls("pop", in: registration.file, from: reset, to: next.place),
          // What is registered now comes back with `pop()`.
          !program.calls("push", in: registration.file, from: registration.place, to: reset)
            || program.calls("pop", in: registration.file, from: registration.place, to: reset)
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

extension FactoryUse {
  /// Whether it is written before another use of the file, or a link before it in the same chain.
  fileprivate func isBefore(_ other: FactoryUse) -> Bool {
    chain == other.chain ? link < other.link : place < other.place
  }
}

extension Program {
  /// The places of resets of a factory or of its container after a registration in the same
  /// function, that remove registrations.
  fileprivate func resets(
    after registration: FactoryUse, _ site: ContainerSite, in function: Reference,
    _ uses: [FactoryUse]
  ) -> [(place: Place, region: Int)] {
    let file = registration.file
    let facts = files[file].facts
    var places = uses.compactMap { use -> (place: Place, region: Int)? in
      guard case .reset(let arguments) = use.operation, removesRegistrations(arguments, facts),
        let region = self.site(of: use)?.region
      else { return nil }
      return (use.place, region)
    }
    let container = factories[registration.factory].container
    for (index, chain) in facts.chains.enumerated() where chain.place > registration.place {
      if site.receiver == ContainerReceiver(origin: .me),
        let reset = implicitReset(Reference(file, index)),
        case .container(container) = me(in: Reference(file, chain.region)),
        enclosingMember(of: Reference(file, chain.region)) == function,
        removesRegistrations(reset.call?.arguments ?? [], facts)
      {
        places.append((chain.place, chain.region))
      }
      guard chain.links.contains(where: { $0.name == "reset" && $0.call != nil }),
        !callsOwnReset(Reference(file, index)),
        enclosingMember(of: Reference(file, chain.region)) == function
      else { continue }
      follow(Reference(file, index)) { position, before in
        guard case .container(container) = before,
          var own = self.site(of: chain, position, file)
        else { return }
        own.receiver.isolation = isolation(of: Reference(file, chain.region), container)
        guard own.receiver == site.receiver else { return }
        let rest = chain.links.dropFirst(position).prefix(2)
        let reset = rest.first?.name == "manager" ? rest.last : rest.first
        if let reset, reset.name == "reset", let call = reset.call,
          self.removesRegistrations(call.arguments, facts)
        {
          places.append((reset.place, own.region))
        }
      }
    }
    return places
  }

  /// Whether a chain calls a function of the program with the name `reset`, which may do anything.
  private func callsOwnReset(_ reference: Reference) -> Bool {
    let chain = chain(reference)
    return (callsOfChain[reference] ?? []).contains { index in
      let call = calls[index]
      return (chain.links[call.link].name ?? chain.rootName) == "reset"
        && call.targets.contains { !isLibraryItself($0.file) }
    }
  }

  /// The link of `reset()` or `manager.reset()`, in the code of a container.
  private func implicitReset(_ reference: Reference) -> Link? {
    let chain = chain(reference)
    let code = Reference(reference.file, chain.region)
    guard let name = chain.rootName, let first = chain.links.first, first.call != nil,
      name == "reset" && first.name == nil || name == "manager" && first.name == "reset",
      placeOfLocal(named: name, in: code, at: chain.place) == nil,
      !callsOwnReset(reference), !hasLocalFunction(name, around: code)
    else { return nil }
    return first
  }

  /// Whether a function calls another one between two places that registers a factory, so that what
  /// a reset has removed may be there again.
  fileprivate func mayRegister(
    _ factory: Int, in function: Reference, from start: Place, to end: Place
  ) -> Bool {
    var seen: Set<Reference> = []
    var queue = calls(in: function).filter { start < $0.place && $0.place < end }
    while let call = queue.popLast() {
      for target in call.targets where seen.insert(target).inserted {
        let registers = uses(of: factory).contains { use in
          switch use.operation {
          case .register, .context:
            enclosingMember(of: Reference(use.file, use.region)) == target
          default: false
          }
        }
        if registers { return true }
        queue += calls(in: target)
      }
    }
    return false
  }

  private func calls(in function: Reference) -> [CallSite] {
    (callsOfFile[function.file] ?? []).map { calls[$0] }.filter {
      enclosingMember(of: Reference($0.file, $0.region)) == function
    }
  }

  /// Whether `push()` or `pop()` is called between two places.
  fileprivate func calls(
    _ name: String, in file: Int, from start: Place, to end: Place
  ) -> Bool {
    files[file].facts.chains.contains { chain in
      chain.links.contains { $0.name == name && start < $0.place && $0.place < end }
    }
  }

  /// Whether two regions belong to the same call of a function: one contains the other, and what
  /// lies between them is branches, not closures.
  fileprivate func runTogether(_ region: Int, _ other: Int, in file: Int) -> Bool {
    isRegion(region, within: other, in: file) && isBranch(region, of: other, file)
      || isRegion(other, within: region, in: file) && isBranch(other, of: region, file)
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
