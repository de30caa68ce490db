// Factory, MIT licence; see LICENSE
//
// Registrations and contexts of 2.x whose closures are annotated `@MainActor`. As in
// `Factory2.swift`, the parameter `column` distinguishes them from the functions without
// `@MainActor`. The closure is stored without its isolation. That is safe because the factory's
// property is `@MainActor`, so it is resolved on the main actor.
public import FactoryKitCore

extension Factory {
  /// Registers a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "register it on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func register(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    register(factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.context(.test) { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func context(
    _ contexts: FactoryContextType..., column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    for context in contexts { self.context(context, factory: factory as () -> T) }
    return self
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.onArg(\"x\") { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArg(
    _ argument: String, column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onArg(argument, factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.onArgs([\"x\"]) { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArgs(
    _ arguments: [String], column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onArgs(arguments, factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onPreview { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onPreview(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onPreview(factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onTest { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onTest(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onTest(factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onDebug { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDebug(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onDebug(factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.onSimulator { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onSimulator(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onSimulator(factory: factory as () -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onDevice { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDevice(
    column: UInt = #column, factory: @escaping @MainActor () -> T
  ) -> Self {
    onDevice(factory: factory as () -> T)
  }
}

extension ParameterFactory {
  /// Registers a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "register it on the main actor: await container { @MainActor in $0.model.register { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func register(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    register(factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.context(.test) { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func context(
    _ contexts: FactoryContextType..., column: UInt = #column,
    factory: @escaping @MainActor (P) -> T
  ) -> Self {
    for context in contexts { self.context(context, factory: factory as (P) -> T) }
    return self
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.onArg(\"x\") { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArg(
    _ argument: String, column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onArg(argument, factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.onArgs([\"x\"]) { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onArgs(
    _ arguments: [String], column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onArgs(arguments, factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onPreview { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onPreview(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onPreview(factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onTest { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onTest(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onTest(factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onDebug { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDebug(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onDebug(factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message:
      "set it on the main actor: await container { @MainActor in $0.model.onSimulator { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onSimulator(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onSimulator(factory: factory as (P) -> T)
  }

  /// Sets a closure that is annotated `@MainActor`; now only the property is annotated.
  @available(
    *, deprecated,
    message: "set it on the main actor: await container { @MainActor in $0.model.onDevice { … } }"
  )
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func onDevice(
    column: UInt = #column, factory: @escaping @MainActor (P) -> T
  ) -> Self {
    onDevice(factory: factory as (P) -> T)
  }
}
