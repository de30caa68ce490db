// Factory, MIT licence; see LICENSE
//
// `dependency` for factories that throw, wait, or run on the main actor. `FactoryKinds.swift` says what the
// generic parameters `S1` to `S8` are for: they change nothing but the compiler's messages.
public import FactoryKitCore

// MARK: Throwing factories

/// Resolves a throwing factory of `Container.shared`: `try dependency(\.settings)`.
///
/// May be called from any thread. Throws the error of the factory's closure. See
/// <doc:ThrowingFactories>.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: ThrowingFactoryKind>(
  _ keyPath: KeyPath<Container, F>
) throws(F.Failure) -> F.Product where F.Parameter == Void {
  try Container.shared[keyPath: keyPath]._resolve(())
}

/// Resolves a throwing factory of `Container.shared` with a parameter:
/// `try dependency(\.document, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: ThrowingFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter
) throws(F.Failure) -> F.Product {
  try Container.shared[keyPath: keyPath]._resolve(parameter)
}

// MARK: Asynchronous factories

/// Resolves an asynchronous factory of `Container.shared`: `try await dependency(\.database)`, or
/// without `try` if the factory's `Failure` is `Never`.
///
/// May be called from any task. It uses the shared container of that task, and throws what
/// ``AsyncFactory/resolve(isolation:)`` throws. See <doc:AsyncFactories>.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: AsyncFactoryKind>(
  _ keyPath: KeyPath<Container, F>, isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product where F.Parameter == Void {
  try await Container.shared[keyPath: keyPath]._resolve((), isolation: isolation)
}

/// Resolves an asynchronous factory of `Container.shared` with a parameter:
/// `try await dependency(\.tenant, parameter: id)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: AsyncFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter,
  isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product {
  try await Container.shared[keyPath: keyPath]._resolve(parameter, isolation: isolation)
}

// MARK: Main-actor factories

/// Resolves a main-actor factory of `Container.shared`, on the main actor.
///
/// Code on the main actor calls it without `await`, all other code with `await`. See
/// <doc:MainActorFactories>.
@_alwaysEmitIntoClient @inline(__always) @MainActor
public func dependency<F: MainActorFactoryKind>(
  _ keyPath: KeyPath<Container, F>
) -> F.Product where F.Parameter == Void {
  Container.shared[keyPath: keyPath]._resolve(())
}

/// Resolves a main-actor factory of `Container.shared` with a parameter, on the main actor:
/// `dependency(\.editor, parameter: document)`.
@_alwaysEmitIntoClient @inline(__always) @MainActor
public func dependency<F: MainActorFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter
) -> F.Product {
  Container.shared[keyPath: keyPath]._resolve(parameter)
}

// MARK: Other containers

/// Resolves a throwing factory of the shared instance of another container type. See
/// <doc:ThrowingFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: ThrowingFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>
) throws(F.Failure) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try C.shared[keyPath: keyPath]._resolve(())
}

/// Resolves a throwing factory of the shared instance of another container type, with a parameter.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: ThrowingFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter
) throws(F.Failure) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try C.shared[keyPath: keyPath]._resolve(parameter)
}

/// Resolves an asynchronous factory of the shared instance of another container type. See
/// <doc:AsyncFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: AsyncFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try await C.shared[keyPath: keyPath]._resolve((), isolation: isolation)
}

/// Resolves an asynchronous factory of the shared instance of another container type, with a
/// parameter.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: AsyncFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter,
  isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try await C.shared[keyPath: keyPath]._resolve(parameter, isolation: isolation)
}

/// Resolves a main-actor factory of the shared instance of another container type, on the main
/// actor. See <doc:MainActorFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
public func dependency<
  C: SharedContainer, F: MainActorFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>
) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.shared[keyPath: keyPath]._resolve(())
}

/// Resolves a main-actor factory of the shared instance of another container type with a parameter,
/// on the main actor.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
public func dependency<
  C: SharedContainer, F: MainActorFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter
) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.shared[keyPath: keyPath]._resolve(parameter)
}
