// Factory, MIT licence; see LICENSE
//
// The fifth step of the pipeline: what runs each piece of code, and when.
/// What runs the code of a program. Functions within functions are the hard part: what calls them
/// runs them.
final class Execution {
  let usage: Usage
  /// The arguments in each file that the called function evaluates later, if at all.
  let deferredArguments: [FileIndex: [PlaceRange]]
  /// Those that it evaluates before it returns, if at all.
  let conditionalArguments: [FileIndex: [PlaceRange]]
  /// What `ownership(ofLocalFunction:)` has found out.
  private var known: [RegionReference: Ownership] = [:]
  /// The chains of each file that start with the name of a local function.
  private var chainsOfNames: [FileIndex: [String: [Int]]] = [:]

  init(_ usage: Usage) {
    self.usage = usage
    (deferredArguments, conditionalArguments) = Self.closureArguments(usage)
  }

  /// The arguments of each file's calls that are closures because of `@autoclosure`: those that the
  /// function stores, and those that it may not call.
  private static func closureArguments(
    _ usage: Usage
  ) -> (deferred: [FileIndex: [PlaceRange]], conditional: [FileIndex: [PlaceRange]]) {
    var deferred: [FileIndex: [PlaceRange]] = [:]
    var conditional: [FileIndex: [PlaceRange]] = [:]
    for site in usage.calls {
      // Of several functions, it is not known which one is called.
      for target in site.targets
      where usage.member(target).parameters.contains(where: \.isAutoclosure) {
        guard let call = usage.chain(Reference(site.file, site.chain)).links[site.link].call else {
          continue
        }
        let parameters = usage.member(target).parameters
        for (position, argument) in call.arguments.enumerated() {
          guard let parameter = usage.parameter(at: position, of: call, in: parameters),
            parameter.isAutoclosure
          else { continue }
          if parameter.isEscaping {
            deferred[site.file, default: []].append(argument.range)
          } else if !usage.surelyCalls(parameter, target) {
            conditional[site.file, default: []].append(argument.range)
          }
        }
      }
    }
    return (deferred, conditional)
  }

  /// What runs a local function, directly or through others. If several pieces of code do, that
  /// counts which runs it at once, and of those the code around it. A function that is only passed
  /// on runs later.
  func ownership(ofLocalFunction function: RegionReference) -> Ownership {
    if let known = known[function] { return known }
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
    known[function] = found
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
    if let known = chainsOfNames[file] { return known }
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
    chainsOfNames[file] = found
    return found
  }
}

extension ParameterFact {
  /// Whether it takes an expression that runs when the function calls it.
  var isAutoclosure: Bool { type?.text.contains("@autoclosure") ?? false }

  /// Whether the function may store the closure.
  var isEscaping: Bool { type?.text.contains("@escaping") ?? false }
}

extension HasSymbols {
  /// Whether a function calls the closure of a parameter each time that it runs.
  func surelyCalls(_ parameter: ParameterFact, _ function: MemberReference) -> Bool {
    guard let body = member(function).body else { return false }
    let facts = files[function.file].facts
    let range = facts.regions[body].range
    return lookup(in: function.file).chains(in: body).contains { index in
      let chain = facts.chains[index]
      guard chain.rootName == parameter.name, let first = chain.links.first, first.name == nil,
        first.call != nil
      else { return false }
      return !facts.conditions.contains { $0.contains(chain.place) && range.contains($0) }
    }
  }
}

/// What the execution of code can be asked.
protocol HasExecution: HasUsage {
  var execution: Execution { get }
}

extension Execution: HasExecution {
  var execution: Execution { self }
}

extension HasExecution {
  var usage: Usage { execution.usage }
}
