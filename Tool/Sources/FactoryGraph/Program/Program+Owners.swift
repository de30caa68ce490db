// Factory, MIT licence; see LICENSE
//
// Finds out what runs a piece of code: a factory's construction, a registered closure, or a function.
extension Program {
  /// What runs a use. The wrapper of a static property is no part of an instance.
  func ownership(of use: FactoryUse) -> Ownership {
    if let property = use.property.map({ Reference(use.file, $0) }), member(property).isStatic {
      return Ownership(owner: .member(property), timing: .atOnce)
    }
    return ownership(of: Reference(use.file, use.region), at: use.place)
  }

  /// What runs a call.
  func ownership(of call: CallSite) -> Ownership {
    ownership(of: Reference(call.file, call.region), at: call.place)
  }

  /// What runs the code at a place in a region.
  func ownership(of region: Reference, at place: Place) -> Ownership {
    let (runner, timing) = runner(of: region, at: place)
    switch runner {
    case .owner(let owner): return Ownership(owner: owner, timing: timing)
    case .localFunction(let function):
      var ownership = ownership(ofLocalFunction: function)
      ownership.timing = ownership.timing.within(timing)
      return ownership
    }
  }

  /// What runs the code at a place directly, and when. Local functions may count as a part
  /// of the code around them.
  func runner(
    of region: Reference, at place: Place, ignoresLocalFunctions: Bool = false
  ) -> (runner: Runner, timing: CodeTiming) {
    let file = region.file
    var timing = CodeTiming.atOnce
    for (index, current) in enclosing(region) {
      var owner: CodeOwner?
      func found(_ runner: Runner) -> (Runner, CodeTiming) {
        (runner, isInDeferredArgument(place, current.range, file) ? .later : timing)
      }
      switch current.kind {
      case .closure(let closure):
        switch closure.use {
        case .called: continue
        case .stored: timing = .later
        case .argument(let chain, let link, let label):
          owner = self.owner(of: index, Reference(file, chain), link)
          if owner == nil {
            let own = self.timing(ofClosureIn: Reference(file, chain), link, label)
            timing = timing.within(own)
          }
        }
      case .localFunction:
        if !ignoresLocalFunctions { return found(.localFunction(Reference(file, index))) }
      case .member(let index):
        let reference = Reference(file, index)
        owner = .member(reference)
        let member = member(reference)
        if member.kind == .property, !member.isStatic, let type = member.owner,
          member.storage == .letStored || member.storage == .varStored,
          member.assignment?.end == current.range.start
        {
          owner = types.type(of: Reference(file, type)).map { .storage($0) } ?? owner
        }
      case .argument(let index, let position):
        owner = .defaultArgument(Reference(file, index), position)
      case .type(let index):
        owner = types.type(of: Reference(file, index)).map { .storage($0) }
      case .local(let name):
        // Nothing is known of the calls of deinitialisers and subscripts.
        if name == "deinit" || name == "subscript" { timing = .later }
      case .condition, .file: continue
      }
      if let owner { return found(.owner(owner)) }
    }
    let whole = self.region(Reference(file, 0)).range
    return (
      .owner(.topLevel(file)), isInDeferredArgument(place, whole, file) ? .later : timing
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

extension ParameterFact {
  /// Whether it takes an expression that runs later.
  var isDeferred: Bool {
    type.map { $0.text.contains("@autoclosure") && $0.text.contains("@escaping") } ?? false
  }
}
