// Factory, MIT licence; see LICENSE
//
// Factories whose closure may suspend.
internal import FactoryCore
public import FactoryKitCore

/// A recipe for creating a `T` asynchronously, bound to a container.
///
/// Works like ``Factory``, but its closure may suspend, and may throw an error of the type
/// `Failure`. If `Failure` is `Never`, the closure cannot throw. A factory with a scope builds its
/// instance once, however many tasks ask for it at the same time. See <doc:AsyncFactories>.
///
/// ```swift
/// extension Container {
///   var database: AsyncFactory<Database, any Error> {
///     self { try await Database.connect() }.singleton
///   }
/// }
/// let database = try await Container.shared.database()
/// ```
@frozen
public struct AsyncFactory<T: Sendable, Failure: Error>: AsyncFactoryDecorating {
  public typealias Parameter = Void
  public typealias Product = T
  public typealias Closure = @Sendable () async throws(Failure) -> T
  public typealias StoredClosure = AsyncClosure<T, Failure>

  public var _definition: FactoryDefinition
  @usableFromInline let factory: Closure

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @Sendable () async throws(Failure) -> T
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
  /// May be called from any task and on any actor. A cached instance is returned without
  /// suspending. If the factory has no scope, the closure runs in the calling task. Otherwise it
  /// runs in a task of its own, which inherits the task-local values and the priority of the
  /// caller. Callers that ask while it runs wait for the same task. They are suspended, and block
  /// no thread.
  ///
  /// If the closure throws an error, all callers that wait throw it, and it is not cached. If
  /// `Failure` is `any Error`, a cancelled task stops waiting and throws `CancellationError`. Traps
  /// if instances depend on each other in a circle, also if different tasks build them. See
  /// <doc:AsyncFactories> and <doc:Errors>.
  @_alwaysEmitIntoClient @inline(__always)
  public func resolve(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> T {
    let lookup = _definition.lookUp(Self._types)
    let make = factory
    switch lookup {
    case .instance(let instance):
      return instance.take(T.self)
    case .definition:
      return try await _definition.call(Self._types, nil, isolation: isolation, make)
    case .slowPath(let found):
      return try await _definition.resolveSlowly(
        found, Self._types, (), isolation: isolation
      ) { (_: Void) async throws(Failure) in try await make() }
    }
  }

  /// Returns an instance. The same as ``resolve(isolation:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> T {
    try await resolve(isolation: isolation)
  }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: StoredClosure) -> AnyObject {
    let call = closure.call
    return AsyncOverride<Void, T, Failure>(
      { (_: Void) async throws(Failure) in try await call() }, ClosureIdentity(of: closure))
  }
}

extension AsyncFactory: Sendable {}

/// A recipe for creating a `T` from a `P` asynchronously, bound to a container.
///
/// Works like ``AsyncFactory``, but resolving takes a parameter. See <doc:AsyncFactories>.
///
/// ```swift
/// extension Container {
///   var tenant: AsyncParameterFactory<TenantID, Tenant, any Error> {
///     self { id in try await Tenant.load(id) }.scopeOnParameters.cached
///   }
/// }
/// let tenant = try await Container.shared.tenant(id)
/// ```
@frozen
public struct AsyncParameterFactory<P: Sendable, T: Sendable, Failure: Error>:
  AsyncFactoryDecorating
{
  public typealias Parameter = P
  public typealias Product = T
  public typealias Closure = @Sendable (P) async throws(Failure) -> T
  public typealias StoredClosure = AsyncParameterClosure<P, T, Failure>

  public var _definition: FactoryDefinition
  @usableFromInline let factory: Closure

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @Sendable (P) async throws(Failure) -> T
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
  /// May be called from any task and on any actor. A cached instance is returned without
  /// suspending. If the factory has no scope, the closure runs in the calling task. Otherwise it
  /// runs in a task of its own, which inherits the task-local values and the priority of the
  /// caller. Callers that ask while it runs wait for the same task. They are suspended, and block
  /// no thread.
  ///
  /// If the closure throws an error, all callers that wait throw it, and it is not cached. If
  /// `Failure` is `any Error`, a cancelled task stops waiting and throws `CancellationError`. Traps
  /// if instances depend on each other in a circle, also if different tasks build them. See
  /// <doc:AsyncFactories> and <doc:Errors>.
  @_alwaysEmitIntoClient @inline(__always)
  public func resolve(
    _ parameter: P, isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> T {
    let lookup = _definition.lookUp(Self._types)
    let make = factory
    switch lookup {
    case .instance(let instance):
      return instance.take(T.self)
    case .definition:
      return try await _definition.call(
        Self._types, parameter, isolation: isolation
      ) { () async throws(Failure) in try await make(parameter) }
    case .slowPath(let found):
      return try await _definition.resolveSlowly(
        found, Self._types, parameter, isolation: isolation, make)
    }
  }

  /// Returns an instance for `parameter`. The same as ``resolve(_:isolation:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction(
    _ parameter: P, isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> T {
    try await resolve(parameter, isolation: isolation)
  }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: StoredClosure) -> AnyObject {
    AsyncOverride<P, T, Failure>(closure.call, ClosureIdentity(of: closure))
  }
}

extension AsyncParameterFactory: Sendable {}
