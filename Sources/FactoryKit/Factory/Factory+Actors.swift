// Factory, MIT licence; see LICENSE
//
// Resolves a factory on the actor that its closure is isolated to.

extension Factory {
  /// Resolves the factory on the main actor.
  ///
  /// Use it for factories declared `@MainActor`, whose closure must run on the main actor. Code on
  /// the main actor calls it synchronously, all other code with `await`. See <doc:Concurrency>.
  ///
  /// ```swift
  /// let model = await Container.shared.viewModel.resolveOnMainActor()
  /// ```
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor() -> T { resolve() }

  /// Resolves the factory on the global actor of a type. See <doc:Concurrency>.
  ///
  /// ```swift
  /// let store = await Container.shared.store.resolveOnGlobalActor(StorageActor.self)
  /// ```
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(_: A.Type) async -> T where T: Sendable {
    // Swift 6.3 crashes if the expression is the argument.
    let actor: any Actor = A.shared
    return await resolveOnGlobalActor(actor)
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
  /// Resolves the factory on the main actor. See ``Factory/resolveOnMainActor()``.
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor(_ parameter: P) -> T { resolve(parameter) }

  /// Resolves the factory on the global actor of a type. See ``Factory/resolveOnGlobalActor(_:)-(A.Type)``.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(
    _: A.Type, _ parameter: P
  ) async -> T where P: Sendable, T: Sendable {
    // As above.
    let actor: any Actor = A.shared
    return await resolveOnGlobalActor(actor, parameters: parameter)
  }

  /// Resolves on an actor: `await factory.resolveOnGlobalActor(MyActor.shared, parameters: 3)`.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor, parameters: P) -> T {
    resolve(parameters)
  }
}
