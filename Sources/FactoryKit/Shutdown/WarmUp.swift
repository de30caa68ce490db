// Factory, MIT licence; see LICENSE
//
// Builds several instances at once and, if one fails, closes what it has built.
internal import FactoryCore
public import FactoryKitCore

/// The instances that one call of `warmUp` builds, with their dependencies.
final class WarmUp: Sendable {
  /// The warm-up that the current task belongs to. Inherited by constructions.
  @TaskLocal static var current: WarmUp?

  // Used by the atomic functions only, and written under `countLock`. Never freed.
  nonisolated(unsafe) private static let count = AtomicWord.make()
  private static let countLock = Lock()

  /// Whether a warm-up is in progress in the process. If not, `current` need not be read, which is
  /// slow.
  static var isRunning: Bool { factory_word_load(count) != 0 }

  private static func countRunning(_ change: Int) {
    countLock.withLock {
      factory_word_store(count, UInt32(Int(factory_word_load(count)) + change))
    }
  }

  /// The warm-up whose construction has called this one.
  private let outer = WarmUp.current
  private let state = Locked(State())

  private struct State {
    var instances: [ClosableInstance] = []
    var phase = Phase.running

    /// Ends the warm-up, and returns the instances, to be released without the lock.
    mutating func end(_ phase: Phase) -> [ClosableInstance] {
      self.phase = phase
      defer { instances = [] }
      return instances
    }
  }

  private enum Phase {
    case running, succeeded
    /// With a number of `ConstructionOrder`: constructions that began later have higher ones.
    case failed(UInt64)
  }

  private init() {
    Self.countRunning(1)
  }

  /// Adds an instance that this warm-up has built. If it has failed in the meantime, the instance comes
  /// from a construction that has ignored its cancellation, and is closed at once. What began after
  /// the failure, in a task that a factory has started and that outlives the warm-up, is left alone.
  func add(_ instance: ClosableInstance) {
    outer?.add(instance)
    let isLate = state.withLock { state in
      switch state.phase {
      case .running:
        state.instances.append(instance)
        return false
      case .succeeded:
        return false
      case .failed(let failure):
        return instance.record.begin < failure
      }
    }
    if isLate { Task { await Self.close([instance]) } }
  }

  /// Runs the steps in parallel. If one throws an error, cancels the others and closes what this
  /// warm-up has built.
  /// - Parameter namesFactory: whether an error is thrown as a `WarmUpError`, which names the factory. If the
  ///   calling task was cancelled before, `CancellationError` is thrown instead, and the other error is logged.
  static func run(_ steps: [WarmUpStep], namesFactory: Bool = false) async throws {
    let warmUp = WarmUp()
    _ = ShutdownRecord.recorder
    do {
      try await $current.withValue(warmUp) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for step in steps {
            group.addTask {
              do {
                try await step.run()
              } catch {
                // The failure of another step cancels this one, too, but that one's error is thrown then.
                let isCancelled = Task.isCancelled
                if !namesFactory || isCancelled && error is CancellationError { throw error }
                throw WarmUpError(step.factoryDescription, error, isCancelled: isCancelled)
              }
            }
          }
          // Throws the first error. The group then cancels the others, and waits for them.
          for try await _ in group {}
        }
      }
    } catch {
      await warmUp.closeAll()
      guard namesFactory, let failure = error as? WarmUpError, failure.isCancelled else {
        throw error
      }
      Log.write("\(failure)")
      throw CancellationError()
    }
    warmUp.succeed()
  }

  private func succeed() {
    let instances = state.withLock { $0.end(.succeeded) }
    Self.countRunning(-1)
    withExtendedLifetime(instances) {}
  }

  private func closeAll() async {
    let failure = ConstructionOrder.next()
    let instances = state.withLock { $0.end(.failed(failure)) }
    Self.countRunning(-1)
    // In a task of its own, which is not cancelled with the task that has called `warmUp`.
    await Task { await Self.close(instances) }.value
  }

  /// Runs the hooks in reverse order of construction, and drops the instances.
  private static func close(_ instances: [ClosableInstance]) async {
    let runner = HookRunner(limit: HookRunner.defaultLimit)
    let outer = HookContext.current
    var remaining: [ClosableInstance] = []
    for instance in instances { remaining.push(instance) }
    while let instance = remaining.popLatest() {
      // A shutdown may have taken it.
      guard let hook = instance.record.hook, instance.record.take() else { continue }
      let context = HookContext(nil, depth: 0, outer: outer)
      if let error = await runner.run(hook.closing(instance.box), context) {
        Log.write(Message.warmUpHookFailed(instance.record.factory.description, error))
      }
      instance.evict()
    }
    runner.end()
    // At the end, because hooks may use them.
    for instance in instances where instance.record.hook == nil { instance.evict() }
  }
}

