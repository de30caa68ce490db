// Factory, MIT licence; see LICENSE
//
// `dependency` for containers other than `Container`. `FactoryKinds.swift` says what the generic
// parameters `S1` to `S8` are for: they change nothing but the compiler's messages.

/// Resolves a factory of the shared instance of another container type:
/// `dependency(\PaymentsContainer.processor)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<
  C: SharedContainer, F: PlainFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
>(
  _ keyPath: KeyPath<C, F>
) -> F.Product
where F.Parameter == Void, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
  C.shared[keyPath: keyPath]._resolve(())
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
  C.shared[keyPath: keyPath]._resolve(parameter)
}

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
