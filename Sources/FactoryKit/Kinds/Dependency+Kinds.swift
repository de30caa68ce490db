// Factory, MIT licence; see LICENSE
//
// `dependency` for factories that throw, wait, or run on the main actor. Those of other containers than
// `Container` are in `Dependency+OtherContainers.swift`.
public import FactoryKitCore

// MARK: Throwing factories

/// Resolves a throwing factory of `Container.shared`: `try dependency(\.settings)`.
///
/// May be called from any thread. Throws the error of the factory's closure. See
/// <doc:ThrowingFactories>.
@_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
public func dependency<T, Failure>(
  _ keyPath: KeyPath<Container, ThrowingFactory<T, Failure>>
) throws(Failure) -> T {
  try Container.injected(.now)[keyPath: keyPath].resolve()
}

/// Resolves a throwing factory of `Container.shared` with a parameter:
/// `try dependency(\.document, parameter: 42)`.
@_alwaysEmitIntoClient @inline(__always)
public func dependency<F: ThrowingFactoryKind>(
  _ keyPath: KeyPath<Container, F>, parameter: F.Parameter
) throws(F.Failure) -> F.Product {
  try Container.injected(.now)[keyPath: keyPath]._resolve(parameter)
}

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
