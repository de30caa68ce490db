// Factory, MIT licence; see LICENSE
//
// The modifiers that take a closure, for throwing factories. The functions do the same as those of
// `FactoryModifying`. They are needed because Swift 6.3 crashes when it compiles a closure with a
// typed error, as in `register { () throws(SettingsError) in … }`, if the type of the parameter is
// an associated type, such as `Closure`. Here, the parameter has the function type itself.

extension FactoryModifying {
  /// `FactoryModifying.register(factory:)`, for the functions of the same name below.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  func registerClosure(_ closure: Closure) -> Self { register(factory: closure) }
}

extension ThrowingFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping () throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(_ contexts: FactoryContextType..., factory: @escaping () throws(Failure) -> T)
    -> Self
  { set(contexts, factory) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping () throws(Failure) -> T) -> Self {
    set([.arg(argument)], factory)
  }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: @escaping () throws(Failure) -> T) -> Self {
    set([.args(arguments)], factory)
  }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.preview], factory)
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping () throws(Failure) -> T) -> Self { set([.test], factory) }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping () throws(Failure) -> T) -> Self { set([.debug], factory) }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.simulator], factory)
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping () throws(Failure) -> T) -> Self {
    set([.device], factory)
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping () throws(Failure) -> T) -> Registered {
    previewClosure(factory)
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping () throws(Failure) -> T) -> Registered {
    previewClosure(factory)
  }
}

extension ThrowingParameterFactory {
  /// See ``FactoryModifying/register(factory:)``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func register(factory: @escaping (P) throws(Failure) -> T) -> Self {
    registerClosure(factory)
  }

  /// See ``FactoryModifying/context(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping (P) throws(Failure) -> T
  ) -> Self { set(contexts, factory) }

  /// See ``FactoryModifying/onArg(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.arg(argument)], factory)
  }

  /// See ``FactoryModifying/onArgs(_:factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.args(arguments)], factory)
  }

  /// See ``FactoryModifying/onPreview(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.preview], factory)
  }

  /// See ``FactoryModifying/onTest(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: @escaping (P) throws(Failure) -> T) -> Self { set([.test], factory) }

  /// See ``FactoryModifying/onDebug(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.debug], factory)
  }

  /// See ``FactoryModifying/onSimulator(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.simulator], factory)
  }

  /// See ``FactoryModifying/onDevice(factory:)``.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: @escaping (P) throws(Failure) -> T) -> Self {
    set([.device], factory)
  }

  /// See ``FactoryModifying/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping (P) throws(Failure) -> T) -> Registered {
    previewClosure(factory)
  }

  /// See ``FactoryModifying/callAsFunction(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: @escaping (P) throws(Failure) -> T) -> Registered {
    previewClosure(factory)
  }
}
