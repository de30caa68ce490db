// Factory, MIT licence; see LICENSE
//
// The kinds of factories that are not plain, as `dependency` and the property wrappers distinguish them.
public import FactoryKitCore

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
