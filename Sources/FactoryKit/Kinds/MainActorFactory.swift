// Factory, MIT licence; see LICENSE
//
// A factory whose closure runs on the main actor.
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
  public func resolve() -> T { Factory(_definition, factory).resolve() }

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
