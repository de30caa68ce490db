// Factory, MIT licence; see LICENSE
//
// The modifiers that take a closure, for asynchronous factories.
// `ThrowingFactory+TypedErrors.swift` says why they are declared again.
public import FactoryKitCore

extension AsyncFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    register(factory: AsyncClosure(factory))
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set(contexts, AsyncClosure(factory)) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping @Sendable () async throws(Failure) -> T)
    -> Self
  { set([.arg(argument)], AsyncClosure(factory)) }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> Self { set([.args(arguments)], AsyncClosure(factory)) }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.preview], AsyncClosure(factory))
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.test], AsyncClosure(factory))
  }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.debug], AsyncClosure(factory))
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.simulator], AsyncClosure(factory))
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping @Sendable () async throws(Failure) -> T) -> Self {
    set([.device], AsyncClosure(factory))
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping @Sendable () async throws(Failure) -> T) -> Registered {
    preview(factory: AsyncClosure(factory))
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping @Sendable () async throws(Failure) -> T)
    -> Registered
  {
    preview(factory: AsyncClosure(factory))
  }
}

extension AsyncParameterFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    register(factory: AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set(contexts, AsyncParameterClosure(factory)) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping @Sendable (P) async throws(Failure) -> T)
    -> Self
  { set([.arg(argument)], AsyncParameterClosure(factory)) }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(
    _ arguments: [String], factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Self { set([.args(arguments)], AsyncParameterClosure(factory)) }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.preview], AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.test], AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.debug], AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.simulator], AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Self {
    set([.device], AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping @Sendable (P) async throws(Failure) -> T) -> Registered {
    preview(factory: AsyncParameterClosure(factory))
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping @Sendable (P) async throws(Failure) -> T)
    -> Registered
  {
    preview(factory: AsyncParameterClosure(factory))
  }
}
