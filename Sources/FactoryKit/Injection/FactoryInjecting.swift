// Factory, MIT licence; see LICENSE
//
// What the wrappers that own what they inject have in common: on a key path to a parameter factory
// they inject a function of the parameter.

/// A property wrapper that injects what a factory makes.
///
/// ``Injected``, ``LazyInjected`` and ``DynamicInjected`` are the three. What they share is that
/// they also take a parameter factory:
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
  /// What is injected.
  associatedtype Value

  /// For the library's use: injects what `read` reads, again each time. `resolve` resolves that.
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

  /// Injects a function that resolves a parameter factory. (2.x guide: Factory with Parameters.)
  ///
  /// The function is of the container that the wrapper resolves from: `@Injected` takes the shared
  /// one of its initialisation, `@LazyInjected` of its first use, `@DynamicInjected` of each use.
  /// Registrations, contexts and the scope are those of the moment of each call.
  ///
  /// For a function that may travel, and a `Sendable` wrapper, say so in the property's type:
  /// `var makeProfile: @Sendable (Int) -> Profile`. Parameter and product must be `Sendable`.
  ///
  /// The projected value's factory is that of the function, not of what the function makes:
  /// register and reset that on the container.
  @_alwaysEmitIntoClient
  public init<P, R>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, R>>
  ) where Value == (P) -> R {
    self.init { Container.shared[function: keyPath] }
  }

  /// The same from another shared container.
  @_alwaysEmitIntoClient
  public init<C: SharedContainer, P, R>(
    _ keyPath: KeyPath<C, ParameterFactory<P, R>>
  ) where Value == (P) -> R {
    self.init { C.shared[function: keyPath] }
  }

  /// The same, with a function that may travel.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, R>>
  ) where Value == @Sendable (P) -> R {
    self.init { Container.shared[sendableFunction: keyPath] }
  }

  /// The same from another shared container, with a function that may travel.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<C: SharedContainer, P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<C, ParameterFactory<P, R>>
  ) where Value == @Sendable (P) -> R {
    self.init { C.shared[sendableFunction: keyPath] }
  }
}