/// The resolution of one factory by a warm-up.
///
/// An implementation detail that is public only because ``WarmableFactoryKind`` names it.
public struct WarmUpStep: Sendable {
  let manager: ContainerManager
  let declaration: FactoryDeclaration
  let types: FactoryTypes
  /// That of the factory value.
  let scope: ScopeReference?
  let run: @Sendable () async throws -> Void

  @usableFromInline
  init(
    _ definition: FactoryDefinition, _ types: FactoryTypes,
    _ run: @escaping @Sendable () async throws -> Void
  ) {
    manager = definition.manager
    declaration = definition.declaration
    self.types = types
    scope = definition.scope
    self.run = run
  }

  fileprivate var factoryDescription: String { manager.describe(declaration, types) }
}

// MARK: -

// The kinds of factories that `warmUp` resolves.

/// A factory of any kind without a parameter: ``Factory``, ``ThrowingFactory``, ``AsyncFactory``,
/// ``MainActorFactory`` or ``FactoryGroup``. See ``ManagedContainer/warmUp(_:)``.
public protocol WarmableFactoryKind: FactoryKind where Parameter == Void {
  /// An implementation detail of the library: resolves the factory.
  var _warmUp: WarmUpStep { get }
}

extension Factory: WarmableFactoryKind {}
extension FactoryGroup: WarmableFactoryKind {}
extension ThrowingFactory: WarmableFactoryKind {}

extension SynchronousFactoryKind where Parameter == Void {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    // The container may be used from any thread, and the instance is not passed on.
    nonisolated(unsafe) let resolve = { _ = try self._resolve(()) }
    return WarmUpStep(_definition, Self._types) { try resolve() }
  }
}

extension AsyncFactory: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    WarmUpStep(_definition, Self._types) {
      _ = try await resolveInLibrary(isolation: nil)
    }
  }
}

extension MainActorFactory: WarmableFactoryKind {
  @_alwaysEmitIntoClient
  public var _warmUp: WarmUpStep {
    WarmUpStep(_definition, Self._types) { @MainActor in
      _ = resolve()
    }
  }
}

// MARK: -

// The singletons that a service has warmed up, and closes when it ends.

/// Those of the factories of a warm-up that are singletons. Other singletons are left alone.
final class WarmedSingletons: ClosableOwner {
  // `Node` is not `Sendable`; it is used with the lock of the scope's store, which owns it.
  private nonisolated(unsafe) let nodes: [(node: Node, scope: Scope.Singleton)]

  init(_ steps: [WarmUpStep]) {
    nodes = steps.compactMap { step in
      step.manager.warmedSingleton(step.declaration, step.types, step.scope)
    }
  }

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    for (node, scope) in nodes {
      scope.store.store.forEachClosable(of: node, from: scope.store.firstNumber, body)
    }
  }

  func evictInstancesWithoutHook() {
    for (node, scope) in nodes {
      scope.store.store.evictInstancesWithoutHook(of: node, orBefore: scope.store.firstNumber)
    }
  }
}

extension ContainerManager {
  /// The node of a factory whose instance the process keeps, and its scope.
  fileprivate func warmedSingleton(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ value: ScopeReference?
  ) -> (Node, Scope.Singleton)? {
    guard let node = store.existingNode(declaration.key(types)) else { return nil }
    let settings = store.currentSettings(node)
    guard let scope = store.withState({ $0.scope(of: node, through: value) }),
      scope.isOfProcess,
      store.ownerDepth(node, settings, scope, declaration.lineAndFlags) == 0
    else { return nil }
    let singletons = scope.singleton.current
    return (
      singletonNode(node, singletons.store, declaration.file, declaration.line), singletons
    )
  }
}
