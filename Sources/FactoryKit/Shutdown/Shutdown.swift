// Factory, MIT licence; see LICENSE
//
// The end of a container's lifetime: `shutdown`, `onShutdown`, and the reset of one parameter.
public import FactoryCore
public import FactoryKitCore

extension ManagedContainer {
  /// Runs the shutdown hooks of all instances that this container caches, then drops its instances.
  ///
  /// The hooks of `onShutdown` run one at a time, in reverse order of construction: an instance is
  /// closed before its dependencies. Until its own hook has run, an instance can be resolved. An
  /// instance that is built during the shutdown is either closed too, or stays open and cached.
  /// Singletons do not belong to the container: see
  /// ``Scope/Singleton/shutdown(hookLimit:)-(Double)``. Registrations and settings stay, and the
  /// container can be used again.
  ///
  /// A hook that has not returned after `hookLimit` seconds is cancelled, and the shutdown goes on
  /// without it. All hooks run, even if some fail or the calling task is cancelled; then their errors
  /// are thrown as one ``ShutdownError``. If the container is being shut down already, the call waits
  /// for that shutdown and throws its error. If one of that shutdown's own hooks calls it, it returns
  /// at once. May be called from any task. Costs one task for each hook, and a thread. See <doc:Shutdown>.
  ///
  /// ```swift
  /// try await Container.shared.shutdown()
  /// ```
  public func shutdown(hookLimit: Double = 10) async throws(ShutdownError) {
    try await ShutdownRun.run(manager, limit: FactoryDefinition.nanoseconds(hookLimit))
  }

  /// Runs the shutdown hooks of all instances that this container caches, then drops its instances.
  /// See ``shutdown(hookLimit:)-(Double)``.
  ///
  /// ```swift
  /// try await Container.shared.shutdown(hookLimit: .seconds(5))
  /// ```
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public func shutdown(hookLimit: Duration) async throws(ShutdownError) {
    try await ShutdownRun.run(manager, limit: FactoryDefinition.nanoseconds(hookLimit))
  }

  /// Resolves factories in parallel, so that their instances exist when they are needed.
  ///
  /// Takes groups, and factories of every kind that has no parameter. Each is resolved in a task of its
  /// own: main-actor factories on the main actor, and synchronous ones off it, even if the main actor
  /// makes this call. If one fails, the others are cancelled;
  /// everything that this call has built, including dependencies, is shut down in reverse order of
  /// construction and dropped; then the error is thrown. Instances that existed before, or that other
  /// code has built, stay. Cancelling the calling task cancels the constructions. May be called from
  /// any task. See <doc:Shutdown>.
  ///
  /// ```swift
  /// try await Container.shared.warmUp(\.settings, \.database)
  /// ```
  @_alwaysEmitIntoClient
  public func warmUp<each F: WarmableFactoryKind>(
    _ factories: repeat KeyPath<Self, each F>
  ) async throws {
    var steps: [WarmUpStep] = []
    for factory in repeat self[keyPath: each factories] { steps.append(factory._warmUp) }
    try await FactoryDefinition.warmUp(steps)
  }
}

extension Scope.Singleton {
  /// Runs the shutdown hooks of all singletons of this scope, then drops them.
  ///
  /// Works like ``ManagedContainer/shutdown(hookLimit:)-(Double)``. Shut down containers first,
  /// because their instances may use singletons. A scope that was created by ``clone()`` runs the
  /// hooks of the instances that were built in it, and only drops the others. See <doc:Shutdown>.
  ///
  /// ```swift
  /// try await Scope.singleton.shutdown()
  /// ```
  public func shutdown(hookLimit: Double = 10) async throws(ShutdownError) {
    try await ShutdownRun.run(self, limit: FactoryDefinition.nanoseconds(hookLimit))
  }

  /// Runs the shutdown hooks of all singletons of this scope, then drops them. See
  /// ``shutdown(hookLimit:)-(Double)``.
  ///
  /// ```swift
  /// try await Scope.singleton.shutdown(hookLimit: .seconds(5))
  /// ```
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public func shutdown(hookLimit: Duration) async throws(ShutdownError) {
    try await ShutdownRun.run(self, limit: FactoryDefinition.nanoseconds(hookLimit))
  }
}

extension FactoryDefinition {
  @usableFromInline
  package static func warmUp(_ steps: [WarmUpStep]) async throws { try await WarmUp.run(steps) }
}

// For the module FactoryLifecycle, in the package Lifecycle. Not API.
@_spi(FactoryLifecycle)
extension FactoryDefinition {
  /// Warms up like `ManagedContainer.warmUp`. An error is a ``WarmUpError``, unless the calling task
  /// was cancelled before the factory failed.
  public static func warmUpNamingFailure(_ steps: [WarmUpStep]) async throws {
    try await WarmUp.run(steps, namesFactory: true)
  }

