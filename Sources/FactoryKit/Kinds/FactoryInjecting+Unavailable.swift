// Factory, MIT licence; see LICENSE
//
// Unavailable initialisers for factories that a property wrapper cannot inject. Their messages say
// what to write instead.
public import FactoryKitCore

extension FactoryInjecting {
  /// Unavailable, because a property wrapper cannot throw. See <doc:ThrowingFactories>.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot resolve a factory that may fail; declare a plain property, and \
      assign 'try dependency(\\.…)' to it in an 'init' that throws
      """
  )
  public init<F: ThrowingFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }

  /// Unavailable, because a property wrapper cannot throw. See <doc:ThrowingFactories>.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot resolve a factory that may fail; declare a plain property, and \
      assign 'try dependency(\\.…)' to it in an 'init' that throws
      """
  )
  @_disfavoredOverload
  public init<C: SharedContainer, F: ThrowingFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }

  /// Unavailable, because a property wrapper cannot suspend. See <doc:AsyncFactories>.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot wait for an asynchronous factory; declare a plain property, and \
      assign 'try await dependency(\\.…)' to it in an asynchronous 'init', or resolve the \
      factory where the instance is used
      """
  )
  public init<F: AsyncFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }

  /// Unavailable, because a property wrapper cannot suspend. See <doc:AsyncFactories>.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot wait for an asynchronous factory; declare a plain property, and \
      assign 'try await dependency(\\.…)' to it in an asynchronous 'init', or resolve the \
      factory where the instance is used
      """
  )
  @_disfavoredOverload
  public init<C: SharedContainer, F: AsyncFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }

  /// Unavailable, because the wrapper has no parameter to pass. See ``FunctionInjecting``.
  @available(
    *, unavailable,
    message: """
      this property wrapper cannot inject a factory with a parameter; resolve it where the \
      instance is used: 'dependency(\\.…, parameter: …)'
      """
  )
  public init<F: ParameterFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }
}
