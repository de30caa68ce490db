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

  /// Resolves on a global actor.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(_: A.Type) async -> T where T: Sendable {
    await A.shared.run { resolve() }
  }
}

extension ParameterFactory {
  /// Resolves on the main actor; see ``Factory/resolveOnMainActor()``.
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor(_ parameter: P) -> T { resolve(parameter) }

  /// Resolves on a global actor.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(
    _: A.Type, _ parameter: P
  ) async -> T where P: Sendable, T: Sendable {
    await A.shared.run { resolve(parameter) }
  }
}

extension Actor {
  /// Runs `body` on this actor.
  @_alwaysEmitIntoClient
  func run<T: Sendable>(_ body: @Sendable () -> T) -> T { body() }
}
