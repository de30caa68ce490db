// Factory, MIT licence; see LICENSE
//
// A parameter factory as a function, for the property wrappers: a wrapper has no parameter to give
// when it resolves, so what it injects takes one.

/// Resolves a parameter factory of one container each time it is called.
///
/// The factory's property is read anew for each call, so what it says of scope and contexts holds,
/// also after a reset of the container.
struct ParameterFunction<C: ManagedContainer, P, T>: @unchecked Sendable {
  // Sendable: a container is, and a key path is immutable.
  let container: C
  let keyPath: KeyPath<C, ParameterFactory<P, T>>

  func callAsFunction(_ parameter: P) -> T {
    container[keyPath: keyPath].resolve(parameter)
  }
}

extension ManagedContainer {
  /// A factory of the function. It has the parameter factory's name and place, but a type of its
  /// own, so it can be told from it, and registered on its own.
  subscript<P, T>(
    function keyPath: KeyPath<Self, ParameterFactory<P, T>>
  ) -> Factory<(P) -> T> {
    let function = ParameterFunction(container: self, keyPath: keyPath)
    return factory(named: self[keyPath: keyPath]) { { function($0) } }
  }

  /// The same for functions that may travel.
  subscript<P: Sendable, T: Sendable>(
    sendableFunction keyPath: KeyPath<Self, ParameterFactory<P, T>>
  ) -> Factory<@Sendable (P) -> T> {
    let function = ParameterFunction(container: self, keyPath: keyPath)
    return factory(named: self[keyPath: keyPath]) { { function($0) } }
  }

  private func factory<P, T, Function>(
    named other: ParameterFactory<P, T>, _ make: @escaping () -> Function
  ) -> Factory<Function> {
    let definition = FactoryDefinition(
      manager: manager, declaration: other._definition.declaration)
    return Factory(definition, make)
  }
}
