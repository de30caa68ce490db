// Factory, MIT licence; see LICENSE
//
// The modifiers that take a closure, for asynchronous factories.
// `ThrowingFactory+TypedErrors.swift` says why they are declared again.

extension AsyncFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping @Sendable () async throws(Failure) -> T)
    -> Self
  { set([.arg(argument)], factory) }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.args(arguments)], factory) }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.preview], factory)
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.test], factory)
  }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.debug], factory)
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.simulator], factory)
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.device], factory)
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping @Sendable () async throws(Failure) -> T) -> Registered {
    previewClosure(factory)
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping @Sendable () async throws(Failure) -> T)
    -> Registered
  {
    previewClosure(factory)
  }
}

extension AsyncParameterFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping @Sendable (P) async throws(Failure) -> T)
    -> Self
  { set([.arg(argument)], factory) }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.args(arguments)], factory) }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.preview], factory)
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.test], factory)
  }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.debug], factory)
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.simulator], factory)
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.device], factory)
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Registered {
    previewClosure(factory)
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping @Sendable (P) async throws(Failure) -> T)
    -> Registered
  {
    previewClosure(factory)
  }
}
