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
// Not generic over the kind of factory, because it is the most frequent one: the compiler takes less time, and its messages
// are simpler.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  Container.injected(.now)[keyPath: keyPath].resolve()
}

/// Resolves a synchronous factory of `Container.shared`, or a group: `try dependency(\.settings)`, without `try` if the
/// factory does not throw.
///
/// May be called from any thread. Throws the error of the factory's closure. See <doc:ThrowingFactories>.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: SynchronousFactoryKind>(
  _ keyPath: KeyPath<Container, F>
) throws(F.Failure) -> F.Product where F.Parameter == Void {
  try Container.injected(.now)[keyPath: keyPath]._resolve(())
}

/// Resolves a synchronous factory of `Container.shared` with a parameter: `dependency(\.profile, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: SynchronousFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter
) throws(F.Failure) -> F.Product {
  try Container.injected(.now)[keyPath: keyPath]._resolve(parameter)
}

// MARK: Other containers

// `FactoryKinds.swift` says what the generic parameters `S1` to `S8` are for: they change nothing but the
// compiler's messages.

/// Resolves a synchronous factory of the shared instance of another container type, or a group:
/// `dependency(\PaymentsContainer.processor)`.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: SynchronousFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>
) throws(F.Failure) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try C.injected(.now)[keyPath: keyPath]._resolve(())
}

/// Resolves a synchronous factory of the shared instance of another container type with a parameter:
/// `dependency(\PaymentsContainer.receipt, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: SynchronousFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter
) throws(F.Failure) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try C.injected(.now)[keyPath: keyPath]._resolve(parameter)
}

// MARK: Mistakes

/// Unavailable: reports that a factory with a parameter needs one.
@available(*, unavailable, message: "pass the parameter: 'dependency(\\.…, parameter: …)'")
public func dependency<F: ParameterisedFactoryKind>(_: KeyPath<Container, F>) -> F.Product {
  fatalError("unavailable")
}
