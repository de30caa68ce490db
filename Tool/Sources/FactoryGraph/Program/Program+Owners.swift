// Factory, MIT licence; see LICENSE
//
// Finds out what runs a piece of code: a factory's construction, a registered closure, or a function.
extension Program {
  /// What runs a use. The wrapper of a static property is no part of an instance.
  func ownership(of use: FactoryUse) -> Ownership {
    if let property = use.property.map({ Reference(use.file, $0) }), member(property).isStatic {
      return Ownership(owner: .member(property), isDeferred: false)
    }
    return ownership(of: Reference(use.file, use.region), at: use.place)
  }

  /// What runs a call.
  func ownership(of call: CallSite) -> Ownership {
    ownership(of: Reference(call.file, call.region), at: call.place)
  }

  /// What runs the code at a place in a region.
  func ownership(of region: Reference, at place: Place) -> Ownership {
    let (runner, isDeferred) = runner(of: region, at: place)
    switch runner {
    case .owner(let owner): return Ownership(owner: owner, isDeferred: isDeferred)
    case .localFunction(let function):
      var ownership = ownership(ofLocalFunction: function)
      if isDeferred { ownership.isDeferred = true }
      return ownership
    }
  }

  /// What runs the code at a place directly, and whether later. Local functions may count as a part
  /// of the code around them.
  func runner(
    of region: Reference, at place: Place, ignoresLocalFunctions: Bool = false
  ) -> (runner: Runner, isDeferred: Bool) {
    let file = region.file
    var isDeferred = false
    for (index, current) in enclosing(region) {
      var owner: CodeOwner?
      func found(_ runner: Runner) -> (Runner, Bool) {
        (runner, isDeferred || isInDeferredArgument(place, current.range, file))
      }
      switch current.kind {
      case .closure(let closure):
        switch closure.use {
        case .called: continue
        case .stored: isDeferred = true
        case .argument(let chain, let link, let label):
          owner = self.owner(of: index, Reference(file, chain), link)
          if owner == nil, !isCalledAtOnce(Reference(file, chain), link, label) {
            isDeferred = true
          }
        }
      case .localFunction:
        if !ignoresLocalFunctions { return found(.localFunction(Reference(file, index))) }
      case .member(let index):
        let reference = Reference(file, index)
        owner = .member(reference)
        let member = member(reference)
        if member.kind == .property, !member.isStatic, let type = member.owner,
          member.storage == .letStored || member.storage == .varStored
        {
          owner = types.type(of: Reference(file, type)).map { .storage($0) } ?? owner
        }
      case .argument(let index, let position):
        owner = .defaultArgument(Reference(file, index), position)
      case .type(let index):
        owner = types.type(of: Reference(file, index)).map { .storage($0) }
      case .local(let name):
        // Nothing is known of the calls of deinitialisers and subscripts.
        if name == "deinit" || name == "subscript" { isDeferred = true }
      case .condition, .file: continue
      }
      if let owner { return found(.owner(owner)) }
    }
    let whole = self.region(Reference(file, 0)).range
    return (
      .owner(.topLevel(file)), isDeferred || isInDeferredArgument(place, whole, file)
    )
  }

  /// Whether a place is in an argument that runs later than the code around it.
  private func isInDeferredArgument(_ place: Place, _ around: PlaceRange, _ file: Int) -> Bool {
    deferredArguments[file]?.contains { $0.contains(place) && around.contains($0) } ?? false
  }

  /// The arguments of each file's calls that the function stores as a closure, as an
  /// `@autoclosure @escaping` parameter does.
  func findDeferredArguments() -> [Int: [PlaceRange]] {
    var found: [Int: [PlaceRange]] = [:]
    for site in calls {
      // Of several functions, it is not known which one is called.
      for target in site.targets where member(target).parameters.contains(where: \.isDeferred) {
        guard let call = chain(Reference(site.file, site.chain)).links[site.link].call else {
          continue
        }
        for (position, argument) in call.arguments.enumerated()
        where parameter(at: position, of: call, in: member(target).parameters)?.isDeferred
          ?? false
        {
          found[site.file, default: []].append(argument.range)
        }
      }
    }
    return found
  }

  /// The parameter that takes an argument: by its label, or by its position among those without.
  func parameter(
    at position: Int, of call: Call, in parameters: [ParameterFact]
  ) -> ParameterFact? {
    guard call.arguments[position].label == nil else {
      return parameters.first { $0.label == call.arguments[position].label }
    }
    let before = call.arguments.prefix(position).count { $0.label == nil }
    return parameters.filter { $0.label == nil }.dropFirst(before).first
  }

