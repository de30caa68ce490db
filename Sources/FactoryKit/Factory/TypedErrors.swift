// Factory, MIT licence; see LICENSE
//
// The modifiers that take a closure, for the kinds whose closure may throw a typed error. Without
// these, `register { () throws(SettingsError) in … }` does not compile: Swift 6.3 crashes if a closure
// with a typed error is written where a parameter's type is an associated type, such as `Closure`.
// Here, the parameter's type is the function type itself. Otherwise the functions are those of
// `FactoryModifying`, with the same documentation.

extension FactoryModifying {
  @_alwaysEmitIntoClient @inline(__always)
  func registerClosure(_ closure: Closure) -> Self { register(factory: closure) }
}

extension ThrowingFactory {
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping () throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping () throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArg(
    _ argument: String, factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.arg(argument)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.args(arguments)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(
    factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.preview], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onTest(
    factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.test], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(
    factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.debug], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(
    factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.simulator], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(
    factory: @escaping () throws(Failure) -> T
  ) -> Self { set([.device], factory) }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping () throws(Failure) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping () throws(Failure) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }
}

extension ThrowingParameterFactory {
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping (P) throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArg(
    _ argument: String, factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.arg(argument)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.args(arguments)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(
    factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.preview], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onTest(
    factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.test], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(
    factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.debug], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(
    factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.simulator], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(
    factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set([.device], factory) }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping (P) throws(Failure) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping (P) throws(Failure) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }
}

extension AsyncFactory {
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArg(
    _ argument: String, factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.arg(argument)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.args(arguments)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(
    factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.preview], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onTest(
    factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.test], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(
    factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.debug], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(
    factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.simulator], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(
    factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.device], factory) }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping @Sendable () async throws(Failure) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping @Sendable () async throws(Failure) -> T)
    -> Registered
  {
    register(factory: factory)
    return Registered()
  }
}

extension AsyncParameterFactory {
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArg(
    _ argument: String, factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.arg(argument)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.args(arguments)], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(
    factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.preview], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onTest(
    factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.test], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(
    factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.debug], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(
    factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.simulator], factory) }

  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(
    factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.device], factory) }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }

  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping @Sendable (P) async throws(Failure) -> T)
    -> Registered
  {
    register(factory: factory)
    return Registered()
  }
}
