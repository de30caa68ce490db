// Factory, MIT licence; see LICENSE
//
// The fifth step of the pipeline: what runs each piece of code, and when.
/// What runs the code of a program. Functions within functions are the hard part: what calls them
/// runs them.
final class Execution {
  /// The arguments of calls in a region that the called function evaluates later, if at all.
  let deferredArguments: [RegionReference: [PlaceRange]]
  /// Those that it evaluates before it returns, if at all.
  let conditionalArguments: [RegionReference: [PlaceRange]]
  /// What `ownership(ofLocalFunction:)` has found out.
  fileprivate var known: [RegionReference: Ownership] = [:]
  /// The chains of each file that start with the name of a local function.
  fileprivate var chainsOfNames: [FileIndex: [String: [Int]]] = [:]

  init(_ program: Program) {
    (deferredArguments, conditionalArguments) = Self.closureArguments(program)
  }

  /// The arguments of each file's calls that are closures because of `@autoclosure`: those that the
  /// function stores, and those that it may not call.
  private static func closureArguments(
    _ program: Program
  ) -> (deferred: [RegionReference: [PlaceRange]], conditional: [RegionReference: [PlaceRange]]) {
    var deferred: [RegionReference: [PlaceRange]] = [:]
    var conditional: [RegionReference: [PlaceRange]] = [:]
    for site in program.calls {
      // Of several functions, it is not known which one is called.
      for target in site.targets
      where program.member(target).parameters.contains(where: \.isAutoclosure) {
        guard let call = program.chain(Reference(site.file, site.chain)).links[site.link].call
        else {
          continue
        }
        let parameters = program.member(target).parameters
        for (position, argument) in call.arguments.enumerated() {
          guard let parameter = program.parameter(at: position, of: call, in: parameters),
            parameter.isAutoclosure
          else { continue }
          if parameter.isEscaping {
            deferred[Reference(site.file, site.region), default: []].append(argument.range)
          } else if !program.surelyCalls(parameter, target) {
            conditional[Reference(site.file, site.region), default: []].append(argument.range)
          }
        }
      }
    }
    return (deferred, conditional)
  }
}

extension HasProgram {
  var execution: Execution { program.execution }

  /// What runs a local function, directly or through others. If several pieces of code do, that
  /// counts which runs it at once, and of those the code around it. A function that is only passed
  /// on runs later.
  func ownership(ofLocalFunction function: RegionReference) -> Ownership {
    if let known = execution.known[function] { return known }
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
    var seen: [RegionReference: CodeTiming] = [:]
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
    execution.known[function] = found
    return found
  }

  /// What runs a local function because of a chain that calls it or passes it on.
  private func runner(ofMention mention: ChainReference) -> (runner: Runner, timing: CodeTiming) {
    let chain = chain(mention)
    var found = runner(of: Reference(mention.file, chain.region), at: chain.place)
    if let link = chain.links.first, link.name == nil, link.call != nil { return found }
    guard let call = lookup(in: mention.file).call(around: mention.index) else {
      found.timing = .later
      return found
    }
    let outer = ChainReference(mention.file, call.chain)
    if let owner = owner(ofArgumentAt: call.link, outer) { return (.owner(owner), .atOnce) }
    found.timing = found.timing.within(timing(ofClosureIn: outer, call.link, call.label))
    return found
  }

  /// The chains that call a local function or pass it on.
  private func mentions(ofLocalFunction function: RegionReference) -> [ChainReference] {
    let body = region(function)
    guard case .localFunction(let name) = body.kind, let parent = body.parent else { return [] }
    let around = region(Reference(function.file, parent)).range
    return (chainsOfLocalFunctions(function.file)[name] ?? [])
      .map { Reference(function.file, $0) }
      .filter { around.contains(chain($0).range) }
  }

  /// The chains of a file that start with the name of one of its local functions.
  private func chainsOfLocalFunctions(_ file: FileIndex) -> [String: [Int]] {
    if let known = execution.chainsOfNames[file] { return known }
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
    execution.chainsOfNames[file] = found
    return found
  }
}

extension ParameterFact {
  /// Whether it takes an expression that runs when the function calls it.
  var isAutoclosure: Bool { type?.hasAttribute("@autoclosure") ?? false }

  /// Whether the function may store the closure.
  var isEscaping: Bool { type?.hasAttribute("@escaping") ?? false }
}

extension HasProgram {
  /// Whether the code at a place may not run although the region around it does.
  func isConditional(_ place: Place, in region: RegionReference, upTo outer: Int) -> Bool {
    for (index, _) in enclosing(region) {
      if lookup(in: region.file).isConditional(place, in: index) { return true }
      if index == outer { return false }
    }
    return false
  }

  /// Whether a function calls the closure of a parameter each time that it runs.
  func surelyCalls(_ parameter: ParameterFact, _ function: MemberReference) -> Bool {
    guard let body = member(function).body else { return false }
    let facts = files[function.file].facts
    return lookup(in: function.file).chains(in: body).contains { index in
      let chain = facts.chains[index]
      guard chain.rootName == parameter.name, let first = chain.links.first, first.name == nil,
        first.call != nil
      else { return false }
      return !isConditional(chain.place, in: Reference(function.file, chain.region), upTo: body)
    }
  }
}
