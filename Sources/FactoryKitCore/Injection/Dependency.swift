// Factory, MIT licence; see LICENSE
//
// Functions that resolve a factory of a shared container, given as a key path, and the kinds of factories that they and the
// property wrappers distinguish.

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

// The generic parameters `S1` to `S8` change nothing but the compiler's messages: see `FactoryKind`.

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

// MARK: -

// The kinds of factories, as `dependency` and the property wrappers distinguish them.

/// A factory of any kind, with or without a parameter.
///
/// The protocols that refine it say how an instance is resolved. `dependency(_:)` and the property wrappers
/// have overloads that are generic over these protocols, for factories of any shared container. The library's
/// factories are the only conforming types. See <doc:Resolutions>.
public protocol FactoryKind: FactoryModifying {
  /// An implementation detail of the library, for the compiler's messages only.
  associatedtype _Slots = (Never, Never, Never, Never, Never, Never, Never, Never)
}

// Every function that takes a key path has one overload for `Container` and one for all containers.
// If the key path's member does not exist, as in `dependency(\.typo)`, neither of them fits, and
// the compiler reports the mistakes in the overload to which it assigns the lower score. In the
// first one, the missing member of `Container` scores 9. In the second one, the container that
// cannot be inferred scores 1. So the compiler would report the second one: "cannot infer key path
// type from context". Each generic parameter that cannot be inferred also scores 1. The second
// overload therefore has eight more generic parameters, which `_Slots` determines if the member
// exists. Now both have the same score, and as the first one leaves fewer types unknown, the
// message is "value of type 'Container' has no member 'typo'". `Scripts/check-diagnostics` checks
// this.
//
// Most overloads are disfavored. The type checker tries a disfavored one only if none of the others fits; a
// `Factory` of `Container`, the most frequent case, fits the first one. Without that, the type checker took twice
// as long for a property wrapper.
//
// A key path in a variable may fit two disfavored overloads. Because of `_Slots`, the compiler prefers the one for
// `Container` only if its parameter has a concrete type, such as `MainActorFactory<T>`. So the disfavored overloads
// for `Container` are not generic over the factory.

/// A factory whose closure is synchronous: ``Factory``, ``ParameterFactory``, `ThrowingFactory`,
/// `ThrowingParameterFactory` or `FactoryGroup`.
public protocol SynchronousFactoryKind: NonisolatedFactoryKind {
  /// The type of the errors that resolving may throw: `Never` for a factory that does not throw.
  associatedtype Failure: Error

  /// An implementation detail of the library: resolves the factory.
  func _resolve(_ parameter: Parameter) throws(Failure) -> Product
}

/// A factory whose closure is synchronous and does not throw: ``Factory``, ``ParameterFactory`` or `FactoryGroup`.
public protocol PlainFactoryKind: SynchronousFactoryKind where Failure == Never {}

/// A ``Factory``, a `MainActorFactory` or a `FactoryGroup`, whose instances property wrappers inject.
public protocol InjectableFactoryKind: FactoryKind where Parameter == Void {
  /// An implementation detail of the library: a factory that shares this one's state. That of a
  /// main-actor factory traps if it builds an instance off the main actor.
  var _injectable: Factory<Product> { get }
}

/// A factory of any kind with a parameter.
public protocol ParameterisedFactoryKind: FactoryKind {}

// MARK: What kinds have in common

extension FactoryModifying {
  /// A factory shares no state with one of another kind: see `FactoryTypes`.
  @_alwaysEmitIntoClient @_transparent
  public static var _types: FactoryTypes { FactoryTypes(kind: Self.self) }
}

extension PlainFactoryKind {
  @_alwaysEmitIntoClient @_transparent
  public static var _types: FactoryTypes { FactoryTypes(Parameter.self, Product.self) }
}

/// A factory whose instances may be read from any thread: all but the main-actor ones.
public protocol NonisolatedFactoryKind: FactoryKind {}

extension NonisolatedFactoryKind {
  /// Returns the cached instance for `parameter`; nil if there is none.
  ///
  /// Synchronous, and may be called from any thread. Never calls the factory's closure, and does not wait for
  /// another thread or task that is calling it. See <doc:Resolutions>.
  @_alwaysEmitIntoClient
  public func resolvedOrNil(_ parameter: Parameter) -> Product? {
    _definition.existingInstance(Self._types, parameter)
  }

  /// Returns the cached instance; nil if there is none.
  ///
  /// Synchronous, and may be called from any thread. Never calls the factory's closure, and does not wait for
  /// another thread or task that is calling it. See <doc:Resolutions>.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> Product? where Parameter == Void {
    _definition.existingInstance(Self._types, ())
  }
}

// MARK: Conformances

extension Factory: PlainFactoryKind, InjectableFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public var _injectable: Factory<T> { self }

  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_: Void) -> T { resolve() }
}

extension ParameterFactory: PlainFactoryKind, ParameterisedFactoryKind {
  @_alwaysEmitIntoClient @inline(__always)
  public func _resolve(_ parameter: P) -> T { resolve(parameter) }
}
