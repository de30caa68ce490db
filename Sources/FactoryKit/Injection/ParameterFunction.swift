// Factory, MIT licence; see LICENSE
//
// A parameter factory as a function, for the property wrappers: a wrapper has no parameter to give
// when it resolves, so what it injects takes one.

extension ManagedContainer {
  /// A factory of a function that resolves a parameter factory each time it is called. It has the
  /// parameter factory's name and place, but a type of its own, so it can be told from it, and
  /// registered on its own.
  ///
  /// The factory's property is read again for each call, so what it says of scope and contexts
  /// holds, also after a reset of the container.
  @_alwaysEmitIntoClient
  subscript<P, T>(
    function keyPath: KeyPath<Self, ParameterFactory<P, T>>
  ) -> Factory<(P) -> T> {
    Factory(definition(named: self[keyPath: keyPath])) {
      { self[keyPath: keyPath].resolve($0) }
    }
  }

  /// The same for functions that may travel.
  @_alwaysEmitIntoClient
  subscript<P: Sendable, T: Sendable>(
    sendableFunction keyPath: KeyPath<Self, ParameterFactory<P, T>>
  ) -> Factory<@Sendable (P) -> T> {
    // Sendable: a key path is immutable, and so is whatever one to a factory captures.
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
