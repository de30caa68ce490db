// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor factories. They store a factory that is not isolated and traps
// off the main actor: see `_injectable`.

extension Injected {
  /// Injects from a main-actor factory of `Container.shared`.
  ///
  /// The wrapper is created and read on the main actor; another thread that reads it traps. In other
  /// respects it behaves as with a ``Factory``, also `$property.factory`, whose type is `Factory`: it
  /// shares its registrations, settings and instances with the main-actor factory. See
  /// <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    instance = Container.shared[keyPath: keyPath]._resolve(())
    source = DynamicInjected(reading: { Container.shared[keyPath: keyPath]._injectable })
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    instance = C.shared[keyPath: keyPath]._resolve(())
    source = DynamicInjected(reading: { C.shared[keyPath: keyPath]._injectable })
  }
}

extension LazyInjected {
  /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    storage = LazyStorage.make { Container.shared[keyPath: keyPath]._injectable }
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    storage = LazyStorage.make { C.shared[keyPath: keyPath]._injectable }
  }
}

extension WeakLazyInjected {
  /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    storage = LazyStorage.make { Container.shared[keyPath: keyPath]._injectable }
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    storage = LazyStorage.make { C.shared[keyPath: keyPath]._injectable }
  }
}

extension DynamicInjected {
  /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    read = { Container.shared[keyPath: keyPath]._injectable }
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    read = { C.shared[keyPath: keyPath]._injectable }
  }
}
