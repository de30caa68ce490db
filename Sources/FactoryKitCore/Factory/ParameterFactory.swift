// Factory, MIT licence; see LICENSE
//
// A factory that needs a value at run time.

/// A recipe for creating a `T` from a `P`, bound to a container.
///
/// Works like ``Factory``, but resolving takes a parameter. A scope caches one instance for all
/// parameters, unless the factory is scoped on its parameters. See <doc:Registrations>.
///
/// ```swift
/// extension Container {
///   var profile: ParameterFactory<Int, Profile> {
///     self { Profile(id: $0) }.scopeOnParameters.cached
///   }
/// }
/// let profile = Container.shared.profile(42)
/// ```
@frozen
public struct ParameterFactory<P, T>: FactoryModifying {
  public typealias Parameter = P
  public typealias Product = T
  public typealias Closure = (P) -> T
  public typealias StoredClosure = Closure

  public var _definition: FactoryDefinition
  @usableFromInline package let factory: (P) -> T

  /// Creates a factory of `container`. See ``Factory/init(_:key:name:file:line:_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping (P) -> T
  ) {
    _definition = FactoryDefinition(container, name, key: key, file, line)
    self.factory = factory
  }

  @_alwaysEmitIntoClient @_transparent
  package init(_ definition: FactoryDefinition, _ factory: @escaping (P) -> T) {
    _definition = definition
    self.factory = factory
  }

  /// Returns an instance for `parameter`: the one cached by the factory's scope, or a new one. The
  /// same as ``resolve(_:)``.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction(_ parameter: P) -> T { resolve(parameter) }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    Override<P, T, Never>(closure, ClosureIdentity(of: closure))
  }
}

// Sendable for the same reason as `Factory`.
extension ParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}
