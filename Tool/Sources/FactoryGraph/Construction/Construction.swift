// Factory, MIT licence; see LICENSE
//
// The sixth step of the pipeline: what the construction of instances runs, and the edges of the graph.
/// The edges between factories, and between code and factories.
final class Construction {
  let code: CodeByOwner
  let edges: [FactoryEdge]
  let edgesTo: [FactoryIndex: [FactoryEdge]]
  /// The edges that do not start from code.
  let edgesFrom: [FactoryIndex: [FactoryEdge]]
  /// The code that the construction of some instance runs.
  let constructed: Set<CodeOwner>
  let unresolved: [Unresolved]

  init(_ program: Program) {
    code = CodeByOwner(program)
    let reader = EdgeReader(program, code)
    edges = reader.edges
    edgesTo = Dictionary(grouping: reader.edges, by: \.to)
    var edgesFrom: [FactoryIndex: [FactoryEdge]] = [:]
    for edge in reader.edges {
      if case .factory(let from) = edge.from { edgesFrom[from, default: []].append(edge) }
    }
    self.edgesFrom = edgesFrom
    constructed = reader.constructed
    unresolved = reader.unresolved
  }
}

extension HasProgram {
  var construction: Construction { program.construction }
  var edges: [FactoryEdge] { construction.edges }
  var edgesTo: [FactoryIndex: [FactoryEdge]] { construction.edgesTo }
  var edgesFrom: [FactoryIndex: [FactoryEdge]] { construction.edgesFrom }
}

/// Follows the code that constructions run, and then what no construction runs.
private struct EdgeReader: HasProgram {
  let program: Program
  var edges: [FactoryEdge] = []
  var constructed: Set<CodeOwner> = []
  var unresolved: [Unresolved] = []
  /// The uses that are listed because it is not known whether a construction makes them.
  private var doubted: Set<UseIndex> = []
  /// The uses that name a factory which another factory's definition returns.
  private var returned: Set<UseIndex> = []

  init(_ program: Program, _ code: CodeByOwner) {
    self.program = program
    for factory in factories.indices {
      addEdges(of: factory, code)
      addEdges(ofFactoriesReturnedBy: factory)
    }
    for (index, use) in uses.indexed { addOther(use, index) }
  }

  /// Follows what the construction of a factory's instance runs: its definition, and what the
  /// program registers, wraps around it or adds to it before it begins.
  private mutating func addEdges(of factory: FactoryIndex, _ code: CodeByOwner) {
    var found: [EdgeKey: (timing: CodeTiming, edge: Int)] = [:]
    let passed = codeRunByPassedFunction(of: factory).map { ($0, CodeTiming.atOnce) }
    follow([(.construction(factory), .atOnce)] + passed, factory, nil, code, &found)
    for index in usesOfFactory[factory] ?? [] where uses[index].isPartOfConstruction {
      guard !isTest(uses[index].file), !isInPreview(uses[index]) else { continue }
      let ownership = ownership(of: uses[index])
      guard !ownership.isDeferred, let launch = code.launch[ownership.owner] else { continue }
      // On another container, such as a child, it may not be the one that is resolved.
      let container = isOfSharedContainer(uses[index]) ? CodeTiming.atOnce : .conditional
      let timing = ownership.timing.within(launch).within(container)
      let passed = passedFunction(of: uses[index]).map { codeRun(byPassing: $0, to: factory) } ?? []
      follow(([.override(index)] + passed).map { ($0, timing) }, factory, index, code, &found)
    }
    addDoubts(found.mapValues(\.timing))
  }

  private mutating func follow(
    _ starts: [(owner: CodeOwner, timing: CodeTiming)], _ factory: FactoryIndex,
    _ override: UseIndex?, _ code: CodeByOwner,
    _ found: inout [EdgeKey: (timing: CodeTiming, edge: Int)]
  ) {
    // Code that runs later as well as code that runs at once: the second visit may find more.
    var seen: [CodeOwner: CodeTiming] = [:]
    var queue = starts
    while let (owner, timing) = queue.popLast() {
      if let before = seen[owner], timing.addsNothing(to: before) { continue }
      seen[owner] = timing
      constructed.insert(owner)
      for (index, own) in code.uses[owner] ?? [] {
        var timing = own.within(timing)
        if isAmbiguous(uses[index]) {
          timing = timing.within(.unknown(.overload(of: factories[uses[index].factory].name)))
        }
        guard let kind = kind(of: uses[index], isDeferred: timing.isDeferred) else { continue }
        let key = EdgeKey(kind: kind, use: index)
        guard let before = found[key] else {
          found[key] = (timing, edges.count)
          edges.append(
            FactoryEdge(
              from: .factory(factory), to: uses[index].factory, kind: kind, use: index,
              override: override, isConditional: timing != .atOnce))
          continue
        }
        if timing.addsNothing(to: before.timing) { continue }
        found[key]?.timing = timing
        edges[before.edge].isConditional = timing != .atOnce
      }
      queue += code.run(by: owner, timing, self)
    }
  }

