// Factory, MIT licence; see LICENSE
//
// Resolves a factory on the actor that its closure is isolated to.
public import FactoryKitCore

extension Factory {
  /// Resolves the factory on the main actor.
  ///
  /// Use it for factories that are declared `@MainActor`, whose closures must run on the main
  /// actor. Code on the main actor calls it without `await`, all other code with `await`. See
  /// <doc:Concurrency>.
  ///
  /// ```swift
  /// let model = await Container.shared.viewModel.resolveOnMainActor()
  /// ```
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor() -> T { resolve() }

  /// Resolves the factory on a global actor, given as its type.
  ///
  /// Use it for factories that are declared with that actor's attribute. See <doc:Concurrency>.
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

  /// Resolves the factory on an actor, usually the shared instance of a global actor.
  ///
  /// Code on that actor calls it without `await`, all other code with `await`.
  ///
  /// ```swift
  /// let database = await Container.shared.database.resolveOnGlobalActor(DatabaseActor.shared)
  /// ```
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor) -> T { resolve() }
}

extension ParameterFactory {
  /// Resolves the factory with a parameter, on the main actor. See
  /// ``Factory/resolveOnMainActor()``.
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor(_ parameter: P) -> T { resolve(parameter) }

  /// Resolves the factory with a parameter, on a global actor given as its type. See
  /// ``Factory/resolveOnGlobalActor(_:)-(A.Type)``.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(
    _: A.Type, _ parameter: P
  ) async -> T where P: Sendable, T: Sendable {
    // Swift 6.3 crashes if the expression is the argument.
    let actor: any Actor = A.shared
    return await resolveOnGlobalActor(actor, parameters: parameter)
  }

  /// Resolves the factory with a parameter, on an actor:
  /// `await factory.resolveOnGlobalActor(MyActor.shared, parameters: 3)`.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor, parameters: P) -> T {
    resolve(parameters)
  }
}
