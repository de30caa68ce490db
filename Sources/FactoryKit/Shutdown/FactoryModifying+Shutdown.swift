// Factory, MIT licence; see LICENSE
//
// `onShutdown`, and the reset of one parameter.
public import FactoryCore
public import FactoryKitCore

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
