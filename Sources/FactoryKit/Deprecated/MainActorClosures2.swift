// Factory, MIT licence; see LICENSE
//
// Registrations and contexts of 2.x whose closures say that they belong to the main actor. As in
// `Factory2.swift`, `column` makes them other functions than those without `@MainActor`. Inside, the
// closure is called on the main actor's behalf: the property that declares the factory is `@MainActor`.

extension Factory {
  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func register(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    register(factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func context(
    _ contexts: FactoryContextType..., column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    for context in contexts { self.context(context, factory: factory as () -> T) }
    return self
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArg(
    _ argument: String, column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onArg(argument, factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArgs(
    _ arguments: [String], column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onArgs(arguments, factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onPreview(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onPreview(factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onTest(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onTest(factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDebug(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onDebug(factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onSimulator(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onSimulator(factory: factory as () -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDevice(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onDevice(factory: factory as () -> T)
  }
}

extension ParameterFactory {
  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func register(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    register(factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func context(
    _ contexts: FactoryContextType..., column: UInt = #column,
    factory: @escaping @MainActor (P) -> T
  ) -> Self {
    for context in contexts { self.context(context, factory: factory as (P) -> T) }
    return self
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArg(
    _ argument: String, column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onArg(argument, factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArgs(
    _ arguments: [String], column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onArgs(arguments, factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onPreview(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onPreview(factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onTest(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onTest(factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDebug(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onDebug(factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onSimulator(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onSimulator(factory: factory as (P) -> T)
  }

  @available(
    *, deprecated,
    message: "register on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDevice(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onDevice(factory: factory as (P) -> T)
  }
}
