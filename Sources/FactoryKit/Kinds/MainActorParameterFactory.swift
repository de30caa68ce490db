// Factory, MIT licence; see LICENSE
//
// A factory that needs a value at run time, and whose closure runs on the main actor.
internal import FactoryCore
public import FactoryKitCore

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
