// Factory, MIT licence; see LICENSE
//
// Factories whose closure may throw.
internal import FactoryCore
public import FactoryKitCore

/// A recipe for creating a `T` by a closure that may throw, bound to a container.
///
/// Works like ``Factory``, but its closure may throw an error of the type `Failure`. Resolving then
/// throws that error, and it is not cached. See <doc:ThrowingFactories>.
///
/// ```swift
/// extension Container {
///   var settings: ThrowingFactory<Settings, any Error> { self { try Settings.load() }.cached }
/// }
/// let settings = try Container.shared.settings()
/// ```
@frozen
public struct ThrowingFactory<T, Failure: Error>: FactoryModifying {
  public typealias Parameter = Void
  public typealias Product = T
  public typealias Closure = () throws(Failure) -> T
  public typealias StoredClosure = ThrowingClosure<T, Failure>

  public var _definition: FactoryDefinition
  @usableFromInline let factory: Closure

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping () throws(Failure) -> T
  ) {
    self.init(FactoryDefinition(container, name, key: key, file, line), factory)
  }

  @_alwaysEmitIntoClient @_transparent
  init(_ definition: FactoryDefinition, _ factory: @escaping Closure) {
    _definition = definition
    self.factory = factory
  }

  /// Returns an instance: the one cached by the factory's scope, or a new one.
  ///
  /// May be called from any thread. The closure runs on the calling thread, with no lock held; if
  /// another thread is building the instance, the call waits for it. If the closure throws an
  /// error, all threads that wait throw it, and it is not cached: the next resolution calls the
  /// closure again. Traps if the factory depends on itself, like ``Factory/resolve()``. See
  /// <doc:ThrowingFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func resolve() throws(Failure) -> T {
    try Self.resolve(_definition, Self._types, factory)
  }

  /// In the library only: see "Attributes" in Engine.md. A program passes the types, which it knows.
  @usableFromInline @inline(never)
  static func resolve(
    _ definition: FactoryDefinition, _ types: FactoryTypes, _ make: Closure
  ) throws(Failure) -> T {
    try definition.resolve(types, make)
  }

  /// Returns an instance. The same as ``resolve()``.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction() throws(Failure) -> T { try resolve() }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: StoredClosure) -> AnyObject {
    let call = closure.call
    return Override<Void, T, Failure>(
      { (_: Void) throws(Failure) in try call() }, ClosureIdentity(of: closure))
  }
}

// Sendable for the same reason as `Factory`.
extension ThrowingFactory: @unchecked Sendable where T: Sendable {}

/// A recipe for creating a `T` from a `P` by a closure that may throw, bound to a container.
///
/// Works like ``ThrowingFactory``, but resolving takes a parameter. See <doc:ThrowingFactories>.
///
/// ```swift
/// extension Container {
///   var document: ThrowingParameterFactory<Int, Document, any Error> {
///     self { try Document(number: $0) }.scopeOnParameters.cached
///   }
/// }
/// let document = try Container.shared.document(42)
/// ```
@frozen
public struct ThrowingParameterFactory<P, T, Failure: Error>: FactoryModifying {
  public typealias Parameter = P
  public typealias Product = T
  public typealias Closure = (P) throws(Failure) -> T
  public typealias StoredClosure = ThrowingParameterClosure<P, T, Failure>

  public var _definition: FactoryDefinition
  @usableFromInline let factory: Closure

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping (P) throws(Failure) -> T
  ) {
    self.init(FactoryDefinition(container, name, key: key, file, line), factory)
  }

  @_alwaysEmitIntoClient @_transparent
  init(_ definition: FactoryDefinition, _ factory: @escaping Closure) {
    _definition = definition
    self.factory = factory
  }

  /// Returns an instance for `parameter`: the one cached by the factory's scope, or a new one.
  ///
  /// May be called from any thread. The closure runs on the calling thread, with no lock held; if
  /// another thread is building the instance, the call waits for it. If the closure throws an
  /// error, all threads that wait throw it, and it is not cached: the next resolution calls the
  /// closure again. Traps if the factory depends on itself, like ``Factory/resolve()``. See
  /// <doc:ThrowingFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func resolve(_ parameter: P) throws(Failure) -> T {
    try Self.resolve(_definition, Self._types, parameter, factory)
  }

  /// In the library only, like that of ``ThrowingFactory``.
  @usableFromInline @inline(never)
  static func resolve(
    _ definition: FactoryDefinition, _ types: FactoryTypes, _ parameter: P, _ make: Closure
  ) throws(Failure) -> T {
    try definition.resolve(types, parameter, make)
  }

  /// Returns an instance for `parameter`. The same as ``resolve(_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction(_ parameter: P) throws(Failure) -> T { try resolve(parameter) }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: StoredClosure) -> AnyObject {
    Override<P, T, Failure>(closure.call, ClosureIdentity(of: closure))
  }
}

// Sendable for the same reason as `Factory`.
extension ThrowingParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}
