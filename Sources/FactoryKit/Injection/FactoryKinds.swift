// Factory, MIT licence; see LICENSE
//
// The kinds of factories, as `dependency` and the property wrappers distinguish them.

/// A factory without or with a parameter: its kind determines how an instance is resolved.
///
/// The library's factories are the only conforming types.
public protocol FactoryKind: FactoryModifying {
  /// An implementation detail of the library, for the compiler's messages only.
  associatedtype _Slots = (Never, Never, Never, Never, Never, Never, Never, Never)
}

// Every function that takes a key path has one overload for `Container` and one for all containers.
// If the key path's member does not exist, as in `dependency(\.typo)`, neither of them fits, and the
// compiler reports the mistakes in the overload that is cheaper to repair. It counts 9 for the missing
// member in `Container`, and 1 for the container that it cannot infer. So it would report the second
// overload: "cannot infer key path type from context". It also counts 1 for each generic parameter that
// it cannot infer. The second overload therefore has eight more: `_Slots` determines them when the
// member exists. Now both cost the same, and as the first one leaves fewer types unknown, the message is
// "value of type 'Container' has no member 'typo'". `Scripts/check-diagnostics` checks this.
//
// Because of `_Slots`, the compiler does not see that the overload for `Container` is the more specific
// one where it is generic over the factory. A key path that is a variable fits both, so the other one is
// disfavored there.

/// ``Factory`` and ``ParameterFactory``.
public protocol PlainFactoryKind: FactoryKind {
  /// An implementation detail of the library: resolves the factory.
  func _resolve(_ parameter: Parameter) -> Product
}

/// ``ThrowingFactory`` and ``ThrowingParameterFactory``.
public protocol ThrowingFactoryKind: FactoryKind {
  /// The type of the errors that resolving may throw.
  associatedtype Failure: Error

  /// An implementation detail of the library: resolves the factory.
  func _resolve(_ parameter: Parameter) throws(Failure) -> Product
}

/// ``AsyncFactory`` and ``AsyncParameterFactory``.
public protocol AsyncFactoryKind: FactoryKind {
  /// The type of the errors that resolving may throw.
  associatedtype Failure: Error

  /// An implementation detail of the library: resolves the factory.
  func _resolve(
    _ parameter: Parameter, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Product
}

/// ``MainActorFactory`` and ``MainActorParameterFactory``.
public protocol MainActorFactoryKind: FactoryKind, Sendable {
  /// An implementation detail of the library: resolves the factory.
  @MainActor func _resolve(_ parameter: Parameter) -> Product
}

/// ``Factory`` and ``MainActorFactory``, whose instances property wrappers inject.
public protocol InjectableFactoryKind: FactoryKind where Parameter == Void {
  /// An implementation detail of the library: a factory that shares this one's state. Resolving the
  /// one of a main-actor factory traps off the main actor.
  var _injectable: Factory<Product> { get }
}

/// The factories with a parameter, of all kinds.
public protocol ParameterisedFactoryKind: FactoryKind {}

/// ``ParameterFactory``, which property wrappers inject as a function.
public protocol ParameterFactoryKind: PlainFactoryKind, ParameterisedFactoryKind {}

/// ``MainActorParameterFactory``, which property wrappers inject as a main-actor function.
public protocol MainActorParameterFactoryKind: MainActorFactoryKind, ParameterisedFactoryKind {}

// MARK: Conformances

extension Factory: PlainFactoryKind, InjectableFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public var _injectable: Factory<T> { self }

  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_: Void) -> T { resolve() }
}

extension ParameterFactory: ParameterFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_ parameter: P) -> T { resolve(parameter) }
}

extension ThrowingFactory: ThrowingFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_: Void) throws(Failure) -> T { try resolve() }
}

extension ThrowingParameterFactory: ThrowingFactoryKind, ParameterisedFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_ parameter: P) throws(Failure) -> T { try resolve(parameter) }
}

extension AsyncFactory: AsyncFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(
    _: Void, isolation: isolated (any Actor)?
  ) async throws(Failure) -> T {
    try await resolve(isolation: isolation)
  }
}

extension AsyncParameterFactory: AsyncFactoryKind, ParameterisedFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(
    _ parameter: P, isolation: isolated (any Actor)?
  ) async throws(Failure) -> T {
    try await resolve(parameter, isolation: isolation)
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
