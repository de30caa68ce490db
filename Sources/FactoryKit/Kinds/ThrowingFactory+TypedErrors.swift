// Factory, MIT licence; see LICENSE
//
// The modifiers that take a closure, for throwing factories. The functions do the same as those of
// `FactoryModifying`, whose parameter is the struct that these factories store. Here, the parameter
// has the function type itself.
public import FactoryKitCore

extension ThrowingFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping () throws(Failure) -> T) -> Self {
    register(factory: ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(_ contexts: FactoryContextType..., factory: @escaping () throws(Failure) -> T)
    -> Self
  { set(contexts, ThrowingClosure(factory)) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping () throws(Failure) -> T) -> Self {
    set([.arg(argument)], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: @escaping () throws(Failure) -> T) -> Self {
    set([.args(arguments)], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.preview], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.test], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.debug], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.simulator], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.device], ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping () throws(Failure) -> T) -> Registered {
    preview(factory: ThrowingClosure(factory))
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping () throws(Failure) -> T) -> Registered {
    preview(factory: ThrowingClosure(factory))
  }
}

extension ThrowingParameterFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping (P) throws(Failure) -> T) -> Self {
    register(factory: ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set(contexts, ThrowingParameterClosure(factory)) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.arg(argument)], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.args(arguments)], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.preview], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.test], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.debug], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.simulator], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.device], ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping (P) throws(Failure) -> T) -> Registered {
    preview(factory: ThrowingParameterClosure(factory))
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping (P) throws(Failure) -> T) -> Registered {
    preview(factory: ThrowingParameterClosure(factory))
  }
}