  /// Lists the resolutions of which it is not known whether the construction makes them.
  private mutating func addDoubts(_ found: [EdgeKey: CodeTiming]) {
    for (key, timing) in found {
      guard case .unknown(let doubt) = timing, uses[key.use].isResolutionAtOnce,
        found[EdgeKey(kind: .construct, use: key.use)] == nil,
        doubted.insert(key.use).inserted
      else { continue }
      let use = uses[key.use]
      unresolved.append(Unresolved(use.location, doubt.reason(name(of: use.factory))))
    }
  }

  // MARK: Definitions without a closure

  /// The edges of a definition that returns other factories, such as `{ service.cached }`.
  private mutating func addEdges(ofFactoriesReturnedBy factory: FactoryIndex) {
    let info = factories[factory]
    guard info.builders.isEmpty, let body = member(info.member).body else { return }
    let lookup = lookup(in: info.member.file)
    for chain in lookup.chains(in: body) where lookup.call(around: chain) == nil {
      let reference = ChainReference(info.member.file, chain)
      guard lookup.variableOfValue[chain] == nil,
        case .factory(let other) = valueOnce(reference),
        other != factory,
        let use = usesOfChain[reference]?.last(where: { uses[$0].factory == other })
      else { continue }
      returned.insert(use)
      edges.append(
        FactoryEdge(
          from: .factory(factory), to: other, kind: .construct, use: use,
          isConditional: ownership(of: uses[use]).timing != .atOnce))
    }
  }

  /// The code that runs when a definition passes an initialiser or another function, such as
  /// `Factory(self, Service.init)`.
  private func codeRunByPassedFunction(of factory: FactoryIndex) -> [CodeOwner] {
    factories[factory].passedFunction.map { codeRun(byPassing: $0, to: factory) } ?? []
  }

  /// The function that a registration passes instead of a closure, such as `x.register(Service.init)`.
  private func passedFunction(of use: FactoryUse) -> ChainReference? {
    let chain = chain(Reference(use.file, use.chain))
    guard case .register(nil) = use.operation, chain.links.indices.contains(use.link),
      let argument = chain.links[use.link].call?.arguments.last?.chain
    else { return nil }
    let passed = ChainReference(use.file, argument)
    return self.chain(passed).links.last?.call == nil ? passed : nil
  }

  private func codeRun(byPassing reference: ChainReference, to factory: FactoryIndex) -> [CodeOwner]
  {
    let (found, storages) = passedFunctions(reference)
    // Default values do not apply to a function that is passed on.
    let count = factories[factory].isParameterised ? 1 : 0
    let fitting = found.filter { member($0).parameters.count == count }
    // If several fit, the compiler chooses by the factory's type, which may be inferred.
    return (fitting.count == 1 ? [.member(fitting[0])] : []) + storages
  }

  /// The functions that an expression may name, and the initial values of a type that is created.
  private func passedFunctions(
    _ reference: ChainReference
  ) -> (functions: [MemberReference], storages: [CodeOwner]) {
    let chain = chain(reference)
    guard let name = chain.links.last?.name else {
      guard case .name(let name) = chain.root else { return ([], []) }
      let region = RegionReference(reference.file, chain.region)
      guard local(named: name, in: region, at: chain.place) == nil else { return ([], []) }
      let own = functions(named: name, of: me(in: region))
      return (own.isEmpty ? globals(named: name, from: reference.file) : own, [])
    }
    if name == "init" {
      guard case .metatype(let type) = follow(reference) else { return ([], []) }
      return (initializers(lineage(of: type)), storages(of: type))
    }
    return (functions(named: name, of: follow(reference, upTo: chain.links.count - 1)), [])
  }

