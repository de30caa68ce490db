// Factory, MIT licence; see LICENSE
//
// A container as a service of swift-service-lifecycle.
@_spi(FactoryLifecycle) public import FactoryKit
public import ServiceLifecycle

/// A service that warms up a container, and shuts it down when the service group ends.
///
/// The service resolves the factories, runs until the service group shuts down gracefully or is
/// cancelled, then shuts the container down, and after it the singletons in its list. It throws the
/// `ShutdownError`, if there is one. If the warm-up fails, the service shuts down too, logs the errors
/// of the shutdown hooks, and throws a `WarmUpError`, which names the factory. A graceful shutdown
/// during the warm-up cancels the warm-up.
///
/// Put it first in the group, so that it is shut down after the services that use the container. A group
/// starts all services at the same time: use ``before(_:)`` for a server that must not accept requests
/// before the warm-up has ended. The service shuts down singletons that are not in its list only if you pass `includingSingletons: true`.
/// See the article "Shutdown" of FactoryKit.
///
/// ```swift
/// let service = ContainerService(Container.shared, warmUp: \.settings, \.database)
/// let group = ServiceGroup(
///   services: [service, service.before(server)], gracefulShutdownSignals: [.sigterm],
///   logger: logger)
/// try await group.run()
/// ```
public struct ContainerService: Service {
  /// Reads the factories of the list.
  private let steps: @Sendable () -> [WarmUpStep]
  private let shutDown: @Sendable ([WarmUpStep]) async throws(ShutdownError) -> Void
  private let readiness = Readiness()

  /// Creates the service of a container.
  ///
  /// - Parameters:
  ///   - container: the container, which the service retains.
  ///   - factories: key paths of the factories to resolve when the service starts. Those that are
  ///     singletons are shut down with the container.
  ///   - hookLimit: the limit of each shutdown hook, in seconds.
  ///   - singletons: whether to shut down all other singletons, too, after the container.
  public init<C: ManagedContainer, each F: WarmableFactoryKind>(
    _ container: C, warmUp factories: repeat any KeyPath<C, each F> & Sendable,
    hookLimit: Double = 10, includingSingletons singletons: Bool = false
  ) {
    var all: [@Sendable () -> WarmUpStep] = []
    for path in repeat each factories { all.append { container[keyPath: path]._warmUp } }
    let reading = all
    steps = { reading.map { $0() } }
    let singletonScope = singletons ? Scope.singleton : nil
    shutDown = { (steps: [WarmUpStep]) async throws(ShutdownError) in
      var errors: [(factory: String, error: any Error)] = []
      do throws(ShutdownError) {
        try await container.shutdown(hookLimit: hookLimit)
      } catch { errors = error.errors }
      do throws(ShutdownError) {
        if let singletonScope {
          try await singletonScope.shutdown(hookLimit: hookLimit)
        } else {
          try await FactoryDefinition.shutDownSingletons(of: steps, hookLimit: hookLimit)
        }
      } catch { errors += error.errors }
      if !errors.isEmpty { throw ShutdownError(errors: errors) }
    }
  }

  /// A service that starts another one when the container has been warmed up.
  ///
  /// Until then, the other service does nothing: a server does not open its port. If the warm-up fails, it
  /// is not started, and the returned service throws the same error as this one. If the group shuts down
  /// before, it is not started either. This service must be in the same group.
  ///
  /// ```swift
  /// let group = ServiceGroup(services: [service, service.before(server)], logger: logger)
  /// ```
  public func before(_ other: some Service) -> some Service {
    ServiceAfterWarmUp(base: other, readiness: readiness)
  }

  /// Warms up the container, waits for the graceful shutdown, then shuts the container down. Called
  /// once, by the service group.
  public func run() async throws {
    let steps = steps()
    do {
      try await cancelWhenGracefulShutdown {
        try await FactoryDefinition.warmUpNamingFailure(steps)
      }
    } catch is CancellationError where Task.isShuttingDownGracefully {
      await readiness.end(.failure(CancellationError()))
      return try await shutDown(steps)
    } catch {
      // Other services may have built instances while this one was starting.
      do {
        try await shutDown(steps)
      } catch let errorOfHooks {
        FactoryDefinition.log(errorOfHooks)
      }
      await readiness.end(.failure(error))
      throw error
    }
    await readiness.end(.success(()))
    // Throws if the task is cancelled. Then, too, the container is shut down.
    try? await gracefulShutdown()
    try await shutDown(steps)
  }
}
