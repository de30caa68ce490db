// Factory, MIT licence; see LICENSE
//
// Functions that resolve a factory of a shared container, given as a key path.

/// Resolves a factory of `Container.shared`.
///
/// Use it where a property wrapper cannot be used, for example for a `let` property or in a
/// `nonisolated` class. May be called from any thread, unless the factory is isolated to an actor.
/// See <doc:Resolutions>. In a construction for a child container, it resolves from the owner of the instance. See
/// <doc:ChildContainers>.
///
/// ```swift
/// let preferences: Preferences = dependency(\.preferences)
/// ```
@_alwaysEmitIntoClient @inline(__always)
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  Container.injected(.now)[keyPath: keyPath].resolve()
}

/// Resolves a factory of `Container.shared` with a parameter:
/// `dependency(\.profile, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P
) -> T {
  Container.injected(.now)[keyPath: keyPath].resolve(parameter)
}

// MARK: Other containers

// `FactoryKinds.swift` says what the generic parameters `S1` to `S8` are for: they change nothing but the
// compiler's messages.

/// Resolves a factory of the shared instance of another container type:
/// `dependency(\PaymentsContainer.processor)`.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: PlainFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>
) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.injected(.now)[keyPath: keyPath]._resolve(())
}

/// Resolves a factory of the shared instance of another container type with a parameter:
/// `dependency(\PaymentsContainer.receipt, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<
  C: SharedContainer, F: PlainFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter
) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.injected(.now)[keyPath: keyPath]._resolve(parameter)
}

// MARK: Mistakes

/// Unavailable: reports that a factory with a parameter needs one.
@available(*, unavailable, message: "pass the parameter: 'dependency(\\.…, parameter: …)'")
public func dependency<F: ParameterisedFactoryKind>(_: KeyPath<Container, F>) -> F.Product {
  fatalError("unavailable")
}
