// Factory, MIT licence; see LICENSE
//
// Factories that must be registered before they are resolved, in release builds too.
internal import FactoryCore
public import FactoryKitCore

extension ManagedContainer {
  /// Declares a factory that another module must register before it is resolved.
  ///
  /// Unlike that of `promised()`, its product is not optional. If it is resolved without a
  /// registration, or a closure for a context that is active, it traps in debug and release builds.
  /// The message names the container, the factory and its source location, and shows the line to
  /// add. Call ``validate(_:_:)`` when the program starts, or in a test, to find all
  /// missing registrations at once. In a test with the trait `.container` of FactoryTesting, it
  /// records an issue first. See <doc:Modules>.
  ///
  /// ```swift
  /// extension Container {
  ///   public var accountLoader: Factory<any AccountLoading> { required() }
  /// }
  /// ```
  @_alwaysEmitIntoClient
  public func required<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Factory<T> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return Factory(self, key: key, name: name, file: file, line: line) { [self] in
      manager.stopUnregistered(declaration, Factory<T>._types)
    }.asPromise
  }

  /// Declares a factory with a parameter that another module must register before it is resolved.
  /// See <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ParameterFactory<P, T> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return ParameterFactory<P, T>(self, key: key, name: name, file: file, line: line) { [self] _ in
      manager.stopUnregistered(declaration, ParameterFactory<P, T>._types)
    }.asPromise
  }

  /// Declares a throwing factory that another module must register before it is resolved. Without a
  /// registration, resolving it traps, and does not throw. Only in a test with the trait `.container`
  /// of FactoryTesting, it records an issue and throws ``MissingRegistrations``, if `Failure` is
  /// `any Error`. See <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ThrowingFactory<T, Failure> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return ThrowingFactory<T, Failure>(self, key: key, name: name, file: file, line: line) {
      [self] () throws(Failure) -> T in
      try manager.failUnregistered(
        declaration, ThrowingFactory<T, Failure>._types, Failure.self)
    }.asPromise
  }

  /// Declares a throwing factory with a parameter that another module must register before it is
  /// resolved. Without a registration, resolving it traps, and does not throw. See <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<P, T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ThrowingParameterFactory<P, T, Failure> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return ThrowingParameterFactory<P, T, Failure>(
      self, key: key, name: name, file: file, line: line
    ) { [self] (_: P) throws(Failure) -> T in
      try manager.failUnregistered(
        declaration, ThrowingParameterFactory<P, T, Failure>._types, Failure.self)
    }.asPromise
  }

  /// Declares an asynchronous factory that another module must register before it is resolved.
  /// Without a registration, resolving it traps, and does not throw. Only in a test with the trait
  /// `.container` of FactoryTesting, it records an issue and throws ``MissingRegistrations``, if
  /// `Failure` is `any Error`. See <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> AsyncFactory<T, Failure> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return AsyncFactory<T, Failure>(self, key: key, name: name, file: file, line: line) {
      [self] () async throws(Failure) -> T in
      try manager.failUnregistered(
        declaration, AsyncFactory<T, Failure>._types, Failure.self)
    }.asPromise
  }

  /// Declares an asynchronous factory with a parameter that another module must register before it
  /// is resolved. Without a registration, resolving it traps, and does not throw. See
  /// <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<P, T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> AsyncParameterFactory<P, T, Failure> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return AsyncParameterFactory<P, T, Failure>(self, key: key, name: name, file: file, line: line)
    { [self] (_: P) async throws(Failure) -> T in
      try manager.failUnregistered(
        declaration, AsyncParameterFactory<P, T, Failure>._types, Failure.self)
    }.asPromise
  }

  /// Declares a main-actor factory that another module must register before it is resolved. See
  /// <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> MainActorFactory<T> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return MainActorFactory<T>(self, key: key, name: name, file: file, line: line) { [self] in
      manager.stopUnregistered(declaration, MainActorFactory<T>._types)
    }.asPromise
  }

  /// Declares a main-actor factory with a parameter that another module must register before it is
  /// resolved. See <doc:Modules>.
  @_alwaysEmitIntoClient
  public func required<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> MainActorParameterFactory<P, T> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return MainActorParameterFactory<P, T>(self, key: key, name: name, file: file, line: line) {
      [self] _ in
      manager.stopUnregistered(declaration, MainActorParameterFactory<P, T>._types)
    }.asPromise
  }
}

extension ContainerManager {
  /// Traps. In a test, records an issue before.
  @usableFromInline
  func stopUnregistered(_ declaration: FactoryDeclaration, _ types: FactoryTypes) -> Never {
    let missing = unregistered(declaration, types)
    _ = report { $0.reportUnregistered(missing, .traps) }
    fatalError(Message.unregistered(missing))
  }

  /// Traps. In a test, records an issue, and throws an error if it can be any error.
  @usableFromInline
  func failUnregistered<Failure: Error>(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _: Failure.Type
  ) throws(Failure) -> Never {
    if Failure.self == (any Error).self {
      let missing = unregistered(declaration, types)
      if report({ $0.reportUnregistered(missing, .throwsError) }) {
        throw MissingRegistrations([missing]) as! Failure
      }
    }
    stopUnregistered(declaration, types)
  }

  /// A factory that is being resolved without a registration.
  private func unregistered(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> MissingRegistration {
    var missing = missingRegistration(declaration, types)
    missing.chain = CircularDependency.currentChain
    return missing
  }
}