  /// The functions of a name that a value has.
  private func functions(named name: String, of value: Value) -> [MemberReference] {
    let (type, isStatic): (TypeIndex, Bool)
    switch value {
    case .container(let container): (type, isStatic) = (containers[container].type, false)
    case .instance(let index): (type, isStatic) = (index, false)
    case .metatype(let index): (type, isStatic) = (index, true)
    default: return []
    }
    return members(named: name, of: type).filter {
      member($0).kind == .function && member($0).isStatic == isStatic
    }
  }

  private struct EdgeKey: Hashable {
    var kind: Graph.Edge.Kind
    var use: UseIndex
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
  private mutating func addOther(_ use: FactoryUse, _ index: UseIndex) {
    let region = RegionReference(use.file, use.region)
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
      if isPassedOn(use), !returned.contains(index), !isTest(use.file) {
        unresolved.append(
          Unresolved(use.location, .passedOn(factory: name(of: use.factory))))
      }
    case .scope, .modifier, .reset: break
    }
  }

  /// Whether a factory is named as a value, and not only to declare a variable or property, whose
  /// uses are read.
  private func isPassedOn(_ use: FactoryUse) -> Bool {
    let facts = files[use.file].facts
    if case .keyPath = facts.chains[use.chain].root { return false }
    let lookup = lookup(in: use.file)
    return lookup.variableOfValue[use.chain] == nil && lookup.memberOfValue[use.chain] == nil
  }
}

extension HasProgram {
  /// What contains a region's code, as the graph names it: a type, a function or variable at the top
  /// level of a library, or `main`.
  func code(of region: RegionReference) -> FactoryEdge.Origin {
    let module = files[region.file].module
    var global: String?
    for (_, current) in enclosing(region) {
      switch current.kind {
      case .type(let index):
        return .code(module: module, type: fact(of: Reference(region.file, index)).name)
      case .member(let index), .argument(let index, _):
        let member = member(Reference(region.file, index))
        global = member.kind == .function ? "\(member.name)()" : member.name
      default: break
      }
    }
    let isLibrary = modules[module].kind != .executable && !files[region.file].isMain
    return .code(module: module, type: isLibrary ? global ?? "main" : "main")
  }
}

/// One factory or piece of code that resolves or registers a factory.
struct FactoryEdge {
  enum Origin: Hashable {
    case factory(FactoryIndex)
    /// A type of a module, or `main`, whose code no factory runs when it makes an instance.
    case code(module: ModuleIndex, type: String)
  }

  var from: Origin
  var to: FactoryIndex
  var kind: Graph.Edge.Kind
  /// The index of the use.
  var use: UseIndex
  /// The registration, layer or member of a group whose closure makes it; nil for the definition.
  var override: UseIndex?
  /// Whether the code that makes it is in a branch, a loop and the like, so that it may not run.
  var isConditional = false
}

/// The uses and calls of a program by what runs them.
struct CodeByOwner {
  var uses: [CodeOwner: [(index: UseIndex, timing: CodeTiming)]] = [:]
  var calls: [CodeOwner: [(index: CallIndex, timing: CodeTiming)]] = [:]
  /// The code that runs when a container or the program begins: `autoRegister`, top-level code, an
  /// app's initialiser and the like, and what these call.
  private(set) var launch: [CodeOwner: CodeTiming] = [:]

  init(_ program: Program) {
    for (index, use) in program.uses.indexed {
      let ownership = program.ownership(of: use)
      uses[ownership.owner, default: []].append((index, ownership.timing))
    }
    for (index, call) in program.calls.indexed {
      let ownership = program.ownership(of: call)
      calls[ownership.owner, default: []].append((index, ownership.timing))
    }
    var queue = program.starts.map { (owner: $0, timing: CodeTiming.atOnce) }
    while let (owner, timing) = queue.popLast() {
      if timing.isDeferred { continue }
      if let before = launch[owner], timing.addsNothing(to: before) { continue }
      launch[owner] = timing
      queue += run(by: owner, timing, program)
    }
  }

  /// What some code calls, with when that runs if the code runs so.
  func run(
    by owner: CodeOwner, _ timing: CodeTiming, _ program: some HasProgram
  ) -> [(owner: CodeOwner, timing: CodeTiming)] {
    (calls[owner] ?? []).flatMap { index, own in
      let timing = own.within(timing)
      let doubt = program.timing(ofTargetsOf: program.calls[index])
      return program.codeRun(by: program.calls[index]).map { owner in
        if case .storage = owner { (owner, timing) } else { (owner, timing.within(doubt)) }
      }
    }
  }
}
