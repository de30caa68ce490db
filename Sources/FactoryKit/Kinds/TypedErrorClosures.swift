// Factory, MIT licence; see LICENSE
//
// Closures that throw errors of a certain type, as structs. Before macOS 15 and iOS 18, the runtime
// does not know function types with a typed error. They may be the types of parameters and stored
// properties, which have no metadata at run time, but not generic arguments or associated types,
// which do.
internal import FactoryKitCore

/// The closure of a ``ThrowingFactory``.
///
/// Modifiers that are declared for all kinds of factory take it, see
/// ``FactoryModifying/StoredClosure``. The library's own modifiers take the function itself.
@frozen
public struct ThrowingClosure<T, Failure: Error> {
  @usableFromInline let call: () throws(Failure) -> T

  /// Wraps a closure. Costs nothing, and may be called from any thread.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ call: @escaping () throws(Failure) -> T) { self.call = call }
}

/// The closure of a ``ThrowingParameterFactory``.
///
/// Modifiers that are declared for all kinds of factory take it, see
/// ``FactoryModifying/StoredClosure``. The library's own modifiers take the function itself.
@frozen
public struct ThrowingParameterClosure<P, T, Failure: Error> {
  @usableFromInline let call: (P) throws(Failure) -> T

  /// Wraps a closure. Costs nothing, and may be called from any thread.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ call: @escaping (P) throws(Failure) -> T) { self.call = call }
}

/// The closure of an ``AsyncFactory``.
///
/// Modifiers that are declared for all kinds of factory take it, see
/// ``FactoryModifying/StoredClosure``. The library's own modifiers take the function itself.
@frozen
public struct AsyncClosure<T, Failure: Error>: Sendable {
  @usableFromInline let call: @Sendable () async throws(Failure) -> T

  /// Wraps a closure. Costs nothing, and may be called from any thread.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ call: @escaping @Sendable () async throws(Failure) -> T) { self.call = call }
}

/// The closure of an ``AsyncParameterFactory``.
///
/// Modifiers that are declared for all kinds of factory take it, see
/// ``FactoryModifying/StoredClosure``. The library's own modifiers take the function itself.
@frozen
public struct AsyncParameterClosure<P, T, Failure: Error>: Sendable {
  @usableFromInline let call: @Sendable (P) async throws(Failure) -> T

  /// Wraps a closure. Costs nothing, and may be called from any thread.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ call: @escaping @Sendable (P) async throws(Failure) -> T) { self.call = call }
}

// MARK: -

// Reflecting a struct that stores a closure with a typed error would ask for the metadata of that
// function type, which crashes on systems before iOS 18 and macOS 15.

extension ThrowingClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ThrowingParameterClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AsyncClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AsyncParameterClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
