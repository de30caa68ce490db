// Factory, MIT licence; see LICENSE
//
// Unavailable initialisers for factories that a property wrapper cannot inject, and for initial values.
// Their messages say what to write instead.
//
// The compiler considers them only to explain an error, so they cost valid code no time.
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
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient @_disfavoredOverload
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
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient @_disfavoredOverload
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
  @_alwaysEmitIntoClient
  public init<F: ParameterFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
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
  @_alwaysEmitIntoClient
  public init<F: MainActorParameterFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }
}

// MARK: Functions

extension FunctionInjecting {
  /// Unavailable, because a factory with a parameter is injected as a function. See <doc:Resolutions>.
  @available(
    *, unavailable,
    message: """
      a factory with a parameter is injected as a function of the parameter; declare the property \
      as one: 'var makeService: (ID) -> Service'
      """
  )
  @_alwaysEmitIntoClient
  public init<F: ParameterFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }

  /// Unavailable, because a factory with a parameter is injected as a function. See <doc:Resolutions>.
  @available(
    *, unavailable,
    message: """
      a factory with a parameter is injected as a function of the parameter; declare the property \
      as one: 'var makeService: (ID) -> Service'
      """
  )
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<C: SharedContainer, F: ParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }

  /// Unavailable, because a factory with a parameter is injected as a function. See <doc:Resolutions>.
  @available(
    *, unavailable,
    message: """
      a factory with a parameter is injected as a function of the parameter; declare the property \
      as one: 'var makeModel: @MainActor (ID) -> Model'
      """
  )
  @_alwaysEmitIntoClient
  public init<F: MainActorParameterFactoryKind>(
    _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }

  /// Unavailable, because a factory with a parameter is injected as a function. See <doc:Resolutions>.
  @available(
    *, unavailable,
    message: """
      a factory with a parameter is injected as a function of the parameter; declare the property \
      as one: 'var makeModel: @MainActor (ID) -> Model'
      """
  )
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<C: SharedContainer, F: MainActorParameterFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }
}

// MARK: Initial values

extension FactoryInjecting {
  /// Unavailable, because the factory provides the value.
  @available(
    *, unavailable,
    message: "the factory provides the value of an injected property; remove the initial value"
  )
  @_alwaysEmitIntoClient
  public init<F: FactoryKind>(
    wrappedValue: Value?, _: KeyPath<Container, F>
  ) where F.Product == Value {
    fatalError("unavailable")
  }

  /// Unavailable, because the factory provides the value.
  @available(
    *, unavailable,
    message: "the factory provides the value of an injected property; remove the initial value"
  )
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<C: SharedContainer, F: FactoryKind, S1, S2, S3, S4, S5, S6, S7, S8>(
    wrappedValue: Value?, _: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    fatalError("unavailable")
  }
}
