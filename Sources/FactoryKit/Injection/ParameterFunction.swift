// Factory, MIT licence; see LICENSE
//
// Parameter factories as functions, for the property wrappers: a wrapper has no parameter to pass
// when it resolves, so it injects a function that takes one.

extension ManagedContainer {
  /// A factory of a function that resolves a parameter factory. It has the parameter factory's name
  /// and source location but another type, so it has its own state and can be registered
  /// separately.
  ///
  /// Each call of the function reads the parameter factory's property again, so that its modifiers
  /// apply, even after a reset of the container.
  @_alwaysEmitIntoClient
  subscript<P, T>(
    function keyPath: KeyPath<Self, ParameterFactory<P, T>>
  ) -> Factory<(P) -> T> {
    Factory(definition(named: self[keyPath: keyPath])) {
      { self[keyPath: keyPath].resolve($0) }
    }
  }

  /// The same for a `@Sendable` function.
  @_alwaysEmitIntoClient
  subscript<P: Sendable, T: Sendable>(
    sendableFunction keyPath: KeyPath<Self, ParameterFactory<P, T>>
  ) -> Factory<@Sendable (P) -> T> {
    // Sendable: a key path is immutable, and so are the values that one to a factory captures.
    nonisolated(unsafe) let keyPath = keyPath
    return Factory(definition(named: self[keyPath: keyPath])) {
      { self[keyPath: keyPath].resolve($0) }
    }
  }

  @_alwaysEmitIntoClient
  func definition<P, T>(named other: ParameterFactory<P, T>) -> FactoryDefinition {
    FactoryDefinition(manager: manager, declaration: other._definition.declaration.ofFunction)
  }
}