  /// Shuts down those of the factories that are singletons.
  public static func shutDownSingletons(
    of steps: [WarmUpStep], hookLimit: Double
  ) async throws(ShutdownError) {
    try await ShutdownRun.run(WarmedSingletons(steps), limit: nanoseconds(hookLimit))
  }

  /// Writes an error that cannot be thrown, because another one is, to the log.
  public static func log(_ error: ShutdownError) { Log.write("\(error)") }
}

// MARK: -

// `onShutdown`, and the reset of one parameter.

// Disfavored, so that for a main-actor factory the compiler chooses the function of
// `MainActorFactoryDecorating`, whose hooks are main-actor closures.
extension FactoryModifying where Product: Sendable {
  /// Closes the factory's instances when they are shut down.
  ///
  /// ``ManagedContainer/shutdown(hookLimit:)-(Double)`` calls the hook once with each instance that
  /// the container caches, and `Scope.singleton.shutdown()` with each singleton. A reset, a
  /// registration or the release of the container drop instances without calling it. The closure may
  /// be synchronous or asynchronous, and may throw. It runs in a task of its own, with no lock held,
  /// and may resolve factories.
  ///
  /// Write it in the factory's definition: an instance has the hook that was set when its construction
  /// began. The hook is not called for unscoped instances and those of the graph scope, because no container
  /// caches them. Like other modifiers, it may be set from any thread, and costs a resolution nothing
  /// once the instance is cached. See <doc:Shutdown>.
  ///
  /// ```swift
  /// extension Container {
  ///   var database: AsyncFactory<Database, any Error> {
  ///     self { try await Database.connect() }.onShutdown { try await $0.close() }.cached
  ///   }
  /// }
  /// ```
  @_alwaysEmitIntoClient @_disfavoredOverload @discardableResult
  public func onShutdown(_ hook: @escaping @Sendable (Product) async throws -> Void) -> Self {
    let hook = ShutdownClosure(hook)
    _definition.setShutdownHook(ClosureIdentity(of: hook), hook, Self._types)
    return recording(FACTORY_HAS_HOOK)
  }
}

extension MainActorFactoryDecorating where Product: Sendable {
  /// Closes the factory's instances when they are shut down. The hook runs on the main actor.
  ///
  /// Otherwise, it is the same as for the other kinds of factory. The modifier itself may be applied
  /// on any thread. See <doc:Shutdown>.
  ///
  /// ```swift
  /// Container.shared.screenModel.onShutdown { $0.save() }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func onShutdown(
    _ hook: @escaping @MainActor @Sendable (Product) async throws -> Void
  ) -> Self {
    let hook = MainActorShutdownClosure(hook)
    _definition.setShutdownHook(
      ClosureIdentity(of: hook), ShutdownClosure { try await hook.call($0) }, Self._types)
    return recording(FACTORY_HAS_HOOK)
  }
}

/// The closure of `onShutdown` of a main-actor factory.
@usableFromInline
@frozen
struct MainActorShutdownClosure<T: Sendable>: Sendable {
  @usableFromInline let call: @MainActor @Sendable (T) async throws -> Void

  @_alwaysEmitIntoClient
  init(_ call: @escaping @MainActor @Sendable (T) async throws -> Void) { self.call = call }
}

extension ContainerManager {
  /// Whether the factory already has an identical hook.
  @usableFromInline @inline(never)
  func hasHook(
    _ closure: ClosureIdentity, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    has(declaration, types) { $0.values.hasHook(closure, isOverride: declaration.isAfterOnce) }
  }
}

extension FactoryDefinition {
  @_alwaysEmitIntoClient
  func setShutdownHook<T: Sendable>(
    _ identity: ClosureIdentity, _ hook: ShutdownClosure<T>, _ types: FactoryTypes
  ) {
    if !manager.hasHook(identity, declaration, types) {
      manager.change(.hook(InstanceHook(ShutdownHook<T>(hook), identity)), declaration, types)
    }
  }
}

// MARK: One parameter

extension FactoryModifying where Parameter: Hashable {
  /// Evicts the instance for one parameter of a factory with the modifier `scopeOnParameters`.
  ///
  /// Otherwise, it is the same as ``reset(_:)``: it calls no shutdown hook, and an instance that is
  /// being built goes to the callers that wait for it, but is not cached. Only `.scope` and `.all`
  /// have an effect, because registrations and contexts apply to all parameters. May be called from
  /// any thread, and never waits for one that builds. See <doc:Shutdown>.
  ///
  /// ```swift
  /// Container.shared.tenant.reset(.scope, for: id)
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func reset(_ options: FactoryResetOptions, for parameter: Parameter) -> Self {
    let definition = _definition
    withUnsafePointer(to: parameter) {
      definition.manager.reset(
        options, for: $0, TypedParameterKey<Parameter>.self, definition.declaration, Self._types,
        definition.scope)
    }
    return self
  }
}
