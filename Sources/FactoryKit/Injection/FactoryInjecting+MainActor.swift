// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor factories.

extension FactoryInjecting {
  /// Injects from a main-actor factory of `Container.shared`.
  ///
  /// The wrapper is created and read on the main actor; another thread that reads it traps. In other
  /// respects it behaves as with a ``Factory``, also `$property.factory`, whose type is `Factory`: it
  /// shares its registrations, settings and instances with the main-actor factory. See
  /// <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == Value {
    self.init(
      _injecting: { Container.shared[keyPath: keyPath]._injectable },
      { Container.shared[keyPath: keyPath]._resolve(()) })
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(
      _injecting: { C.shared[keyPath: keyPath]._injectable },
      { C.shared[keyPath: keyPath]._resolve(()) })
  }
}

extension FunctionInjecting {
  /// Injects a main-actor function that resolves a main-actor parameter factory.
  ///
  /// ```swift
  /// @Injected(\.editor) private var makeEditor   // a @MainActor (Document) -> Editor
  /// ```
  @_alwaysEmitIntoClient @MainActor
  public init<F: MainActorParameterFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where Value == @MainActor (F.Parameter) -> F.Product {
    self.init { Container.shared[mainActorFunction: keyPath] }
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
    self.init { C.shared[mainActorFunction: keyPath] }
  }
}
