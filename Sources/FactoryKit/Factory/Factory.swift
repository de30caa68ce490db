// Factory, MIT licence; see LICENSE
//
// A factory without parameter: the value that a container's property returns.
internal import FactoryCore

/// A recipe for creating a `T`, bound to a container.
///
/// A factory is a transient value, recreated on every read. The container holds all persistent state.
/// Do not store a factory in a `lazy var` of the container: it owns the container's manager, and its
/// closure often owns the container.
///
/// Resolving is safe from any thread. The closure runs on the thread that resolves, with no lock
/// held. A factory declared `@MainActor` must be resolved there: see ``resolveOnMainActor()``.
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

  public var _definition: FactoryDefinition
  @usableFromInline let factory: () -> T

  /// A factory of `container`; `self { … }` inside a container's extension is short for it.
  ///
  /// Factories of the same name and type that are declared in different files are different ones.
  /// - Parameters:
  ///   - container: the container that stores the factory's state.
  ///   - key: identifies the factory in its container instead of its name and file. Factories of one
  ///     container with equal keys and types are one factory, wherever they are declared.
  ///   - name: the factory's name in its container.
  ///   - file: where the factory is declared.
  ///   - line: where the factory is declared.
  ///   - factory: creates an instance.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString? = nil, name: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping () -> T
  ) {
    _definition = FactoryDefinition(container, name, key: key, file, line)
    self.factory = factory
  }

  @_alwaysEmitIntoClient @inline(__always)
  init(_ definition: FactoryDefinition, _ factory: @escaping () -> T) {
    _definition = definition
    self.factory = factory
  }

  /// The instance: new, or the one that the factory's scope keeps. The same as ``resolve()``.
  @_alwaysEmitIntoClient @inline(__always)
  public consuming func callAsFunction() -> T { resolve() }

  /// Registers `factory` in place of the original closure, and evicts what was kept. Returns at
  /// once, also while an instance is being built: that one is not kept.
  ///
  /// Inside of the container's own `autoRegister` nothing is evicted. The container stores the
  /// closure: one that uses the container should capture it `unowned`, or the two own each other until
  /// a reset.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping () -> T) -> Self {
    _definition.register(Self.override(factory), Self._types)
    return self
  }

  @_alwaysEmitIntoClient @inline(__always)
  public static var _types: FactoryTypes { FactoryTypes(T.self) }

  @_alwaysEmitIntoClient
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    override(closure)
  }

  @_alwaysEmitIntoClient
  static func override(_ closure: @escaping Closure) -> AnyOverride {
    Override<Void, T>({ _ in closure() }, ClosureIdentity(of: closure))
  }
}

// Sendable although the closure is not: it is called where the factory is resolved, and what it
// makes may be used there. A closure that belongs to an actor comes from a factory property of
// that actor and must be resolved on it, as the documentation above says.
extension Factory: @unchecked Sendable where T: Sendable {}
