// Factory, MIT licence; see LICENSE
//
// What the property wrappers have in common.

/// A property wrapper that injects the value of a factory.
///
/// ``Injected``, ``LazyInjected``, ``WeakLazyInjected`` and ``DynamicInjected`` conform to it, and
/// for views `InjectedObject` and `InjectedObservable`. They take key paths of a ``Factory`` and,
/// in types that are isolated to the main actor, of a `MainActorFactory`. See <doc:Resolutions>.
///
/// ```swift
/// @MainActor final class Coordinator {
///   @Injected(\.screenModel) private var model
/// }
/// ```
public protocol FactoryInjecting<Value> {
  /// The type of the injected value.
  associatedtype Value
}

/// A property wrapper for values of any type, which a function that reads the factory creates.
///
/// ``Injected``, ``LazyInjected``, ``WeakLazyInjected`` and ``DynamicInjected`` are the only conforming types. See
/// <doc:Resolutions>.
public protocol ValueInjecting<Value>: FactoryInjecting {
  /// An implementation detail of the library. `read` returns the factory.
  init(_injecting read: @escaping (FactoryInjection) -> Factory<Value>, _ container: Any.Type)
}

extension ValueInjecting {
  /// Injects from `Container.shared`, or from the child container for which the enclosing instance is built.
  ///
  /// The shared container is the one of the initialisation for ``Injected``, that of the first read for the lazy wrappers,
  /// and that of each read for ``DynamicInjected``.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    self.init(_injecting: { Container.injected($0)[keyPath: keyPath] }, Container.self)
  }

  /// Injects from another shared container, or from a child of its type for which the enclosing instance is built.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
  public init<
    C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(_injecting: { C.injected($0)[keyPath: keyPath]._injectable }, C.self)
  }
}
