// Factory, MIT licence; see LICENSE
//
// `dependency` for factories that wait or run on the main actor.
//
// `FactoryKinds.swift` says what the generic parameters `S1` to `S8` are for: they change nothing but the
// compiler's messages.
public import FactoryKitCore

// MARK: Asynchronous factories

/// Resolves an asynchronous factory of `Container.shared`: `try await dependency(\.database)`, or
/// without `try` if the factory's `Failure` is `Never`.
///
/// May be called from any task. It uses the shared container of that task or, while an instance is built for a child
/// container, the child. Throws what ``AsyncFactory/resolve(isolation:)`` throws. See <doc:AsyncFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<T, Failure>(
  _ keyPath: KeyPath<Container, AsyncFactory<T, Failure>>,
  isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> T {
  try await Container.injected(.now)[keyPath: keyPath]._resolve((), isolation: isolation)
}

/// Resolves an asynchronous factory of `Container.shared` with a parameter:
/// `try await dependency(\.tenant, parameter: id)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: AsyncFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter,
  isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product {
  try await Container.injected(.now)[keyPath: keyPath]._resolve(parameter, isolation: isolation)
}

/// Resolves an asynchronous factory of the shared instance of another container type:
/// `try await dependency(\PaymentsContainer.ledger)`. See <doc:AsyncFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: AsyncFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try await C.injected(.now)[keyPath: keyPath]._resolve((), isolation: isolation)
}

/// Resolves an asynchronous factory of the shared instance of another container type, with a parameter:
/// `try await dependency(\PaymentsContainer.ledgerByYear, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<
  C: SharedContainer, F: AsyncFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter, isolation: isolated (any Actor)? = #isolation
) async throws(F.Failure) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  try await C.injected(.now)[keyPath: keyPath]._resolve(parameter, isolation: isolation)
}

// MARK: Main-actor factories

/// Resolves a main-actor factory of `Container.shared`, on the main actor.
///
/// Code on the main actor calls it without `await`, all other code with `await`. See
/// <doc:MainActorFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
public func dependency<T>(_ keyPath: KeyPath<Container, MainActorFactory<T>>) -> T {
  Container.injected(.now)[keyPath: keyPath].resolve()
}

/// Resolves a main-actor factory of `Container.shared` with a parameter, on the main actor:
/// `dependency(\.editor, parameter: document)`.
@_alwaysEmitIntoClient @inline(__always) @MainActor
public func dependency<F: MainActorFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter
) -> F.Product {
  Container.injected(.now)[keyPath: keyPath]._resolve(parameter)
}

/// Resolves a main-actor factory of the shared instance of another container type, on the main actor:
/// `dependency(\PaymentsContainer.receiptView)`. See <doc:MainActorFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
public func dependency<
  C: SharedContainer, F: MainActorFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>
) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.injected(.now)[keyPath: keyPath]._resolve(())
}

/// Resolves a main-actor factory of the shared instance of another container type, with a parameter, on the main actor:
/// `dependency(\PaymentsContainer.receiptViewByNumber, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
public func dependency<
  C: SharedContainer, F: MainActorFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>, parameter: F.Parameter
) -> F.Product
where F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.injected(.now)[keyPath: keyPath]._resolve(parameter)
}
