// Factory, MIT licence; see LICENSE
//
// Makes random programs for families: one sequence of steps, or rounds of threads and tasks.
import FactoryModel

extension FamilyProgram {
  /// A sequence of steps, which a model performs as well.
  init(seed: UInt64, length: Int) {
    var maker = FamilyProgramMaker(seed: seed, isConcurrent: false)
    self = maker.program()
    steps = maker.setup() + (0..<length).map { _ in maker.step() } + [.finishTasks]
  }

  /// Rounds of threads and tasks, after steps that change registrations.
  static func concurrent(seed: UInt64, isStable: Bool) -> FamilyProgram {
    var maker = FamilyProgramMaker(seed: seed, isConcurrent: true, isStable: isStable)
    var program = maker.program()
    program.steps = maker.setup()
    for _ in 0..<20 { program.rounds.append(maker.round()) }
    return program
  }
}

private struct FamilyProgramMaker {
  private let seed: UInt64
  private var generator: SeededGenerator
  private var features: Set<FamilyFeature>
  private let isConcurrent: Bool
  /// Whether rounds only resolve.
  private let isStable: Bool
  private let containers: [Int]
  private let scopes: [FamilyScope]
  private var sharing = Family.containers.map { _ in Set<FamilyScope>() }
  private var definitions: [FamilyDefinition] = []

  init(seed: UInt64, isConcurrent: Bool, isStable: Bool = false) {
    var generator = SeededGenerator(seed: seed)
    // A third of the features, so that each meets the others in some programs, and is almost alone in others.
    var features = Set(FamilyFeature.allCases.filter { _ in generator.chance(3) })
    // Tasks may retain instances for a little longer. Whether a task is part of a resolution that has ended does not matter.
    if isConcurrent || features.contains(.async) || features.contains(.shutdown) {
      features.remove(.weak)
    }
    if isConcurrent { features.subtract([.tasks, .secondRoot, .autoRegister, .shutdown]) }
    if isStable { features.subtract([.existing, .wrappers, .cancellation]) }
    if !isConcurrent { features.subtract([.threads, .cancellation]) }
    // An array is no object that `shared` could refer to.
    if features.contains(.weak) { features.remove(.groups) }
    if features.contains(.shutdown) {
      // Whether an expired instance still has its hook depends on the hashes: a new parameter evicts some expired ones.
      features.subtract([.resets, .snapshots, .timeToLive])
    }
    if features.contains(.tasks) { features.subtract([.graph, .weak]) }
    if features.contains(.autoRegister) {
      features.insert(.depots)
      // A lazy wrapper could be read by the `autoRegister` that its first read runs.
      features.subtract([.existing, .wrappers])
    }
    containers = Family.containers.filter { container in
      switch container {
      case 4, 5: features.contains(.secondRoot)
      case Family.autoRegistering: features.contains(.autoRegister)
      default: Family.type(container) == .container || features.contains(.depots)
      }
    }
    let left: [FamilyScope] = [.unique, .cached, .session].filter { _ in !generator.chance(3) }
    scopes =
      left + [.singleton] + (features.contains(.weak) ? [.shared] : [])
      + (features.contains(.graph) ? [.graph] : [])
    (self.seed, self.generator, self.features) = (seed, generator, features)
    (self.isConcurrent, self.isStable) = (isConcurrent, isStable)
  }

  mutating func program() -> FamilyProgram {
    for container in Family.containers where Family.parents[container] != nil {
      sharing[container] = Set([.cached, .session, .shared].filter { _ in generator.chance(3) })
    }
    for factory in Family.factories { definitions.append(definition(factory)) }
    var program = FamilyProgram(seed: seed, features: features)
    (program.sharing, program.definitions) = (sharing, definitions)
    if features.contains(.autoRegister) {
      for factory in Family.factories where generator.chance(3) {
        program.autoRegistrations[factory] = recipe(factory)
      }
      // Others could need singletons that are being built when the container is first used.
      program.autoResolved = need(below: 1, isAsync: false, own: Family.autoRegistering)
    }
    return program
  }

