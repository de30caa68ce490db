// Factory, MIT licence; see LICENSE
//
// The reference: what containers, scopes, contexts, resets and snapshots mean, for one thread,
// written to be read rather than to be fast. If the library behaves differently, one of the two is
// wrong.

/// Plays programs as the guide says that they behave.
final class ReferenceModel: Player {
  let counts = InstanceCounts()
  var held: [Instance] = []
  private let program: Program
  private var containers: [ModelContainer]
  private var singletons = (0..<ProgramSize.factories).map { _ in ModelCell() }
  private var arguments: Set<String> = []
  private var clock: UInt64 = 0
  private var depth = 0
  private var graph: [ObjectIdentifier: (cell: ModelCell, instance: Instance, generation: Int)] =
    [:]
  private var autoRegistering = 0

  init(_ program: Program) {
    self.program = program
    containers = (0..<ProgramSize.containers).map { _ in ModelContainer() }
  }

  // MARK: Resolving

  func resolve(_ target: Target) -> Instance? {
    let entry = read(target)
    // A factory value that sets a scope has that scope.
    if let stated = entry.stated, entry.scope != stated,
      entry.scope == nil || !entry.options.isOnce
    {
      give(stated, target, superseding: nil)
    }
    let container = containers[target.container]
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { graph = [:] }
    }
    let timeToLive = entry.options.timeToLive
    let isScopedOnParameters = entry.options.isScopedOnParameters
    func leaf(_ cell: ModelCell) -> ModelCell {
      guard isScopedOnParameters else { return cell }
      let leaf = cell.parameters[target.parameter] ?? ModelCell()
      cell.parameters[target.parameter] = leaf
      return leaf
    }
    let construct = {
      let registered = entry.options.registration
      let original = self.program.definitions[target.container][target.factory].builder
      let fromContext = ProgramSize.arguments
        .first { self.arguments.contains($0) && entry.options.contexts[$0] != nil }
        .flatMap { entry.options.contexts[$0] }
      return self.build(fromContext ?? registered ?? original)
    }
    switch entry.scope ?? container.settings.defaultScope {
    case nil, .unique:
      return construct()
    case .graph:
      let cell = leaf(entry.cell)
      if cell.scope != .graph {
        cell.forgetInstance()
        cell.scope = .graph
      }
      let generation = cell.generation
      if let kept = graph[ObjectIdentifier(cell)], kept.generation == generation {
        return kept.instance
      }
      let instance = construct()
      if let instance { graph[ObjectIdentifier(cell)] = (cell, instance, generation) }
      return instance
    case .singleton:
      return resolve(in: leaf(singletons[target.factory]), .singleton, timeToLive, construct)
    case .some(let scope):
      return resolve(in: leaf(entry.cell), scope, timeToLive, construct)
    }
  }

  private func resolve(
    in cell: ModelCell, _ scope: ScopeName, _ timeToLive: UInt64?, _ construct: () -> Instance?
  ) -> Instance? {
    if let kept = cell.kept {
      let age = cell.lastUse.map { clock - $0 } ?? 0
      let isExpired = timeToLive.map { age >= $0 } ?? false
      if cell.scope == scope, !isExpired, let instance = kept.instance {
        if timeToLive != nil { cell.lastUse = clock }
        return instance
      }
      cell.forgetInstance()
    }
    cell.scope = scope
    let generation = cell.generation
    let instance = construct()
    if cell.generation == generation {
      cell.kept = instance.map { Kept($0, isWeak: scope == .shared) }
      cell.lastUse = timeToLive == nil ? nil : clock
    }
    return instance
  }

  /// Reads a factory's property: `autoRegister` runs first if it has not, and the definition's
  /// modifiers are applied again.
  @discardableResult
  private func read(_ target: Target) -> ModelEntry {
    let container = containers[target.container]
    if !container.settings.isAutoRegistered {
      container.settings.isAutoRegistered = true
      autoRegistering += 1
      for (target, builder) in program.autoRegistrations[target.container] {
        change(.register(target, builder))
      }
      autoRegistering -= 1
    }
    let entry = container.entries[target.factory]
    entry.stated = nil
    let definition = program.definitions[target.container][target.factory]
    if definition.isOnce, entry.options.isOnce {
      if definition.scope != nil { entry.stated = entry.scope }
      return entry
    }
    if let scope = definition.scope { record(scope, target) }
    if let timeToLive = definition.timeToLive { entry.options.timeToLive = timeToLive }
    if definition.isScopedOnParameters { entry.options.isScopedOnParameters = true }
    if let (argument, builder) = definition.context { entry.options.contexts[argument] = builder }
    if definition.isOnce { entry.options.isOnce = true }
    return entry
  }

  // MARK: Changes

  func change(_ operation: Operation) {
    switch operation {
    case .resolve, .releaseInstance:
      break
    case .register(let target, let builder):
      let entry = read(target)
      entry.options.registration = builder
      if autoRegistering == 0 { drop(target, entry.scope ?? defaultScope(target)) }
    case .context(let target, let argument, let builder):
      read(target).options.contexts[argument] = builder
    case .scope(let target, let scope):
      read(target)
      record(scope, target)
    case .timeToLive(let target, let limit):
      read(target).options.timeToLive = limit
    case .resetFactory(let target, let option):
      let entry = read(target)
      let scope = entry.scope ?? defaultScope(target)
      entry.forget(option)
      if option == .all || option == .scope { drop(target, scope) }
    case .resetContainer(let index, let option):
      for entry in containers[index].entries { entry.forget(option) }
      if option == .all || option == .registration {
        containers[index].settings.isAutoRegistered = false
      }
      if option == .all || option == .scope {
        for entry in containers[index].entries { entry.cell.invalidate() }
      }
    case .resetScope(let index, let scope):
      for entry in containers[index].entries { entry.cell.invalidate(scope) }
    case .resetSingletons:
      for cell in singletons { cell.invalidate() }
    case .push(let index):
      containers[index].push()
    case .pop(let index):
      containers[index].pop()
    case .defaultScope(let index, let scope):
      guard containers[index].settings.defaultScope != scope else { break }
      containers[index].settings.defaultScope = scope
      for entry in containers[index].entries where entry.scope == nil { entry.cell.invalidate() }
    case .setArgument(let argument):
      arguments.insert(argument)
    case .removeArgument(let argument):
      arguments.remove(argument)
    case .advanceClock(let time):
      clock += time
    }
  }

  private func defaultScope(_ target: Target) -> ScopeName? {
    containers[target.container].settings.defaultScope
  }

  /// A modifier sets a scope, in a chain that has set `entry.stated` before.
  private func record(_ scope: ScopeName, _ target: Target) {
    let entry = containers[target.container].entries[target.factory]
    let stated = entry.stated
    entry.stated = scope
    guard entry.scope != scope else { return }
    // The last scope of a chain applies: this one will be followed by another.
    let mayFollow = stated.map { entry.options.superseded.contains($0) } ?? true
    if mayFollow, entry.options.superseded.contains(scope) { return }
    give(scope, target, superseding: stated)
  }

  private func give(_ scope: ScopeName, _ target: Target, superseding stated: ScopeName?) {
    let entry = containers[target.container].entries[target.factory]
    let replaced = entry.scope ?? defaultScope(target)
    entry.scope = scope
    entry.options.superseded.remove(scope)
    if let stated { entry.options.superseded.insert(stated) }
    guard let replaced, replaced != scope else { return }
    entry.cell.invalidate()
    if replaced == .singleton { singletons[target.factory].invalidate() }
  }

  private func drop(_ target: Target, _ scope: ScopeName?) {
    containers[target.container].entries[target.factory].cell.invalidate()
    if scope == .singleton { singletons[target.factory].invalidate() }
  }
}
