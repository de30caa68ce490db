// Factory, MIT licence; see LICENSE
//
// Resolves a factory by key path, as a function.

/// Resolves a factory of `Container.shared`.
///
/// Use it where a property wrapper does not fit, such as for a constant or in a `nonisolated`
/// class. May be called from any thread, unless the factory is isolated to an actor. See
/// <doc:Resolutions>.
///
/// ```swift
/// let preferences: Preferences = dependency(\.preferences)
/// ```
@_alwaysEmitIntoClient @inline(__always)
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  Container.shared[keyPath: keyPath].resolve()
}

/// Resolves a factory of another shared container: `dependency(\PaymentsContainer.processor)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  C.shared[keyPath: keyPath].resolve()
}

/// Resolves a factory with a parameter: `dependency(\.profile, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P
) -> T {
  Container.shared[keyPath: keyPath].resolve(parameter)
}

/// Resolves a factory of another shared container with a parameter.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<C: SharedContainer, P, T>(
  _ keyPath: KeyPath<C, ParameterFactory<P, T>>, parameter: P
) -> T {
  C.shared[keyPath: keyPath].resolve(parameter)
}
