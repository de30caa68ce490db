// Factory, MIT licence; see LICENSE
//
// Factories whose closure runs on the main actor, and the resolution of others on the actor of their closure.
internal import FactoryCore
public import FactoryKitCore

/// A recipe for creating a `T` on the main actor, bound to a container.
///
/// Works like ``Factory``, but its closure and its decorators run on the main actor, and resolving
/// is isolated to it. The property itself can be used anywhere, for example to register another
/// closure. See <doc:MainActorFactories>.
///
/// ```swift
/// extension Container {
///   var screenModel: MainActorFactory<ScreenModel> { self { ScreenModel() }.cached }
/// }
/// @MainActor func show() { let model = Container.shared.screenModel() }
/// func elsewhere() async { let model = await Container.shared.screenModel() }
/// ```
@frozen
public struct MainActorFactory<T>: MainActorFactoryDecorating {
  public typealias Parameter = Void
  public typealias Product = T
  public typealias Closure = @MainActor () -> T
  public typealias StoredClosure = Closure

  public var _definition: FactoryDefinition
  @usableFromInline let factory: Closure

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @MainActor () -> T
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
  /// Code on the main actor calls it without `await`, all other code with `await`. In other
  /// respects it is the same as ``Factory/resolve()``. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public func resolve() -> T {
    // Both kinds have the same `_types`, and so the same entry.
    Factory(_definition, factory).resolve()
  }

  /// Returns an instance. The same as ``resolve()``.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public func callAsFunction() -> T { resolve() }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    let plain = MainActorClosure.plain { (_: Void) in closure() }
    return Override<Void, T, Never>(plain, ClosureIdentity(of: closure))
  }
}

// Sendable: the closure runs on the main actor only, and so does everything that returns an
// instance.
extension MainActorFactory: Sendable {}

/// A recipe for creating a `T` from a `P` on the main actor, bound to a container.
///
/// Works like ``MainActorFactory``, but resolving takes a parameter. See <doc:MainActorFactories>.
///
/// ```swift
/// extension Container {
///   var editor: MainActorParameterFactory<Document, Editor> { self { Editor($0) } }
/// }
/// ```
@frozen
public struct MainActorParameterFactory<P, T>: MainActorFactoryDecorating {
  public typealias Parameter = P
  public typealias Product = T
  public typealias Closure = @MainActor (P) -> T
  public typealias StoredClosure = Closure

  public var _definition: FactoryDefinition
  @usableFromInline let factory: Closure

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line,
    _ factory: @escaping @MainActor (P) -> T
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
  /// Code on the main actor calls it without `await`, all other code with `await`. In other
  /// respects it is the same as ``Factory/resolve()``. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public func resolve(_ parameter: P) -> T {
    ParameterFactory(_definition, factory).resolve(parameter)
  }

  /// Returns an instance for `parameter`. The same as ``resolve(_:)``.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public func callAsFunction(_ parameter: P) -> T { resolve(parameter) }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    Override<P, T, Never>(MainActorClosure.plain(closure), ClosureIdentity(of: closure))
  }
}

// Sendable: the closure runs on the main actor only, and so does everything that returns an
// instance.
extension MainActorParameterFactory: Sendable {}

// MARK: -

// Resolves a factory on the actor that its closure is isolated to.

extension Factory {
  /// Resolves the factory on the main actor.
  ///
  /// Use it for factories that are declared `@MainActor`, whose closures must run on the main
  /// actor. Code on the main actor calls it without `await`, all other code with `await`. See
  /// <doc:Concurrency>.
  ///
  /// ```swift
  /// let model = await Container.shared.viewModel.resolveOnMainActor()
  /// ```
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor() -> T { resolve() }

  /// Resolves the factory on a global actor, given as its type.
  ///
  /// Use it for factories that are declared with that actor's attribute. See <doc:Concurrency>.
  ///
  /// ```swift
  /// let store = await Container.shared.store.resolveOnGlobalActor(StorageActor.self)
  /// ```
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(_: A.Type) async -> T where T: Sendable {
    // Swift 6.3 crashes if the expression is the argument.
    let actor: any Actor = A.shared
    return await resolveOnGlobalActor(actor)
  }

  /// Resolves the factory on an actor, usually the shared instance of a global actor.
  ///
  /// Code on that actor calls it without `await`, all other code with `await`.
  ///
  /// ```swift
  /// let database = await Container.shared.database.resolveOnGlobalActor(DatabaseActor.shared)
  /// ```
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor) -> T { resolve() }
}

extension ParameterFactory {
  /// Resolves the factory with a parameter, on the main actor. See
  /// ``Factory/resolveOnMainActor()``.
  @_alwaysEmitIntoClient @MainActor
  public func resolveOnMainActor(_ parameter: P) -> T { resolve(parameter) }

  /// Resolves the factory with a parameter, on a global actor given as its type. See
  /// ``Factory/resolveOnGlobalActor(_:)-(A.Type)``.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor<A: GlobalActor>(
    _: A.Type, _ parameter: P
  ) async -> T where P: Sendable, T: Sendable {
    // Swift 6.3 crashes if the expression is the argument.
    let actor: any Actor = A.shared
    return await resolveOnGlobalActor(actor, parameters: parameter)
  }

  /// Resolves the factory with a parameter, on an actor:
  /// `await factory.resolveOnGlobalActor(MyActor.shared, parameters: 3)`.
  @_alwaysEmitIntoClient
  public func resolveOnGlobalActor(_ actor: isolated any Actor, parameters: P) -> T {
    resolve(parameters)
  }
}
