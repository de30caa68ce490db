// Factory, MIT licence; see LICENSE
//
// `Injected` of a parameter factory: the property is a function of the parameter.

extension Injected {
  /// Injects a function that resolves a parameter factory. (2.x guide: Factory with Parameters.)
  ///
  /// ```swift
  /// extension Container {
  ///   var profile: ParameterFactory<Int, Profile> { self { Profile(id: $0) }.scopeOnParameters.cached }
  /// }
  /// final class Screen {
  ///   @Injected(\.profile) private var makeProfile
  ///   func show(_ id: Int) -> Profile { makeProfile(id) }
  /// }
  /// ```
  ///
  /// The function is of the shared container of the moment the property is initialised.
  /// Registrations, contexts and the scope are those of the moment of each call.
  ///
  /// For a function that may travel, and a `Sendable` wrapper, say so in the property's type:
  /// `var makeProfile: @Sendable (Int) -> Profile`. Parameter and product must be `Sendable`.
  ///
  /// `$makeProfile.factory` is the factory of the function, not of what the function makes:
  /// register and reset that on the container.
  public init<P, R>(_ keyPath: KeyPath<Container, ParameterFactory<P, R>>) where T == (P) -> R {
    self.init(\Container[function: keyPath])
  }

  /// The same from another shared container.
  public init<C: SharedContainer, P, R>(
    _ keyPath: KeyPath<C, ParameterFactory<P, R>>
  ) where T == (P) -> R {
    self.init(\C[function: keyPath])
  }

  /// The same, with a function that may travel.
  @_disfavoredOverload
  public init<P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, R>>
  ) where T == @Sendable (P) -> R {
    self.init(\Container[sendableFunction: keyPath])
  }

  /// The same from another shared container, with a function that may travel.
  @_disfavoredOverload
  public init<C: SharedContainer, P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<C, ParameterFactory<P, R>>
  ) where T == @Sendable (P) -> R {
    self.init(\C[sendableFunction: keyPath])
  }
}
