// Factory, MIT licence; see LICENSE
//
// Finds the edges between factories, and between code and factories.
extension Program {
  func findEdges() {
    let code = CodeByOwner(self)
    for factory in factories.indices { addEdges(of: factory, code) }
    for (index, use) in uses.enumerated() { addOther(use, index) }
  }

  /// Follows what the construction of a factory's instance runs.
  private func addEdges(of factory: Int, _ code: CodeByOwner) {
    // Code that runs later as well as code that runs at once: the second visit may find more.
    var seen: [CodeOwner: CodeTiming] = [:]
    var queue: [(owner: CodeOwner, timing: CodeTiming)] = [(.construction(factory), .atOnce)]
    queue += codeRunByPassedInitializer(of: factory).map { ($0, .atOnce) }
    var found: [EdgeKey: CodeTiming] = [:]
    while let (owner, timing) = queue.popLast() {
      if let before = seen[owner], timing.addsNothing(to: before) { continue }
      seen[owner] = timing
      constructed.insert(owner)
      for (index, own) in code.uses[owner] ?? [] {
        var timing = own.within(timing)
        if isAmbiguous(uses[index]) {
          timing = timing.within(.unknown(.overload(of: factories[uses[index].factory].name)))
        }
        guard let kind = kind(of: uses[index], isDeferred: timing != .atOnce) else { continue }
        let key = EdgeKey(kind: kind, use: index)
        if found[key] == nil {
          edges.append(
            FactoryEdge(from: .factory(factory), to: uses[index].factory, kind: kind, use: index))
        }
        if let before = found[key], timing.addsNothing(to: before) { continue }
        found[key] = timing
      }
      for (index, own) in code.calls[owner] ?? [] {
        let timing = own.within(timing)
        let doubt = self.timing(ofTargetsOf: calls[index])
        queue += codeRun(by: calls[index]).map { owner in
          if case .storage = owner { (owner, timing) } else { (owner, timing.within(doubt)) }
        }
      }
    }
    addDoubts(found)
  }

  /// Lists the resolutions of which it is not known whether the construction makes them.
  private func addDoubts(_ found: [EdgeKey: CodeTiming]) {
    for (key, timing) in found {
      guard case .unknown(let doubt) = timing, uses[key.use].isResolutionAtOnce,
        found[EdgeKey(kind: .construct, use: key.use)] == nil,
        doubted.insert(key.use).inserted
      else { continue }
      let use = uses[key.use]
      unresolved.append((use.location, doubt.reason(name(of: use.factory))))
    }
  }

  /// What a call runs: functions and initialisers, the default values of parameters that it leaves
  /// out, and the initial values of the instance that it makes.
  func codeRun(by call: CallSite) -> [CodeOwner] {
    call.targets.flatMap { target in
      [.member(target)] + omitted(by: call, of: target).map { .defaultArgument(target, $0) }
    } + (call.constructs.map { storages(of: $0) } ?? [])
  }

  /// Of several functions, none is certain to run, unless each is compiled without the others.
  private func timing(ofTargetsOf call: CallSite) -> CodeTiming {
    let regions = call.targets.map { Reference($0.file, member($0).region) }
    let areAlternatives = regions.indices.allSatisfy { one in
      regions.indices.allSatisfy { $0 <= one || self.areAlternatives(regions[one], regions[$0]) }
    }
    return areAlternatives ? .atOnce : .unknown(.overload(of: member(call.targets[0]).name))
  }

  private func storages(of type: Int) -> [CodeOwner] {
    lineage(of: type).filter { types.types[$0].kind != .protocol }.map { .storage($0) }
  }

  /// The code that runs when a definition passes an initialiser, such as
  /// `Factory(self, Service.init)`.
  private func codeRunByPassedInitializer(of factory: Int) -> [CodeOwner] {
    guard let reference = factories[factory].initializer,
      case .metatype(let type) = follow(reference)
    else { return [] }
    // Default values do not apply to an initialiser that is passed on.
    let count = factories[factory].isParameterised ? 1 : 0
    let found = initializers(lineage(of: type)).filter { member($0).parameters.count == count }
    // If several fit, the compiler chooses by the factory's type, which may be inferred.
    return (found.count == 1 ? [.member(found[0])] : []) + storages(of: type)
  }

  private struct EdgeKey: Hashable {
    var kind: Graph.Edge.Kind
    var use: Int
  }

  private func kind(of use: FactoryUse, isDeferred: Bool) -> Graph.Edge.Kind? {
    switch use.operation {
    case .resolve: isDeferred ? .lazy : .construct
    // They build nothing.
    case .existing, .passResolve: .lazy
    case .wrapper(let name): isDeferred ? .lazy : Wrappers.all[name]
    default: nil
    }
  }

  /// The edges of code that no construction runs, those of groups, and registrations.
  private func addOther(_ use: FactoryUse, _ index: Int) {
    let region = Reference(use.file, use.region)
    switch use.operation {
    case .resolve, .passResolve, .existing, .wrapper:
      let owner = ownership(of: use).owner
      if !constructed.contains(owner) {
        edges.append(
          FactoryEdge(from: code(of: region), to: use.factory, kind: .resolve, use: index))
      }
    case .add(let group):
      edges.append(
        FactoryEdge(from: .factory(group), to: use.factory, kind: .construct, use: index))
    case .register, .context:
      edges.append(
        FactoryEdge(from: code(of: region), to: use.factory, kind: .register, use: index))
    case .mention:
      if isPassedOn(use), !isTest(use.file) {
        unresolved.append(
          (
            use.location,
            "\(name(of: use.factory)) is passed on, so it is not known what code resolves it"
          ))
      }
    case .scope, .modifier, .reset: break
    }
  }

  /// Whether a factory is named as a value, and not only to declare a variable or property, whose
  /// uses are read.
  private func isPassedOn(_ use: FactoryUse) -> Bool {
    let facts = files[use.file].facts
    if case .keyPath = facts.chains[use.chain].root { return false }
    return !facts.variables.contains { $0.value == use.chain }
      && !facts.members.contains { $0.value == use.chain }
  }
}

/// The uses and calls of a program by what runs them.
private struct CodeByOwner {
  var uses: [CodeOwner: [(index: Int, timing: CodeTiming)]] = [:]
  var calls: [CodeOwner: [(index: Int, timing: CodeTiming)]] = [:]

  init(_ program: Program) {
    for (index, use) in program.uses.enumerated() {
      let ownership = program.ownership(of: use)
      uses[ownership.owner, default: []].append((index, ownership.timing))
    }
    for (index, call) in program.calls.enumerated() {
      let ownership = program.ownership(of: call)
      calls[ownership.owner, default: []].append((index, ownership.timing))
    }
  }
}
