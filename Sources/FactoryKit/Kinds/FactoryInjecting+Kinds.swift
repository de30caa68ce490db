// Factory, MIT licence; see LICENSE
//
// The property wrappers on parameter factories, which they inject as functions, and on main-actor factories; and unavailable
// initialisers, whose messages say what to write.
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

// MARK: -

// Parameter factories as functions, for the property wrappers: a wrapper has no parameter to pass
// when it resolves, so it injects a function that takes one.

extension SharedContainer {
  /// A factory of a function that resolves a parameter factory. It has the parameter factory's name
  /// and source location but another type, so it has its own state and can be registered
  /// separately.
  ///
  /// Each call of the function reads the parameter factory's property again, so that its modifiers
  /// apply, even after a reset of the container. It does not retain a child that builds the instance to which it belongs.
  @_alwaysEmitIntoClient
  subscript<F: ParameterFactoryKind>(
    function keyPath: KeyPath<Self, F>, injection: FactoryInjection
  ) -> Factory<(F.Parameter) -> F.Product> {
    Factory(definition(named: self[keyPath: keyPath])) {
      guard let injection = FactoryInjection.ofFunction(injection, Self.self, self.manager) else {
        return { self[keyPath: keyPath]._resolve($0) }
      }
      return { Self.injected(injection)[keyPath: keyPath]._resolve($0) }
    }
  }

  /// The same for a `@Sendable` function.
  @_alwaysEmitIntoClient
  subscript<F: ParameterFactoryKind>(
    sendableFunction keyPath: KeyPath<Self, F>, injection: FactoryInjection
  ) -> Factory<@Sendable (F.Parameter) -> F.Product>
  where F: Sendable, F.Parameter: Sendable, F.Product: Sendable {
    // Sendable: a key path is immutable, and so are the values that one to a factory captures.
    nonisolated(unsafe) let keyPath = keyPath
    return Factory(definition(named: self[keyPath: keyPath])) {
      guard let injection = FactoryInjection.ofFunction(injection, Self.self, self.manager) else {
        return { self[keyPath: keyPath]._resolve($0) }
      }
      return { Self.injected(injection)[keyPath: keyPath]._resolve($0) }
    }
  }

  /// The same for a main-actor function.
  @_alwaysEmitIntoClient
  subscript<F: MainActorParameterFactoryKind>(
    mainActorFunction keyPath: KeyPath<Self, F>, injection: FactoryInjection
  ) -> Factory<@MainActor (F.Parameter) -> F.Product> {
    // Sendable: a key path is immutable, and so are the values that one to a factory captures.
    nonisolated(unsafe) let keyPath = keyPath
    return Factory(definition(named: self[keyPath: keyPath])) {
      // Again, because Swift 6.2 ignores the one outside for the capture of a capture.
      nonisolated(unsafe) let keyPath = keyPath
      guard let injection = FactoryInjection.ofFunction(injection, Self.self, self.manager) else {
        return { @MainActor in self[keyPath: keyPath]._resolve($0) }
      }
      return { @MainActor in Self.injected(injection)[keyPath: keyPath]._resolve($0) }
    }
  }

  @_alwaysEmitIntoClient
  func definition(named other: some FactoryKind) -> FactoryDefinition {
    FactoryDefinition(
      manager: other._definition.manager, declaration: other._definition.declaration.ofFunction)
  }
}

// MARK: -

// The property wrappers on main-actor factories. They store a `Factory`, which is not isolated to
// the main actor, and traps if it builds an instance elsewhere: see `_injectable`.

extension ValueInjecting {
  /// Injects from a main-actor factory of `Container.shared`.
  ///
  /// The wrapper is created on the main actor. `$property.factory` is a ``Factory`` that shares its registrations, settings and
  /// instances with the main-actor factory. It traps if it builds an instance off the main actor; so does reading a lazy or
  /// dynamic property there. In other respects the wrapper behaves as with a ``Factory``. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init(_ keyPath: KeyPath<Container, MainActorFactory<Value>>) {
    self.init(_injecting: { Container.injected($0)[keyPath: keyPath]._injectable }, Container.self)
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(_injecting: { C.injected($0)[keyPath: keyPath]._injectable }, C.self)
  }
}

// MARK: -

// Unavailable initialisers for factories that a property wrapper cannot inject, and for initial values.
// Their messages say what to write instead. The compiler considers them only to explain an error.

extension FactoryInjecting {
  /// Unavailable, because a property wrapper can neither throw, wait nor pass a parameter.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot wait, throw or pass a parameter: assign 'try await dependency(\\.…)' to a plain \
      property in an 'init', declare a property with a parameter as a function, 'var makeService: (ID) -> Service', \
      or assign '_model = InjectedObject(Container.shared.model(parameter))' in the 'init' of a view
      """
  )
  public init<F: FactoryKind>(_: KeyPath<Container, F>) where F.Product == Value {
    fatalError("unavailable")
  }

  /// The same for other containers.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot wait, throw or pass a parameter: assign 'try await dependency(\\.…)' to a plain \
      property in an 'init', declare a property with a parameter as a function, 'var makeService: (ID) -> Service', \
      or assign '_model = InjectedObject(Container.shared.model(parameter))' in the 'init' of a view
      """
  )
  @_disfavoredOverload
  public init<C: SharedContainer, F: FactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }

  /// Unavailable, because the factory provides the value.
  @available(
    *, unavailable,
    message: "the factory provides the value of an injected property; remove the initial value"
  )
  public init<F: FactoryKind>(
    wrappedValue: Value?, _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }

  /// The same for other containers.
  @available(
    *, unavailable,
    message: "the factory provides the value of an injected property; remove the initial value"
  )
  @_disfavoredOverload
  public init<C: SharedContainer, F: FactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    wrappedValue: Value?, _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }
}
