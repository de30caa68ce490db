// Factory, MIT licence; see LICENSE
//
// The end of a container's lifetime.
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
