// Factory, MIT licence; see LICENSE
//
// Resolving by key path, as a function. The property wrappers share it.

/// Resolves a factory of the shared container. (Guide: Resolving.)
///
/// For places where a property wrapper does not fit, such as `nonisolated` classes.
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

/// Resolves a factory with a parameter.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P
) -> T {
  Container.shared[keyPath: keyPath].resolve(parameter)
}

/// Resolves a factory with a parameter of another shared container.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<C: SharedContainer, P, T>(
  _ keyPath: KeyPath<C, ParameterFactory<P, T>>, parameter: P
) -> T {
  C.shared[keyPath: keyPath].resolve(parameter)
}
