// Factory, MIT licence; see LICENSE
//
// A container as a service of swift-service-lifecycle. Compiled only with the package's trait
// `Lifecycle`, so that nobody else downloads that package.
#if Lifecycle
  public import FactoryKit
  public import ServiceLifecycle

  /// A service that warms up a container, and shuts it down when the service group ends.
  ///
  /// The service resolves the factories, runs until the service group shuts down gracefully or is
  /// cancelled, then shuts the container down. It throws the `ShutdownError`, if there is one. If the
  /// warm-up fails, the service shuts the container down, logs the errors of the shutdown hooks, and
  /// throws the error of the warm-up. A graceful shutdown during the warm-up cancels the warm-up.
  ///
  /// Put it first in the group, so that it is shut down after the services that use the container.
  /// It shuts down singletons only if you pass `includingSingletons: true`. See the article "Close
  /// what you opened" of FactoryKit.
  ///
  /// ```swift
  /// let service = ContainerService(Container.shared, warmUp: \.settings, \.database)
  /// let group = ServiceGroup(
  ///   services: [service, server], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  public struct ContainerService: Service {
    private let warmUp: @Sendable () async throws -> Void
    private let shutDown: @Sendable () async throws(ShutdownError) -> Void

    /// Creates the service of a container.
    ///
    /// - Parameters:
    ///   - container: the container, which the service retains.
    ///   - factories: key paths of the factories to resolve when the service starts.
    ///   - hookLimit: the limit of each shutdown hook, in seconds.
    ///   - singletons: whether to shut down the singletons after the container.
    public init<C: ManagedContainer, each F: WarmableFactoryKind>(
      _ container: C, warmUp factories: repeat any KeyPath<C, each F> & Sendable,
      hookLimit: Double = 10, includingSingletons singletons: Bool = false
    ) {
      var steps: [@Sendable () -> WarmUpStep] = []
      for path in repeat each factories { steps.append { container[keyPath: path]._warmUp } }
      let all = steps
      warmUp = { try await FactoryDefinition.warmUp(all.map { $0() }) }
      let singletonScope = singletons ? Scope.singleton : nil
      shutDown = { () async throws(ShutdownError) in
        var errors: [(factory: String, error: any Error)] = []
        do throws(ShutdownError) {
          try await container.shutdown(hookLimit: hookLimit)
        } catch { errors = error.errors }
        do throws(ShutdownError) {
          try await singletonScope?.shutdown(hookLimit: hookLimit)
        } catch { errors += error.errors }
        if !errors.isEmpty { throw ShutdownError(errors: errors) }
      }
    }

    /// Warms up the container, waits for the graceful shutdown, then shuts the container down. Called
    /// once, by the service group.
    public func run() async throws {
      do {
        try await cancelWhenGracefulShutdown(warmUp)
      } catch is CancellationError where Task.isShuttingDownGracefully {
        return try await shutDown()
      } catch {
        // Other services may have built instances while this one was starting.
        do {
          try await shutDown()
        } catch let errorOfHooks {
          FactoryDefinition.log(errorOfHooks)
        }
        throw error
      }
      // Throws if the task is cancelled. Then, too, the container is shut down.
      try? await gracefulShutdown()
      try await shutDown()
    }
  }
#endif
