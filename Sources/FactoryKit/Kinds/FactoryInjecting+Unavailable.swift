// Factory, MIT licence; see LICENSE
//
// Unavailable initialisers for factories that a property wrapper cannot inject, and for initial values.
// Their messages say what to write instead. The compiler considers them only to explain an error.
public import FactoryKitCore

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
