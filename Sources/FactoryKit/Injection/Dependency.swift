// Factory, MIT licence; see LICENSE
//
// Functions that resolve a factory of a shared container, given as a key path.

/// Resolves a factory of `Container.shared`.
///
/// Use it where a property wrapper cannot be used, for example for a `let` property or in a
/// `nonisolated` class. May be called from any thread, unless the factory is isolated to an actor.
/// See <doc:Resolutions>.
///
/// ```swift
/// let preferences: Preferences = dependency(\.preferences)
/// ```
@_alwaysEmitIntoClient @inline(__always)
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  Container.shared[keyPath: keyPath].resolve()
}

/// Resolves a factory of the shared instance of another container type:
/// `dependency(\PaymentsContainer.processor)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  C.shared[keyPath: keyPath].resolve()
}

/// Resolves a factory of `Container.shared` with a parameter:
/// `dependency(\.profile, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P
) -> T {
  Container.shared[keyPath: keyPath].resolve(parameter)
}

/// Resolves a factory of the shared instance of another container type with a parameter:
/// `dependency(\PaymentsContainer.receipt, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<C: SharedContainer, P, T>(
  _ keyPath: KeyPath<C, ParameterFactory<P, T>>, parameter: P
) -> T {
  C.shared[keyPath: keyPath].resolve(parameter)
}
