// Factory, MIT licence; see LICENSE
//
// Makes the programs for the test of isolation.
import FactoryModel

struct IsolatedProgramMaker {
  var generator: SeededGenerator
  let features: Set<IsolatedFeature>
  let hasAsync: Bool
  /// Whether a few instances of the scope `graph` are used by many factories at once.
  private let isNarrow: Bool
  private(set) var definitions: [IsolatedDefinition] = []
  private let scopes: [IsolatedScope]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // A third of the features, so that each of them meets the others in some programs, and has
    // little company in others.
    features = Set(IsolatedFeature.allCases.filter { _ in generator.chance(3) })
    isNarrow = generator.chance(3)
    hasAsync = isNarrow || !generator.chance(4)
    var scopes = IsolatedScope.allCases.filter { _ in generator.chance(2) }
    if !features.contains(.weak) { scopes.removeAll { $0 == .shared } }
    // What crosses containers is kept by the process, and mostly used in a cycle.
    self.scopes = scopes + [.singleton, .graph]
    self.generator = generator
  }

  private mutating func has(_ feature: IsolatedFeature, _ times: Int = 3) -> Bool {
    features.contains(feature) && generator.chance(times)
  }

  private mutating func container() -> Int {
    IsolatedFamily.containers.randomElement(using: &generator)!
  }

  private mutating func child() -> Int {
    IsolatedFamily.containers.dropFirst().randomElement(using: &generator)!
  }

  private mutating func factory() -> Int {
    IsolatedFamily.factories.randomElement(using: &generator)!
  }

  private mutating func scope() -> IsolatedScope { scopes.randomElement(using: &generator)! }

  private mutating func argument() -> String {
    IsolatedFamily.arguments.randomElement(using: &generator)!
  }

  mutating func sharedScopes() -> Set<IsolatedScope> {
    Set([.cached, .session, .shared].filter { _ in generator.chance(3) })
  }

  // MARK: Factories

  private mutating func kind() -> IsolatedKind {
    let kinds = IsolatedKind.allCases.filter { kind in
      (hasAsync || !kind.isAsync) && (kind != .group || features.contains(.groups))
    }
    // Half of the factories of asynchronous programs are asynchronous.
    let isAsync = hasAsync && generator.chance(2)
    return kinds.filter { !isAsync || $0.isAsync }.randomElement(using: &generator)!
  }

  private mutating func target(_ factory: Int) -> IsolatedTarget {
    let hasParameter = definitions[factory].kind.hasParameter
    return IsolatedTarget(
      factory: factory,
      parameter: hasParameter ? IsolatedFamily.parameters.randomElement(using: &generator)! : 0)
  }

  /// Something that a closure of this factory may resolve: with a lower number, so that nothing is
  /// circular.
  private mutating func need(of factory: Int, isAsync: Bool) -> IsolatedNeed? {
    let lower = (0..<factory).filter { isAsync || !definitions[$0].kind.isAsync }
    guard let needed = lower.randomElement(using: &generator) else { return nil }
    return IsolatedNeed(
      target: target(needed), isExisting: has(.existing, 4), isFromParent: has(.parents, 4),
      isInjected: has(.injection, 2))
  }

  mutating func define(_ factory: Int) {
    if isNarrow {
      definitions.append(narrow(factory))
      return
    }
    let kind = kind()
    var definition = IsolatedDefinition(kind: kind)
    if !generator.chance(5) { definition.scope = scope() }
    let count = factory == 0 ? 0 : Int.random(in: 0...3, using: &generator)
    definition.needs = (0..<count).compactMap { _ in need(of: factory, isAsync: kind.isAsync) }
    definition.style = IsolatedStyle.allCases.randomElement(using: &generator)!
    definition.pauses = generator.chance(2) ? 0 : Int.random(in: 1...6, using: &generator)
    definition.outcome = outcome(kind)
    definition.throwsOn = generator.chance(2)
    if has(.contexts) { definition.context = argument() }
    definition.hasLayer = has(.layers)
    definition.hasDecorator = has(.decorators)
    if generator.chance(2) { definition.extra = need(of: factory, isAsync: false) }
    if has(.timeToLive, 2) { definition.timeToLive = UInt64.random(in: 1...4, using: &generator) }
    definition.isOnce = has(.once)
    if has(.injection, 2) {
      definition.lazy = (0..<factory).filter { definitions[$0].kind == .plain }
        .randomElement(using: &generator)
    }
    if kind == .group {
      let members = (0..<factory).filter { definitions[$0].kind == .plain }
      definition.member = members.randomElement(using: &generator).map { target($0) }
    }
    definitions.append(definition)
  }

  /// The first two factories have the scope `graph`, or are a group. The last one resolves them and
  /// all others, which need them, in tasks of its own.
  private mutating func narrow(_ factory: Int) -> IsolatedDefinition {
    let last = IsolatedFamily.factories.last!
    let isGroup = factory == 0 && features.contains(.groups)
    var kind = generator.chance(2) ? IsolatedKind.async : .plain
    if isGroup { kind = .group }
    if factory == last { kind = .async }
    var definition = IsolatedDefinition(kind: kind)
    definition.pauses = Int.random(in: 0...2, using: &generator)
    switch factory {
    case 0...1: definition.scope = isGroup ? nil : .graph
    case last: definition.style = [.group, .tasks, .halves].randomElement(using: &generator)!
    default: definition.scope = generator.chance(4) ? scope() : .singleton
    }
    let lower = (0..<(factory == last ? last : min(factory, 2)))
      .filter { kind.isAsync || !definitions[$0].kind.isAsync }
    definition.needs = lower.shuffled(using: &generator).map {
      IsolatedNeed(target: IsolatedTarget(factory: $0, parameter: 0))
    }
    return definition
  }

  private mutating func outcome(_ kind: IsolatedKind) -> IsolatedOutcome {
    if kind == .group { return .instance }
    if kind.mayThrow, has(.errors, 4) { return .error }
    return has(.nothing, 6) ? .nothing : .instance
  }

  // MARK: Steps

  mutating func setup() -> [IsolatedStep] {
    let count = Int.random(in: 2...8, using: &generator)
    var steps: [IsolatedStep] = (0..<count).map { _ in
      let factory = factory()
      return .change(
        generator.chance(4) ? 0 : child(), factory,
        .register(resolves: generator.chance(2), outcome(definitions[factory].kind)))
    }
    for _ in 0..<4 {
      let (container, factory) = (container(), factory())
      if let change = change(factory) { steps.append(.change(container, factory, change)) }
      if has(.defaultScopes) { steps.append(.defaultScope(container, scope())) }
    }
    return steps
  }

  private mutating func change(_ factory: Int) -> IsolatedChange? {
    let kind = definitions[factory].kind
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...2: return .register(resolves: generator.chance(2), outcome(kind))
    case 3 where features.contains(.contexts):
      return .context(argument(), resolves: generator.chance(2), outcome(kind))
    case 4 where features.contains(.layers):
      return .layer(site: Int.random(in: 1...2, using: &generator), resolves: generator.chance(2))
    case 5 where features.contains(.decorators): return .decorator
    case 6 where features.contains(.timeToLive):
      return .timeToLive(UInt64.random(in: 1...4, using: &generator))
    case 7 where features.contains(.scopes): return .scope(scope())
    case 8 where kind == .group: return .member
    case 9 where features.contains(.resets):
      if kind.hasParameter, generator.chance(2) {
        return .resetParameter(IsolatedFamily.parameters.randomElement(using: &generator)!)
      }
      return .reset(IsolatedReset.allCases.randomElement(using: &generator)!)
    default: return nil
    }
  }

  mutating func round() -> [IsolatedWork] {
    // Several workers that do the same meet in the same constructions.
    let isSame = generator.chance(3)
    let common = container()
    let family = generator.chance(2)
    let workers = Int.random(in: 2...4, using: &generator)
    let same = (0..<2).map { _ in step(in: common, isThread: true) }
    return (0..<workers).map { worker in
      let isThread = !hasAsync || has(.threads, 2)
      let count = Int.random(in: 1...4, using: &generator)
      let steps =
        isSame && worker > 0
        ? same : (0..<count).map { _ in step(in: family ? nil : common, isThread: isThread) }
      return IsolatedWork(isThread: isThread, steps: steps)
    }
  }

  private mutating func resolve(in common: Int?, isThread: Bool) -> IsolatedStep {
    // Later factories need more of the others.
    var factory = max(factory(), factory())
    if isNarrow, generator.chance(2) { factory = IsolatedFamily.factories.last! }
    if isThread {
      while definitions[factory].kind.isAsync, factory > 0 { factory -= 1 }
      if definitions[factory].kind.isAsync { return .advanceClock(0) }
    }
    let target = target(factory)
    let container = common ?? container()
    if definitions[factory].kind.isAsync, has(.cancellation) {
      return .cancelled(container, target)
    }
    return .resolve(container, target)
  }

  private mutating func step(in common: Int?, isThread: Bool) -> IsolatedStep {
    let container = common ?? container()
    switch Int.random(in: 0..<32, using: &generator) {
    case 0...5 where features.contains(.changes):
      let factory = factory()
      if let change = change(factory) { return .change(container, factory, change) }
    case 6 where features.contains(.resets):
      return .resetContainer(container, IsolatedReset.allCases.randomElement(using: &generator)!)
    case 7 where features.contains(.resets):
      let scope = scope()
      return .resetScope(container, scope == .singleton ? .cached : scope)
    case 8 where features.contains(.snapshots): return .push(container)
    case 9 where features.contains(.snapshots): return .pop(container)
    case 10 where features.contains(.defaultScopes):
      return .defaultScope(container, generator.chance(3) ? nil : scope())
    case 11 where features.contains(.decorators):
      return .containerDecorator(container, isOn: !generator.chance(3))
    case 12 where features.contains(.contexts): return .setArgument(argument())
    case 13 where features.contains(.contexts): return .removeArgument(argument())
    case 14 where features.contains(.timeToLive):
      return .advanceClock(UInt64.random(in: 1...3, using: &generator))
    case 15 where features.contains(.existing): return .existing(container, target(factory()))
    case 16...19 where features.contains(.hubs):
      return .hub((0..<3).map { _ in resolve(in: nil, isThread: isThread) })
    case 20...22 where features.contains(.temporary):
      let registers = (0..<2).map { _ in factory() }
      let resolves = (0..<2).map { _ in factory() }
        .filter { !isThread || !definitions[$0].kind.isAsync }.map { target($0) }
      return .temporary(container, registers: registers, resolves: resolves)
    case 23...25 where features.contains(.groups):
      // What adds members meets what resolves them.
      if let group = definitions.firstIndex(where: { $0.kind == .group }) {
        return .change(container, group, .member)
      }
    default: break
    }
    let step = resolve(in: common, isThread: isThread)
    return has(.running, 2) ? .running(step) : step
  }
}
