// Factory, MIT licence; see LICENSE
//
// The property wrappers on parameter factories, which they inject as functions.
public import FactoryKitCore

/// A property wrapper that also takes a key path to a parameter factory, and then injects a
/// function of the parameter.
///
/// ``Injected``, ``LazyInjected`` and ``DynamicInjected`` are the only conforming types.
/// ``WeakLazyInjected`` is not: a function cannot be held weakly. They also take a key path to a group. See
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
public protocol FunctionInjecting<Value>: ValueInjecting {}

extension Injected: FunctionInjecting {}
extension LazyInjected: FunctionInjecting {}
extension DynamicInjected: FunctionInjecting {}

extension FunctionInjecting {
  @_alwaysEmitIntoClient
  init(
    _ container: Any.Type, _ read: @escaping (FactoryInjection) -> Factory<Value>
  ) {
    self.init(_injecting: read, container)
  }

  /// Injects a function that resolves a parameter factory.
  ///
  /// The function uses the container that the wrapper resolves from: the shared container when
  /// `@Injected` is initialised, when `@LazyInjected` is first read, or at each read of
  /// `@DynamicInjected`. If the enclosing instance is built for a child container, the function resolves from the child as
  /// long as it exists, and then from the shared container; it does not retain the child. Each call of the function looks up
  /// registrations, contexts and the scope. See <doc:Resolutions>.
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
    self.init(Container.self) { Container.injected($0)[function: keyPath, $0] }
  }

  /// Injects a function that resolves a parameter factory of another shared container.
  @_alwaysEmitIntoClient
  public init<C: SharedContainer, F: ParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _ keyPath: KeyPath<C, F>
  ) where Value == (F.Parameter) -> F.Product, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(C.self) { C.injected($0)[function: keyPath, $0] }
  }

  /// Injects a `@Sendable` function that resolves a parameter factory.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<P: Sendable, R: Sendable>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, R>>
  ) where Value == @Sendable (P) -> R {
    self.init(Container.self) { Container.injected($0)[sendableFunction: keyPath, $0] }
  }

  /// Injects a `@Sendable` function that resolves a parameter factory of another shared container.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<C: SharedContainer, F: ParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _ keyPath: KeyPath<C, F>
  )
  where
    Value == @Sendable (F.Parameter) -> F.Product, F: Sendable, F.Parameter: Sendable,
    F.Product: Sendable,
    F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8)
  {
    self.init(C.self) { C.injected($0)[sendableFunction: keyPath, $0] }
  }
}

// MARK: On the main actor

extension FunctionInjecting {
  /// Injects a main-actor function that resolves a main-actor parameter factory. See
  /// <doc:MainActorFactories>.
  ///
  /// ```swift
  /// @Injected(\.editor) private var makeEditor   // a @MainActor (Document) -> Editor
  /// ```
  @_alwaysEmitIntoClient @_disfavoredOverload @MainActor
  public init<P, R>(
    _ keyPath: KeyPath<Container, MainActorParameterFactory<P, R>>
  ) where Value == @MainActor (P) -> R {
    self.init(Container.self) { Container.injected($0)[mainActorFunction: keyPath, $0] }
  }

  /// Injects a main-actor function that resolves a main-actor parameter factory of another shared
  /// container.
  @_alwaysEmitIntoClient @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  )
  where
    Value == @MainActor (F.Parameter) -> F.Product, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8)
  {
    self.init(C.self) { C.injected($0)[mainActorFunction: keyPath, $0] }
  }
}
