// Factory, MIT licence; see LICENSE
//
// The parts of the reference model: containers, entries, cycles, the places of instances, and constructions of
// asynchronous factories: who waits for one, and when it is cancelled.

/// Stores an instance, strongly or weakly.
final class Kept {
  private let owned: Instance?
  private weak var observed: Instance?
  /// The position in the order of construction.
  let order: Int
  let hasHook: Bool

  init(_ instance: Instance, isWeak: Bool, order: Int, hasHook: Bool) {
    self.order = order
    self.hasHook = hasHook
    owned = isWeak ? nil : instance
    observed = instance
  }

  var instance: Instance? { owned ?? observed }
}

/// The place of one instance, and of those of each parameter.
final class ModelCell: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  var kept: Kept?
  var scope: ScopeName?
  var lastUse: UInt64?
  var generation = 0
  var parameters: [Int: ModelCell] = [:]
  /// The construction in flight. It is overtaken when the instance is forgotten.
  var construction: ModelConstruction?

  func forgetInstance() {
    kept = nil
    construction = nil
    scope = nil
    generation += 1
  }

  func invalidate() {
    forgetInstance()
    // Abandoned constructions may still refer to the cells.
    for cell in parameters.values { cell.invalidate() }
    parameters = [:]
  }

  func invalidate(_ scope: ScopeName) {
    if self.scope == scope { forgetInstance() }
    for cell in parameters.values { cell.invalidate(scope) }
  }

  /// The instances that are cached here.
  var allKept: [Kept] { [kept].compactMap { $0 } + parameters.values.flatMap(\.allKept) }

  /// Evicts what a shutdown drops.
  func drop(_ dropped: [Kept]) {
    if let kept, dropped.contains(where: { $0 === kept }) { self.kept = nil }
    for cell in parameters.values { cell.drop(dropped) }
  }

  /// A copy of the cached instances.
  func copy() -> ModelCell {
    let copy = ModelCell()
    if kept != nil {
      copy.kept = kept
      copy.scope = scope
      copy.lastUse = lastUse
    }
    copy.parameters = parameters.mapValues { $0.copy() }
    return copy
  }

  func restore(_ saved: ModelCell) {
    let copy = saved.copy()
    invalidate()
    kept = copy.kept
    scope = copy.scope
    lastUse = copy.lastUse
    parameters = copy.parameters
  }
}

/// The instances of the graph scope in one resolution cycle.
final class ModelCycle: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.
  private struct Key: Hashable {
    let cell: ObjectIdentifier
    let generation: Int
  }

  /// `original` is retained, so that no other cell has its address.
  private var cells: [Key: (original: ModelCell, cell: ModelCell)] = [:]

  /// The cycle's place for the instance of a factory, until the factory is reset.
  func cell(for original: ModelCell) -> ModelCell {
    if let cell = existingCell(for: original) { return cell }
    let cell = ModelCell()
    cells[key(original)] = (original, cell)
    return cell
  }

  func existingCell(for original: ModelCell) -> ModelCell? { cells[key(original)]?.cell }

  private func key(_ cell: ModelCell) -> Key {
    Key(cell: ObjectIdentifier(cell), generation: cell.generation)
  }
}

/// What is set for a factory.
struct ModelOptions {
  var registration: Builder?
  var contexts: [String: Builder] = [:]
  /// The innermost first.
  var layers: [Layer] = []
  var timeToLive: UInt64?
  var isScopedOnParameters = false
  var isOnce = false
  /// The scopes that a chain of modifiers set before its last one.
  var earlierScopes: Set<ScopeName> = []

  mutating func wrap(_ layer: Layer) {
    if let index = layers.firstIndex(where: { $0.site == layer.site }) {
      layers[index] = layer
    } else {
      layers.append(layer)
    }
  }
}

/// One factory of one container.
final class ModelEntry {
  var scope: ScopeName?
  /// The scope that the current chain of modifiers has set last.
  var stated: ScopeName?
  var options = ModelOptions()
  let cell = ModelCell()

  func forget(_ option: ResetOption) {
    switch option {
    case .all:
      options = ModelOptions()
      scope = nil
    case .context:
      options.contexts = [:]
    case .registration:
      options.registration = nil
      options.layers = []
    case .scope, .none: break
    }
  }
}

/// One container.
final class ModelContainer {
  struct Settings {
    var defaultScope: ScopeName?
    var isAutoRegistered = false
  }

  var settings = Settings()
  let entries = (0..<ProgramSize.factories).map { _ in ModelEntry() }
  private var snapshots: [(Settings, [(ScopeName?, ModelOptions, ModelCell)])] = []

  func push() {
    snapshots.append((settings, entries.map { ($0.scope, $0.options, $0.cell.copy()) }))
  }

  /// Evicts what a shutdown drops, also from the snapshots.
  func drop(_ dropped: [Kept]) {
    for entry in entries { entry.cell.drop(dropped) }
    for snapshot in snapshots { for (_, _, cell) in snapshot.1 { cell.drop(dropped) } }
  }

  func pop() {
    guard let (settings, saved) = snapshots.popLast() else { return }
    self.settings = settings
    for (entry, (scope, options, cell)) in zip(entries, saved) {
      entry.scope = scope
      entry.options = options
      entry.cell.restore(cell)
    }
  }
}

/// One call of an asynchronous closure, in a task of its own.
final class ModelConstruction: @unchecked Sendable {
  // Sendable: programs play on one thread; see `ControlledTasks`.

  enum Outcome {
    case finished(Result<Instance?, any Error>)
    /// The waiting task was cancelled.
    case cancelled
  }

  private final class Waiter: @unchecked Sendable {
    // Sendable: as above.
    var continuation: UnsafeContinuation<Outcome, Never>?
    var isCancelled = false
  }

  private var result: Result<Instance?, any Error>?
  private var waiters: [Waiter] = []
  private var task: Task<Void, Never>?
  /// Whether there was a moment at which no task waited, so that the construction was cancelled.
  private(set) var isAbandoned = false

  /// Calls a closure in a new task, then `end`, which may keep the instance.
  func start(
    _ build: @escaping @Sendable () async throws -> Instance?,
    end: @escaping @Sendable (Result<Instance?, any Error>) -> Void
  ) {
    task = Task { [self] in
      let result: Result<Instance?, any Error>
      do { result = .success(try await build()) } catch { result = .failure(error) }
      end(result)
      self.result = result
      task = nil
      for waiter in waiters { waiter.continuation!.resume(returning: .finished(result)) }
      waiters = []
    }
  }

  /// Waits until the closure has returned or thrown an error or, if `isCancellable`, until the
  /// calling task is cancelled.
  func wait(isCancellable: Bool) async -> Outcome {
    let waiter = Waiter()
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if waiter.isCancelled {
          continuation.resume(returning: .cancelled)
        } else if let result {
          continuation.resume(returning: .finished(result))
        } else {
          waiter.continuation = continuation
          waiters.append(waiter)
        }
      }
    } onCancel: {
      if isCancellable { cancel(waiter) }
    }
  }

  private func cancel(_ waiter: Waiter) {
    guard result == nil else { return }
    waiter.isCancelled = true
    waiters.removeAll { $0 === waiter }
    waiter.continuation?.resume(returning: .cancelled)
    if waiters.isEmpty {
      isAbandoned = true
      task?.cancel()
    }
  }
}