  // MARK: Parts

  private mutating func has(_ feature: FamilyFeature, _ times: Int = 3) -> Bool {
    features.contains(feature) && generator.chance(times)
  }

  private mutating func one<C: Collection>(of choices: C) -> C.Element {
    choices.randomElement(using: &generator)!
  }

  /// One that is changed by steps.
  private mutating func container() -> Int {
    one(of: containers.filter { $0 != Family.autoRegistering })
  }

  private mutating func type() -> FamilyType {
    features.contains(.depots) ? one(of: FamilyType.allCases) : .container
  }

  private mutating func target(_ factory: Int) -> FamilyTarget {
    let hasParameter = features.contains(.parameters) && definitions[factory].kind.hasParameter
    return FamilyTarget(factory: factory, parameter: hasParameter ? one(of: Family.parameters) : 0)
  }

  /// Something with a lower number, so that nothing is circular.
  /// - Parameter own: the container that sets the closure; nil for a definition.
  private mutating func need(below limit: Int, isAsync: Bool, own: Int? = nil) -> FamilyNeed? {
    let lower = (0..<limit).filter { isAsync || !definitions[$0].kind.isAsync }
    guard !lower.isEmpty else { return nil }
    // The first is registered most.
    var need = FamilyNeed(
      target: generator.chance(3) ? FamilyTarget(factory: 0) : target(one(of: lower)))
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...1 where features.contains(.parents): need.place = .container(one(of: containers))
    case 2...3: need.place = .shared(type())
    case 4...6 where features.contains(.injection):
      need.place = .injected(type(), one(of: FamilyNeed.Injection.allCases))
    case 7 where features.contains(.children) && !isConcurrent:
      need.place = .child(of: generator.chance(2) && knowsOwn ? own : container())
    default: break
    }
    if case .child(of: nil) = need.place, own == Family.autoRegistering { need.place = .own }
    around(&need)
    let definition = definitions[need.target.factory]
    need.isExisting = definition.kind != .group && has(.existing, 6)
    need.readsWrapper = definition.recipe.wrapper != nil && has(.wrappers, 2)
    return need
  }

  private mutating func around(_ need: inout FamilyNeed) {
    guard has(.running) else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    // What runs in a child is what the child has, also in a construction of the process.
    case 0 where !isConcurrent && knowsOwn: need.around = .run(one(of: containers))
    case 1 where !isConcurrent && knowsOwn: need.around = .carried
    default: need.around = .withValue(one(of: containers))
    }
  }

  /// A closure that a definition sets, such as a layer, may be that of another container of the family. It makes no difference,
  /// except in `run`, and for the parents of new children.
  private var knowsOwn: Bool {
    features.isDisjoint(with: [.groups, .contexts, .layers, .decorators])
  }

  /// - Parameter own: the container that sets the closure; nil for a definition.
  private mutating func recipe(_ factory: Int, own: Int? = nil, isMember: Bool = false)
    -> FamilyRecipe
  {
    let kind = definitions[factory].kind
    var recipe = FamilyRecipe()
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      guard var need = need(below: factory, isAsync: kind.isAsync, own: own) else { continue }
      need.isLater = has(.tasks, 4)
      recipe.needs.append(need)
    }
    if !isMember, let need = sameFactory(factory, own) { recipe.needs.append(need) }
    recipe.style = one(of: FamilyStyle.allCases)
    recipe.pauses =
      isConcurrent && generator.chance(2) ? Int.random(in: 1...6, using: &generator) : 0
    recipe.throwsError = kind.mayThrow && has(.errors, 6)
    if has(.wrappers, 2),
      let factory = (0..<factory).filter({ definitions[$0].kind == .plain }).last
    {
      let forms = FamilyWrapper.Form.allCases.filter { $0 != .weak || features.contains(.weak) }
      recipe.wrapper = FamilyWrapper(form: one(of: forms), type: type(), factory: factory)
    }
    return recipe
  }

  /// The same factory of a parent.
  private mutating func sameFactory(_ factory: Int, _ own: Int?) -> FamilyNeed? {
    guard let own, let parent = Family.chain(own).dropFirst().randomElement(using: &generator),
      generator.chance(3), definitions[factory].kind != .group
    else { return nil }
    return FamilyNeed(place: .container(parent), target: target(factory))
  }

  private mutating func definition(_ factory: Int) -> FamilyDefinition {
    let isAsync = features.contains(.async) && generator.chance(2)
    let kinds = FamilyKind.allCases.filter { kind in
      kind.isAsync == isAsync && (kind != .group || features.contains(.groups))
        && (!kind.hasParameter || features.contains(.parameters))
    }
    var definition = FamilyDefinition(kind: factory == 0 ? .plain : one(of: kinds))
    let kind = definition.kind
    definitions.append(definition)
    definition.recipe = recipe(factory)
    definitions.removeLast()
    if !generator.chance(5) { definition.scope = one(of: scopes) }
    // An array is a value, which `.shared` does not keep.
    if kind == .group, definition.scope == .shared { definition.scope = nil }
    if factory == 0 { definition.scope = generator.chance(2) ? nil : definition.scope }
    if has(.contexts) { definition.context = one(of: Family.arguments) }
    if has(.timeToLive) { definition.timeToLive = UInt64.random(in: 2...5, using: &generator) }
    definition.hasLayer = has(.layers)
    definition.hasDecorator = has(.decorators)
    definition.hasHook = kind != .group && has(.shutdown)
    // After `reset(.registration)`, a definition with `.once()` does not add its layer again, nor a member.
    definition.isOnce = has(.once) && !definition.hasLayer && kind != .group
    if definition.isOnce { definition.context = nil }
    if generator.chance(2) { definition.extra = need(below: factory, isAsync: false) }
    return definition
  }

  // MARK: Steps

  private mutating func change(_ container: Int, _ factory: Int)
    -> FamilyChange?
  {
    let (definition, isGroup) = (definitions[factory], definitions[factory].kind == .group)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...3: return .register(recipe(factory, own: container))
    case 4 where features.contains(.resets): return .reset(one(of: FamilyReset.allCases))
    case 5: return .reset(.registration)
    // If the definition has a context, that applies.
    case 6...7 where features.contains(.contexts) && definition.context == nil:
      return .context(one(of: Family.arguments), recipe(factory, own: container))
    case 8 where features.contains(.layers):
      var extra = generator.chance(2) ? need(below: factory, isAsync: false, own: container) : nil
      if !definition.kind.isAsync, generator.chance(3) { extra = sameFactory(factory, container) }
      return .layer(site: Int.random(in: 1...2, using: &generator), extra)
    case 9 where features.contains(.decorators): return .decorator
    case 10 where features.contains(.shutdown) && !isGroup: return .hook
    case 11 where features.contains(.timeToLive):
      return .timeToLive(UInt64.random(in: 1...5, using: &generator))
    case 12
    where features.contains(.scopes)
      && (definition.scope == nil || definition.isOnce):
      return scope(in: container).map { .scope($0) }
    case 12...13 where isGroup && !isConcurrent:
      let plain = (0..<factory).filter { definitions[$0].kind == .plain }
      return generator.chance(2)
        ? .member(recipe(factory, own: container, isMember: true))
        : .memberFactory(one(of: plain))
    default: return nil
    }
  }

  /// A scope that a container can be given, so that the container, and no parent, keeps what it applies to.
  private mutating func scope(in container: Int) -> FamilyScope? {
    let scope = one(of: scopes)
    let isOfParent = scope == .singleton || sharing[container].contains(scope)
    return isOfParent && Family.parents[container] != nil ? nil : scope
  }

  mutating func setup() -> [FamilyStep] {
    // So that each container has something of its own in most programs.
    var steps: [FamilyStep] = containers.filter { $0 != Family.autoRegistering }
      .filter { _ in !generator.chance(3) }.map { .change($0, 0, .register(FamilyRecipe())) }
    for _ in 0..<6 {
      let (container, factory) = (container(), one(of: Family.factories))
      if let change = change(container, factory) {
        steps.append(.change(container, factory, change))
      }
    }
    return steps
  }

  /// A need that a step resolves.
  private mutating func resolved(isAsync: Bool) -> FamilyNeed? {
    // Later factories need more of the others.
    let limit = 1 + max(one(of: Family.factories), one(of: Family.factories))
    guard var need = need(below: limit, isAsync: isAsync) else { return nil }
    need.around = nil
    if case .own = need.place { need.place = .container(one(of: containers)) }
    if case .child(of: nil) = need.place { need.place = .child(of: container()) }
    if has(.running, 2) { need.around = .run(one(of: containers)) }
    return need
  }

  private mutating func shared() -> [FamilyType: Int] {
    Dictionary(
      uniqueKeysWithValues: FamilyType.allCases.map { type in
        (
          type,
          containers.filter { Family.type($0) == type }.randomElement(using: &generator)
            ?? Family.roots(type)
        )
      })
  }

  mutating func step(isAsync: Bool = true) -> FamilyStep {
    let container = container()
    switch Int.random(in: 0..<32, using: &generator) {
    case 0...6:
      let factory = one(of: Family.factories)
      if let change = change(container, factory) { return .change(container, factory, change) }
    case 7 where features.contains(.snapshots): return .push(container)
    case 8 where features.contains(.snapshots): return .pop(container)
    case 9 where features.contains(.resets) && !features.contains(.groups):
      return .resetContainer(container, one(of: FamilyReset.allCases))
    case 10 where features.contains(.resets):
      let scope = one(of: scopes)
      if scope != .singleton { return .resetScope(container, scope) }
    case 11 where features.contains(.defaultScopes):
      return .defaultScope(container, generator.chance(3) ? nil : scope(in: container))
    case 12 where features.contains(.decorators):
      return .decorator(container, isOn: !generator.chance(3))
    case 13...14 where features.contains(.contexts):
      return .setArgument(one(of: Family.arguments))
    case 15 where features.contains(.contexts): return .removeArgument(one(of: Family.arguments))
    case 16 where features.contains(.timeToLive):
      return .advanceClock(UInt64.random(in: 1...3, using: &generator))
    case 17 where features.contains(.shutdown): return .shutdown(container)
    case 18 where features.contains(.weak): return .release
    case 19...20 where features.contains(.wrappers):
      return .read(result: Int.random(in: 0..<60, using: &generator), shared: shared())
    case 21 where features.contains(.tasks): return .finishTasks
    default: break
    }
    return resolve(isAsync: isAsync)
  }

  private mutating func resolve(isAsync: Bool) -> FamilyStep {
    guard let need = resolved(isAsync: isAsync) else { return .advanceClock(0) }
    return isConcurrent && definitions[need.target.factory].kind.isAsync && has(.cancellation)
      ? .cancelled(need) : .resolve(need)
  }

  // MARK: Rounds

  mutating func round() -> [FamilyWork] {
    // Several workers that do the same meet in the same constructions.
    let isSame = generator.chance(3)
    let isThread = !features.contains(.async) || has(.threads, 2)
    let same = (0..<3).map { _ in resolve(isAsync: !isThread) }
    return (0..<Int.random(in: 2...4, using: &generator)).map { worker in
      let isThread = isSame ? isThread : !features.contains(.async) || has(.threads, 2)
      let steps = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        isStable ? resolve(isAsync: !isThread) : step(isAsync: !isThread)
      }
      return FamilyWork(isThread: isThread, steps: isSame && worker > 0 ? same : steps)
    }
  }
}
