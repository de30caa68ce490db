// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor factories. They store a `Factory`, which is not isolated to
// the main actor, and traps if it builds an instance elsewhere: see `_injectable`.
public import FactoryKitCore

extension Injected {
  /// Injects from a main-actor factory of `Container.shared`.
  ///
  /// The wrapper is created on the main actor, and resolves there. `$property.factory` is a
  /// ``Factory`` that shares its registrations, settings and instances with the main-actor factory.
  /// It traps if it builds an instance off the main actor. In other respects the wrapper behaves as
  /// with a ``Factory``. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    self.init(
      Container.shared[keyPath: keyPath]._resolve(()),
      from: DynamicInjected(reading: { Container.shared[keyPath: keyPath]._injectable }))
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(
      C.shared[keyPath: keyPath]._resolve(()),
      from: DynamicInjected(reading: { C.shared[keyPath: keyPath]._injectable }))
  }
}

extension LazyInjected {
  /// Injects from a main-actor factory of `Container.shared`. Reading the property off the main
  /// actor traps if that builds an instance. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    self.init(reading: { Container.shared[keyPath: keyPath]._injectable })
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(reading: { C.shared[keyPath: keyPath]._injectable })
  }
}

extension WeakLazyInjected {
  /// Injects from a main-actor factory of `Container.shared`. Reading the property off the main
  /// actor traps if that builds an instance. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    self.init(reading: { Container.shared[keyPath: keyPath]._injectable })
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(reading: { C.shared[keyPath: keyPath]._injectable })
  }
}

extension DynamicInjected {
  /// Injects from a main-actor factory of `Container.shared`. Reading the property off the main
  /// actor traps if that builds an instance. See <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always) @MainActor
  public init<F: MainActorFactoryKind & InjectableFactoryKind>(
    _ keyPath: KeyPath<Container, F>
  ) where F.Product == T {
    self.init(reading: { Container.shared[keyPath: keyPath]._injectable })
  }

  /// Injects from a main-actor factory of another shared container.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload @MainActor
  public init<
    C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
    S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(reading: { C.shared[keyPath: keyPath]._injectable })
  }
}
