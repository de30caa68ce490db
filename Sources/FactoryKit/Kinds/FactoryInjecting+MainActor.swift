// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor factories. They store a `Factory`, which is not isolated to
// the main actor, and traps if it builds an instance elsewhere: see `_injectable`.
public import FactoryKitCore

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
