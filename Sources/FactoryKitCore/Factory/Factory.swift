// Factory, MIT licence; see LICENSE
//
// Factories without and with a parameter: the values that a container's properties return.
internal import FactoryCore

/// A recipe for creating a `T`, bound to a container.
///
/// A factory is a transient value, recreated on every read. The container holds all persistent
/// state. Do not store a factory in a `lazy var` of the container: its closure often captures the
/// container, which creates a retain cycle.
///
/// Resolving is safe from any thread. The closure runs on the resolving thread, with no lock held.
/// A factory declared `@MainActor` must be resolved on the main actor: see
/// ``resolveOnMainActor()``. For an introduction, see <doc:Registrations> and <doc:Resolutions>.
///
/// ```swift
/// extension Container {
///   var myService: Factory<MyServiceType> { self { MyService() } }
/// }
/// let service = Container.shared.myService()
/// ```
@frozen
public struct Factory<T>: FactoryModifying {
  public typealias Parameter = Void
  public typealias Product = T
  public typealias Closure = () -> T
  public typealias StoredClosure = Closure

  public var _definition: FactoryDefinition
  @usableFromInline package let factory: () -> T

  /// Creates a factory of `container`. In an extension of a container, write `self { … }` instead.
  ///
  /// Factories with the same name and type that are declared in different files are distinct.
  /// - Parameters:
  ///   - container: the container that stores the factory's state.
  ///   - key: identifies the factory within its container, instead of its name and file. Factories
  ///     of one container with equal keys and types share their state, wherever they are declared.
  ///   - name: the factory's name within its container.
  ///   - file: the file that declares the factory.
  ///   - line: the line that declares the factory.
  ///   - factory: creates an instance.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping () -> T
  ) {
    _definition = FactoryDefinition(container, name, key: key, file, line)
    self.factory = factory
  }

  @_alwaysEmitIntoClient @_transparent
  package init(_ definition: FactoryDefinition, _ factory: @escaping () -> T) {
    _definition = definition
    self.factory = factory
  }

  /// Returns an instance: the one cached by the factory's scope, or a new one. The same as
  /// ``resolve()``.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction() -> T { resolve() }

  @_alwaysEmitIntoClient @_transparent
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    override(closure, ClosureIdentity(of: closure))
  }

  /// In the library, so that the other closure is not specialised for each closure that a program registers.
  @usableFromInline @inline(never)
  static func override(
    _ closure: @escaping Closure, _ identity: ClosureIdentity
  ) -> ModifierClosure {
    Override<Void, T, Never>({ closure() }, identity)
  }
}

// Sendable although the closure is not `@Sendable`: it runs where the factory is resolved, and its
// `Sendable` result may be used there. A closure that is isolated to an actor comes from a property
// that is isolated to the same actor, and must be resolved on it, as documented above.
extension Factory: @unchecked Sendable where T: Sendable {}

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
