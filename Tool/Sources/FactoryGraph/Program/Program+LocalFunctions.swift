// Factory, MIT licence; see LICENSE
//
// Finds out what runs the functions within functions: what calls them.
/// What runs a piece of code directly.
enum Runner {
  case owner(CodeOwner)
  /// The region of a function within a function.
  case localFunction(Reference)
}

extension Program {
  /// What runs a local function, directly or through others. If several pieces of code do, that
  /// counts which runs it at once, and of those the code around it. A function that is only passed
  /// on runs later.
  func ownership(ofLocalFunction function: Reference) -> Ownership {
    if let known = ownershipOfLocalFunction[function] { return known }
    let start = region(function).range.start
    guard
      case .owner(let surroundings) = runner(
        of: function, at: start, ignoresLocalFunctions: true
      ).runner
    else { preconditionFailure("code outside of local functions has an owner") }
    var best: Ownership?
    func add(_ owner: CodeOwner, _ timing: CodeTiming) {
      if let best {
        if timing.addsNothing(to: best.timing) {
          guard best.timing.addsNothing(to: timing), timing != .later, owner == surroundings else {
            return
          }
        }
      }
      best = Ownership(owner: owner, timing: timing)
    }
    // Functions that run later as well as at once: the second visit may find more.
    var seen: [Reference: CodeTiming] = [:]
    var queue = [(function, CodeTiming.atOnce)]
    while let (next, timing) = queue.popLast() {
      if let before = seen[next], timing.addsNothing(to: before) { continue }
      seen[next] = timing
      for mention in mentions(ofLocalFunction: next) {
        let (runner, own) = runner(ofMention: mention)
        switch runner {
        case .localFunction(let caller): queue.append((caller, own.within(timing)))
        case .owner(let owner): add(owner, own.within(timing))
        }
      }
    }
    let found = best ?? Ownership(owner: surroundings, timing: .later)
    ownershipOfLocalFunction[function] = found
    return found
  }

  /// What runs a local function because of a chain that calls it or passes it on.
  private func runner(ofMention mention: Reference) -> (runner: Runner, timing: CodeTiming) {
    let chain = chain(mention)
    var found = runner(of: Reference(mention.file, chain.region), at: chain.place)
    if let link = chain.links.first, link.name == nil, link.call != nil { return found }
    guard let call = indices[mention.file].call(around: mention.index) else {
      found.timing = .later
      return found
    }
    let outer = Reference(mention.file, call.chain)
    if let owner = owner(ofArgumentAt: call.link, outer) { return (.owner(owner), .atOnce) }
    found.timing = found.timing.within(timing(ofClosureIn: outer, call.link, call.label))
    return found
  }

  /// The chains that call a local function or pass it on.
  private func mentions(ofLocalFunction function: Reference) -> [Reference] {
    let body = region(function)
    guard case .localFunction(let name) = body.kind, let parent = body.parent else { return [] }
    let around = region(Reference(function.file, parent)).range
    return (chainsOfLocalFunctions(function.file)[name] ?? [])
      .map { Reference(function.file, $0) }
      .filter { around.contains(chain($0).range) }
  }

  /// The chains of a file that start with the name of one of its local functions.
  private func chainsOfLocalFunctions(_ file: Int) -> [String: [Int]] {
    if let known = localFunctionChains[file] { return known }
    let facts = files[file].facts
    let names = Set(
      facts.regions.compactMap { region in
        if case .localFunction(let name) = region.kind { name } else { nil }
      })
    let found = Dictionary(
      grouping: facts.chains.indices.filter { index in
        facts.chains[index].rootName.map(names.contains) ?? false
      }
    ) { facts.chains[$0].rootName! }
    localFunctionChains[file] = found
    return found
  }
}
