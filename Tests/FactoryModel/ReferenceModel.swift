// Factory, MIT licence; see LICENSE
//
// The reference: what containers, scopes, contexts, resets, snapshots and constructions mean, for
// tasks that run one after the other, written to be read rather than to be fast. If the library
// behaves differently, one of the two is wrong.

/// Plays programs as the guide says that they behave.
final class ReferenceModel: Player, @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  let counts = InstanceCounts()
  let tasks = PlayedTasks()
  let program: Program
  var containers: [ModelContainer]
  var singletons = (0..<ProgramSize.factories).map { _ in ModelCell() }
  var arguments: Set<String> = []
  var clock: UInt64 = 0
  var autoRegistering = 0
  /// How many instances were cached.
  private var cachings = 0

  /// The instances that the resolutions of one cycle share: those of the outermost resolution, and
  /// of all tasks that it starts.
  @TaskLocal private static var cycle: ModelCycle?

  init(_ program: Program) {
    self.program = program
    containers = (0..<ProgramSize.containers).map { _ in ModelContainer() }
  }

  /// In the model, every resolution has a task.
  func resolveDirectly(_ target: Target) -> Result<Instance?, any Error>? { nil }

  // MARK: Resolving

  func resolve(_ target: Target) async throws -> Instance? {
    let stated = read(target).stated
    return try await Self.$cycle.withValue(Self.cycle ?? ModelCycle()) {
      try await search(target, stated)
    }
  }

  /// - Parameter stated: the scope that the factory value has set.
  private func search(_ target: Target, _ stated: ScopeName?) async throws -> Instance? {
    autoRegister(target.container)
    let entry = containers[target.container].entries[target.factory]
    let builder = builder(of: target)
    let definition = program.definitions[target.container][target.factory]
    // A factory value that is scoped on its parameters creates an instance for its own if the
    // factory has been reset since, because all parameters would share it.
    if definition.isScopedOnParameters, !entry.options.isScopedOnParameters {
      return try await build(builder, for: target.kind, (any Error).self)
    }
    if mustGive(stated, to: entry) { give(stated!, target, after: nil) }
    let scope = entry.scope ?? defaultScope(target)
    switch scope {
    case nil, .unique:
      return try await build(builder, for: target.kind, (any Error).self)
    case .graph:
      let cell = leaf(entry.cell, target, isAdded: true)!
      if cell.scope != .graph {
        cell.forgetInstance()
        cell.scope = .graph
      }
      return try await ask(Self.cycle!.cell(for: cell), .graph, nil, target, builder)
    case .singleton:
      let cell = leaf(singletons[target.factory], target, isAdded: true)!
      return try await ask(cell, .singleton, entry.options.timeToLive, target, builder)
    case .some(let scope):
      let cell = leaf(entry.cell, target, isAdded: true)!
      return try await ask(cell, scope, entry.options.timeToLive, target, builder)
    }
  }

  private func ask(
    _ cell: ModelCell, _ scope: ScopeName, _ timeToLive: UInt64?, _ target: Target,
    _ builder: Builder
  ) async throws -> Instance? {
    if cell.kept != nil {
      if let instance = keptInstance(in: cell, scope, timeToLive) {
        if timeToLive != nil { cell.lastUse = clock }
        return instance
      }
      cell.forgetInstance()
    }
    let kind = target.kind
    guard kind.isAsync else {
      cell.scope = scope
      let generation = cell.generation
      let instance = try await build(builder, for: kind, (any Error).self)
      if cell.generation == generation { keep(instance, in: cell, scope, timeToLive, target) }
      return instance
    }
    let isCancellable = kind.canThrow
    if cell.construction?.isAbandoned != false {
      if isCancellable { try Task.checkCancellation() }
      cell.scope = scope
      start(in: cell, scope, timeToLive, target, builder)
    }
    let construction = cell.construction!
    switch await construction.wait(isCancellable: isCancellable) {
    case .cancelled: throw CancellationError()
    case .finished(.success(let instance)): return instance
    case .finished(.failure(let error)): throw error
    }
  }

  private func start(
    in cell: ModelCell, _ scope: ScopeName, _ timeToLive: UInt64?, _ target: Target,
    _ builder: Builder
  ) {
    let construction = ModelConstruction()
    cell.construction = construction
    construction.start { [self] in
      try await build(builder, for: target.kind, (any Error).self)
    } end: { [self] result in
      // Otherwise it has been overtaken.
      let isCurrent = cell.construction === construction
      if isCurrent { cell.construction = nil }
      guard case .success(let instance) = result else { return }
      if isCurrent, scope != .shared || !construction.isAbandoned {
        keep(instance, in: cell, scope, timeToLive, target)
      } else if construction.isAbandoned, scope != .graph, hasHook(target), let instance {
        // Nobody receives it.
        tasks.closed.append(instance.number)
      }
    }
  }

  private func keep(
    _ instance: Instance?, in cell: ModelCell, _ scope: ScopeName, _ timeToLive: UInt64?,
    _ target: Target
  ) {
    cachings += 1
    let hasHook = hasHook(target)
    cell.kept = instance.map {
      Kept($0, isWeak: scope == .shared, order: cachings, hasHook: hasHook)
    }
    cell.lastUse = timeToLive == nil ? nil : clock
  }

  private func hasHook(_ target: Target) -> Bool {
    program.definitions[target.container][target.factory].hasHook
  }

  private func keptInstance(
    in cell: ModelCell, _ scope: ScopeName, _ timeToLive: UInt64?
  ) -> Instance? {
    let age = cell.lastUse.map { clock - $0 } ?? 0
    let isExpired = timeToLive.map { age >= $0 } ?? false
    return cell.scope == scope && !isExpired ? cell.kept?.instance : nil
  }

  // MARK: Instances that are there already

  func existing(_ target: Target) -> Instance? {
    let entry = read(target)
    var scope = entry.scope ?? defaultScope(target)
    if mustGive(entry.stated, to: entry) {
      // The container has no instance in that scope, and singletons are not the container's.
      guard entry.stated == .singleton else { return nil }
      scope = .singleton
    }
    let timeToLive = entry.options.timeToLive
    switch scope {
    case nil, .unique:
      return nil
    case .graph:
      return leaf(entry.cell, target, isAdded: false)
        .flatMap { Self.cycle?.existingCell(for: $0)?.kept?.instance }
    case .singleton:
      return leaf(singletons[target.factory], target, isAdded: false)
        .flatMap { keptInstance(in: $0, .singleton, timeToLive) }
    case .some(let scope):
      return leaf(entry.cell, target, isAdded: false)
        .flatMap { keptInstance(in: $0, scope, timeToLive) }
    }
  }

  // MARK: The parts of a search

  /// The closure that creates an instance now, and the layers that wrap it.
  private func builder(of target: Target) -> Builder {
    let options = containers[target.container].entries[target.factory].options
    let fromContext = ProgramSize.arguments
      .first { arguments.contains($0) && options.contexts[$0] != nil }
      .flatMap { options.contexts[$0] }
    var builder =
      fromContext ?? options.registration
      ?? program.definitions[target.container][target.factory].builder
    builder.layers = options.layers
    return builder
  }

  /// The place of a parameter's instance. Nil if there is none and `isAdded` is false.
  private func leaf(_ cell: ModelCell, _ target: Target, isAdded: Bool) -> ModelCell? {
    let entry = containers[target.container].entries[target.factory]
    guard entry.options.isScopedOnParameters else { return cell }
    if isAdded, cell.parameters[target.parameter] == nil {
      cell.parameters[target.parameter] = ModelCell()
    }
    return cell.parameters[target.parameter]
  }

  /// Whether the factory has another scope than the factory value that is resolved.
  private func mustGive(_ stated: ScopeName?, to entry: ModelEntry) -> Bool {
    guard let stated else { return false }
    return entry.scope != stated && (entry.scope == nil || !entry.options.isOnce)
  }
}
