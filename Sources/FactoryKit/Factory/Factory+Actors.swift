// Factory, MIT licence; see LICENSE
//
// Resolving a factory on the actor it belongs to, from elsewhere.

extension Factory {
  /// Resolves on the main actor: at once there, with `await` from elsewhere.
  ///
  /// A factory declared `@MainActor` is read on the main actor; its value may travel, but its
  /// closure must run there.
  ///
  /// ```swift
  /// let model = await Container.shared.viewModel.resolveOnMainActor()
  /// ```
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor() -> T { resolve() }

  /// Resolves on the actor whose type is given: `await factory.resolveOnGlobalActor(MyActor.self)`.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(_: A.Type) async -> T where T: Sendable {
    await A.shared.run { resolve() }
  }

  /// Resolves on an actor, which is usually the shared instance of a global actor.
  ///
  /// On that actor itself no `await` is needed.
  ///
  /// ```swift
  /// let database = await Container.shared.database.resolveOnGlobalActor(DatabaseActor.shared)
  /// ```
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor) -> T { resolve() }
}

extension ParameterFactory {
  /// Resolves on the main actor; see ``Factory/resolveOnMainActor()``.
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor(_ parameter: P) -> T { resolve(parameter) }

  /// Resolves on the actor whose type is given; see ``Factory/resolveOnGlobalActor(_:)-(A.Type)``.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(
    _: A.Type, _ parameter: P
  ) async -> T where P: Sendable, T: Sendable {
    await A.shared.run { resolve(parameter) }
  }

  /// Resolves on an actor: `await factory.resolveOnGlobalActor(MyActor.shared, parameters: 3)`.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor, parameters: P) -> T {
    resolve(parameters)
  }
}

extension Actor {
  /// Runs `body` on this actor.
  @_alwaysEmitIntoClient
  func run<T: Sendable>(_ body: @Sendable () -> T) -> T { body() }
}
