// Factory, MIT licence; see LICENSE
//
// Creates factories that throw, wait, or run on the main actor: `self { … }`. And `dependency` for them.
public import FactoryKitCore

extension ManagedContainer {
  /// Creates a throwing factory: `self { try Settings.load() }`.
  ///
  /// For a `Failure` other than `any Error` and `Never`, write the closure's signature:
  /// `self { () throws(SettingsError) in … }`. See <doc:ThrowingFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () throws(Failure) -> T
  ) -> ThrowingFactory<T, Failure> {
    ThrowingFactory<T, Failure>(FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a throwing factory with a parameter. See <doc:ThrowingFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) throws(Failure) -> T
  ) -> ThrowingParameterFactory<P, T, Failure> {
    ThrowingParameterFactory<P, T, Failure>(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates an asynchronous factory: `self { try await Database.connect() }`.
  ///
  /// For a `Failure` other than `any Error` and `Never`, write the closure's signature:
  /// `self { () async throws(DatabaseError) in … }`. See <doc:AsyncFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> AsyncFactory<T, Failure> {
    AsyncFactory<T, Failure>(FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates an asynchronous factory with a parameter. See <doc:AsyncFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> AsyncParameterFactory<P, T, Failure> {
    AsyncParameterFactory<P, T, Failure>(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory whose closure runs on the main actor: `self { ScreenModel() }`. See
  /// <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @MainActor () -> T
  ) -> MainActorFactory<T> {
    MainActorFactory<T>(FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory with a parameter, whose closure runs on the main actor. See
  /// <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @MainActor (P) -> T
  ) -> MainActorParameterFactory<P, T> {
    MainActorParameterFactory<P, T>(FactoryDefinition(self, name, key: key, file, line), factory)
  }
}

// MARK: -

// The kinds of factories that are not plain, as `dependency` and the property wrappers distinguish them.

/// An ``AsyncFactory`` or an ``AsyncParameterFactory``. See <doc:AsyncFactories>.
public protocol AsyncFactoryKind: NonisolatedFactoryKind {
  /// The type of the errors that resolving may throw.
  associatedtype Failure: Error

  /// An implementation detail of the library: resolves the factory.
  func _resolve(
    _ parameter: Parameter, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Product
}

/// A ``MainActorFactory`` or a ``MainActorParameterFactory``. See <doc:MainActorFactories>.
public protocol MainActorFactoryKind: FactoryKind, Sendable {
  /// An implementation detail of the library: resolves the factory.
  @MainActor func _resolve(_ parameter: Parameter) -> Product
}

/// A ``ParameterFactory``, which property wrappers inject as a function.
public protocol ParameterFactoryKind: PlainFactoryKind, ParameterisedFactoryKind {}

/// A ``MainActorParameterFactory``, which property wrappers inject as a main-actor function.
public protocol MainActorParameterFactoryKind: MainActorFactoryKind, ParameterisedFactoryKind {}

extension MainActorFactoryKind {
  @_alwaysEmitIntoClient @_transparent
  public static var _types: FactoryTypes { FactoryTypes(Parameter.self, Product.self) }

  /// Returns the cached instance for `parameter`; nil if there is none.
  ///
  /// Isolated to the main actor. Never calls the factory's closure, and does not wait for another thread that is
  /// calling it. See <doc:Resolutions>.
  @_alwaysEmitIntoClient @MainActor
  public func resolvedOrNil(_ parameter: Parameter) -> Product? {
    _definition.existingInstance(Self._types, parameter)
  }

  /// Returns the cached instance; nil if there is none.
  ///
  /// Isolated to the main actor. Never calls the factory's closure, and does not wait for another thread that is
  /// calling it. See <doc:Resolutions>.
  @_alwaysEmitIntoClient @MainActor
  public func resolvedOrNil() -> Product? where Parameter == Void {
    _definition.existingInstance(Self._types, ())
  }
}

// MARK: Conformances

extension ParameterFactory: ParameterFactoryKind {}

extension ThrowingFactory: SynchronousFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_: Void) throws(Failure) -> T { try resolve() }
}

extension ThrowingParameterFactory: SynchronousFactoryKind, ParameterisedFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_ parameter: P) throws(Failure) -> T { try resolve(parameter) }
}

extension AsyncFactory: AsyncFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(
    _: Void, isolation: isolated (any Actor)?
  ) async throws(Failure) -> T {
    try await resolveInLibrary(isolation: isolation)
  }
}

extension AsyncParameterFactory: AsyncFactoryKind, ParameterisedFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(
    _ parameter: P, isolation: isolated (any Actor)?
  ) async throws(Failure) -> T {
    try await resolveInLibrary(parameter, isolation: isolation)
  }
}

extension MainActorFactory: MainActorFactoryKind, InjectableFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public var _injectable: Factory<T> {
    let plain = MainActorClosure.plain { [factory] (_: Void) in factory() }
    return Factory(_definition) { plain(()) }
  }

  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public func _resolve(_: Void) -> T { resolve() }
}

extension MainActorParameterFactory: MainActorParameterFactoryKind {
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public func _resolve(_ parameter: P) -> T { resolve(parameter) }
}

// MARK: Resolution in the library

// Code that is generic over the kind of factory, such as `dependency` and `warmUp`, resolves by these
// functions. They are neither inlined nor specialised: otherwise each conformance would contain a whole
// resolution. Synchronous kinds need no such function: their `resolve()` is one already.

extension AsyncFactory {
  @usableFromInline @inline(never)
  func resolveInLibrary(isolation: isolated (any Actor)?) async throws(Failure) -> T {
    try await resolve(isolation: isolation)
  }
}

extension AsyncParameterFactory {
  @usableFromInline @inline(never)
  func resolveInLibrary(
    _ parameter: P, isolation: isolated (any Actor)?
  ) async throws(Failure) -> T {
    try await resolve(parameter, isolation: isolation)
  }
}

// MARK: -

// `dependency` for factories that wait or run on the main actor.
//
// The generic parameters `S1` to `S8` change nothing but the compiler's messages: see `FactoryKind`.

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
