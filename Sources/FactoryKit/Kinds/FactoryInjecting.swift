// Factory, MIT licence; see LICENSE
//
// What the property wrappers have in common.
public import FactoryKitCore

/// A property wrapper that injects the value of a factory.
///
/// ``Injected``, ``LazyInjected``, ``WeakLazyInjected`` and ``DynamicInjected`` conform to it, and
/// for views `InjectedObject` and `InjectedObservable`. They take key paths of a ``Factory`` and,
/// in types that are isolated to the main actor, of a ``MainActorFactory``. See <doc:Resolutions>.
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

/// A property wrapper that also takes a key path to a parameter factory, and then injects a
/// function of the parameter.
///
/// ``Injected``, ``LazyInjected`` and ``DynamicInjected`` are the only conforming types.
/// ``WeakLazyInjected`` is not: a function cannot be held weakly. See <doc:Resolutions>.
///
/// ```swift
/// extension Container {
///   var profile: ParameterFactory<Int, Profile> { self { Profile(id: $0) } }
/// }
/// final class Screen {
///   @Injected(\.profile) private var makeProfile
///   func show(_ id: Int) -> Profile { makeProfile(id) }
/// }
/// ```
public protocol FunctionInjecting<Value>: FactoryInjecting {
  /// An implementation detail of the library. `read` returns the factory.
  init(
    _injecting read: @escaping (FactoryInjection) -> Factory<Value>,
    _ container: Any.Type)
}

extension Injected: FunctionInjecting {
  public typealias Value = T

  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>,
    _ container: Any.Type
  ) {
    self.init(reading: read, container)
  }
}

extension LazyInjected: FunctionInjecting {
  public typealias Value = T

  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>,
    _ container: Any.Type
  ) {
    self.init(reading: read, container)
  }
}

extension WeakLazyInjected: FactoryInjecting {
  public typealias Value = T
}

extension DynamicInjected: FunctionInjecting {
  public typealias Value = T

  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>,
    _ container: Any.Type
  ) {
    self.init(reading: read, container)
  }
}
