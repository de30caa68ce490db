// Factory, MIT licence; see LICENSE
//
// Injects a parameter factory as a function of the parameter. Not for `@WeakLazyInjected`: a
// function cannot be held weakly.

/// A property wrapper that injects the value of a factory.
///
/// ``Injected``, ``LazyInjected`` and ``DynamicInjected`` are the only conforming types. They also
/// accept a key path to a parameter factory, and then inject a function of the parameter. See
/// <doc:Resolutions>.
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
public protocol FactoryInjecting<Value> {
  /// The type of the injected value.
  associatedtype Value

  /// An implementation detail of the library. `read` returns the factory, from the shared container
  /// at the time of the call, and `resolve` resolves it.
  init(_injecting read: @escaping () -> Factory<Value>, _ resolve: () -> Value)
}

extension Injected: FactoryInjecting {
  public typealias Value = T

  public init(_injecting read: @escaping () -> Factory<T>, _ resolve: () -> T) {
    instance = resolve()
    source = DynamicInjected(reading: read)
  }
}

extension LazyInjected: FactoryInjecting {
  public typealias Value = T

  public init(_injecting read: @escaping () -> Factory<T>, _: () -> T) {
    self.init(reading: read)
  }
}

extension DynamicInjected: FactoryInjecting {
  public typealias Value = T

  public init(_injecting read: @escaping () -> Factory<T>, _: () -> T) {
    self.read = read
  }
}

extension FactoryInjecting {
  @_alwaysEmitIntoClient
  init(_ read: @escaping () -> Factory<Value>) {
    self.init(_injecting: read) { read().resolve() }
  }

  /// Injects a function that resolves a parameter factory.
  ///
  /// The function uses the container that the wrapper resolves from: the shared container when
  /// `@Injected` is initialised, when `@LazyInjected` is first read, or at each read of
  /// `@DynamicInjected`. Registrations, contexts and the scope are looked up by each call of the
  /// function. See <doc:Resolutions>.
  ///
  /// For a `@Sendable` function, and a `Sendable` wrapper, declare the property's type: `var
  /// makeProfile: @Sendable (Int) -> Profile`. The parameter and the result must be `Sendable`.
  ///
  /// `$property.factory` is a factory that creates the function, not the parameter factory. To
  /// register or reset the parameter factory, use the container.
  @_alwaysEmitIntoClient
  public init<P, R>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, R>>
  ) where Value == (P) -> R {
    self.init { Container.shared[function: keyPath] }
  }

  /// Injects a function that resolves a parameter factory of another shared container.
  @_alwaysEmitIntoClient
  public init<C: SharedContainer, P, R>(
    _ keyPath: KeyPath<C, ParameterFactory<P, R>>
  ) where Value == (P) -> R {
    self.init { C.shared[function: keyPath] }
  }

  /// Injects a `@Sendable` function that resolves a parameter factory.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, R>>
  ) where Value == @Sendable (P) -> R {
    self.init { Container.shared[sendableFunction: keyPath] }
  }

  /// Injects a `@Sendable` function that resolves a parameter factory of another shared container.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<C: SharedContainer, P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<C, ParameterFactory<P, R>>
  ) where Value == @Sendable (P) -> R {
    self.init { C.shared[sendableFunction: keyPath] }
  }
}
