// Factory, MIT licence; see LICENSE
//
// Finds out what runs a piece of code: a factory's construction, a registered closure, or a function.
extension HasProgram {
  /// What runs a use. The wrapper of a static property is no part of an instance.
  func ownership(of use: FactoryUse) -> Ownership {
    if let property = use.property.map({ MemberReference(use.file, $0) }), member(property).isStatic
    {
      return Ownership(owner: .member(property), timing: .atOnce)
    }
    return ownership(of: Reference(use.file, use.region), at: use.place)
  }

  /// What runs a call.
  func ownership(of call: CallSite) -> Ownership {
    ownership(of: Reference(call.file, call.region), at: call.place)
  }

  /// What runs the code at a place in a region.
  func ownership(of region: RegionReference, at place: Place) -> Ownership {
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
    of region: RegionReference, at place: Place, ignoresLocalFunctions: Bool = false
  ) -> (runner: Runner, timing: CodeTiming) {
    let file = region.file
    var timing = CodeTiming.atOnce
    for (position, current) in enclosing(region) {
      var owner: CodeOwner?
      func found(_ runner: Runner) -> (Runner, CodeTiming) {
        (runner, self.timing(timing, at: place, in: region, upTo: position))
      }
      switch current.kind {
      case .closure(let closure):
        switch closure.use {
        case .called: continue
        case .stored: timing = .later
        case .argument(let chain, let link, let label):
          owner = self.owner(of: position, Reference(file, chain), link)
          if owner == nil {
            let own = self.timing(ofClosureIn: Reference(file, chain), link, label)
            timing = timing.within(own)
          }
        }
      case .localFunction:
        if !ignoresLocalFunctions { return found(.localFunction(Reference(file, position))) }
      case .member(let index):
        let reference = MemberReference(file, index)
        owner = .member(reference)
        let member = member(reference)
        if member.kind == .property, !member.isStatic, let type = member.owner,
          member.storage == .letStored || member.storage == .varStored,
          member.initialValue == position
        {
          owner = types.type(of: Reference(file, type)).map { .storage($0) } ?? owner
        }
      case .argument(let index, let position):
        owner = .defaultArgument(Reference(file, index), position)
      case .type(let index):
        owner = types.type(of: Reference(file, index)).map { .storage($0) }
      case .local(let name):
        switch name {
        // Nothing is known of the calls of deinitialisers and subscripts.
        case "deinit", "subscript": timing = .later
        case "defer": break
        // A computed variable, which perhaps nothing reads.
        default: timing = timing.within(.conditional)
        }
      case .condition, .file: continue
      }
      if let owner { return found(.owner(owner)) }
    }
    return (.owner(.topLevel(file)), self.timing(timing, at: place, in: region, upTo: 0))
  }

  /// The timing of the code at a place, seen from the code that owns it.
  private func timing(
    _ timing: CodeTiming, at place: Place, in region: RegionReference, upTo outer: Int
  ) -> CodeTiming {
    var isConditional = isConditional(place, in: region, upTo: outer)
    for (index, _) in enclosing(region) {
      func isIn(_ ranges: [RegionReference: [PlaceRange]]) -> Bool {
        ranges[Reference(region.file, index)]?.contains { $0.contains(place) } ?? false
      }
      if isIn(execution.deferredArguments) { return .later }
      isConditional = isConditional || isIn(execution.conditionalArguments)
      if index == outer { break }
    }
    return isConditional ? timing.within(.conditional) : timing
  }

  // MARK: Closures

  /// The factory whose construction or override a closure is.
  private func owner(of closure: Int, _ chain: ChainReference, _ link: Int) -> CodeOwner? {
    if let factory = definitions.factoryOfBuilder[chain] {
      if factories[factory].closures.contains(closure) { return .construction(factory) }
      if let modifier = factories[factory].modifiers.first(where: { $0.closure == closure }) {
        // A layer or a member of a group, or else a decorator or context.
        return ["wrap", "add"].contains(modifier.name)
          ? .construction(factory) : .modifier(factory)
      }
    }
    return owner(ofArgumentAt: link, chain)
  }

  /// The registration, context or modifier that a call gives a factory.
  func owner(ofArgumentAt link: Int, _ chain: ChainReference) -> CodeOwner? {
    for index in usesOfChain[chain] ?? [] where uses[index].link == link {
      switch uses[index].operation {
      case .register, .context, .modifier: return .override(index)
      default: break
      }
    }
    return nil
  }

  // MARK: Calls

  /// What a call runs: functions and initialisers, the default values of parameters that it leaves
  /// out, and the initial values of the instance that it makes.
  func codeRun(by call: CallSite) -> [CodeOwner] {
    call.targets.flatMap { target in
      [.member(target)] + omitted(by: call, of: target).map { .defaultArgument(target, $0) }
    } + (call.constructs.map { storages(of: $0) } ?? [])
  }

  /// The initial values of an instance, which making it runs.
  func storages(of type: TypeIndex) -> [CodeOwner] {
    lineage(of: type).filter { types.types[$0].kind != .protocol }.map { .storage($0) }
  }

  /// Of several functions, none is certain to run, unless each is compiled without the others.
  func timing(ofTargetsOf call: CallSite) -> CodeTiming {
    let regions = call.targets.map { RegionReference($0.file, member($0).region) }
    let areAlternatives = regions.indices.allSatisfy { one in
      regions.indices.allSatisfy { $0 <= one || self.areAlternatives(regions[one], regions[$0]) }
    }
    return areAlternatives ? .atOnce : .unknown(.overload(of: member(call.targets[0]).name))
  }
}