  // MARK: Closures

  /// The factory whose construction or override a closure is.
  private func owner(of closure: Int, _ chain: Reference, _ link: Int) -> CodeOwner? {
    if let factory = factoryOfBuilder[chain] {
      if factories[factory].closures.contains(closure) { return .construction(factory) }
      // A decorator or context of the definition.
      if factories[factory].modifiers.contains(where: { $0.closure == closure }) {
        return .override(-1 - factory)
      }
    }
    return owner(ofArgumentAt: link, chain)
  }

  /// The registration, context or modifier that a call gives a factory.
  func owner(ofArgumentAt link: Int, _ chain: Reference) -> CodeOwner? {
    for index in usesOfChain[chain] ?? [] where uses[index].link == link {
      switch uses[index].operation {
      case .register, .context, .modifier: return .override(index)
      default: break
      }
    }
    return nil
  }

  /// The functions of the standard library and the like that call their closures before they return.
  private static let calledAtOnce: Set = [
    "map", "compactMap", "flatMap", "filter", "forEach", "reduce", "first", "last", "contains",
    "allSatisfy", "sorted", "sort", "min", "max", "prefix", "drop", "dropFirst", "removeAll",
    "firstIndex", "lastIndex", "mapValues", "compactMapValues", "partition", "split", "with",
    "withLock", "withLockIfAvailable", "withValue", "withValues", "withCriticalRegion", "sync",
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "withTaskGroup", "withThrowingTaskGroup",
    "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withTaskCancellationHandler",
    "assumeIsolated", "run", "autoreleasepool", "withExtendedLifetime", "withTestContainer",
    "withKnownIssue", "callAsFunction", "init", "Array", "Dictionary", "confirmation", "measure",
  ]

  /// Whether a call runs its closure before it returns.
  func isCalledAtOnce(_ reference: Reference, _ position: Int, _ label: String?) -> Bool {
    let chain = chain(reference)
    let link = chain.links[position]
    if let sites = callsOfChain[reference],
      let site = sites.first(where: { calls[$0].link == position }).map({ calls[$0] })
    {
      if let target = site.targets.first {
        let functions = member(target).parameters.filter { $0.type?.isFunction == true }
        // The first trailing closure is that of the first parameter that no label takes.
        let labels = link.call?.arguments.compactMap(\.label) ?? []
        let parameter =
          functions.first { $0.label == label }
          ?? functions.first { parameter in !labels.contains { $0 == parameter.label } }
        return parameter?.type?.isNonescapingFunction ?? false
      }
      if site.constructs != nil { return false }
    }
    // `Container.shared { … }`
    if link.name == nil, case .container = follow(reference, upTo: position) { return true }
    if let name = link.name { return name != "init" && Self.calledAtOnce.contains(name) }
    if case .name(let name) = chain.root { return Self.calledAtOnce.contains(name) }
    return false
  }

  /// What contains a region's code, as the graph names it: a type, a function or variable at the top
  /// level of a library, or `main`.
  func code(of region: Reference) -> FactoryEdge.Origin {
    let module = files[region.file].module
    var global: String?
    for (_, current) in enclosing(region) {
      switch current.kind {
      case .type(let index):
        return .code(module: module, type: files[region.file].facts.types[index].name)
      case .member(let index), .argument(let index, _):
        let member = member(Reference(region.file, index))
        global = member.kind == .function ? "\(member.name)()" : member.name
      default: break
      }
    }
    let isLibrary = modules[module].kind != .executable && !files[region.file].isMain
    return .code(module: module, type: isLibrary ? global ?? "main" : "main")
  }

  /// The innermost function, accessor or initial value around a region.
  func enclosingMember(of region: Reference) -> Reference? {
    for (_, current) in enclosing(region) {
      if case .member(let index) = current.kind { return Reference(region.file, index) }
    }
    return nil
  }
}

extension TypeName {
  var isFunction: Bool { text.contains("->") }

  /// An optional closure is stored, as one with `@escaping` is.
  var isNonescapingFunction: Bool {
    isFunction && !isOptional && !text.contains("@escaping") && !text.contains("@autoclosure")
  }
}

extension ParameterFact {
  /// Whether it takes an expression that runs later.
  var isDeferred: Bool {
    type.map { $0.text.contains("@autoclosure") && $0.text.contains("@escaping") } ?? false
  }
}
