// Factory, MIT licence; see LICENSE
//
// Factories that must be registered before they are resolved, in release builds too, and the check that they are.
public import FactoryCore
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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
    }.recording(FACTORY_IS_PROMISE)
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

// MARK: -

// Checks that the factories that other modules must register are registered.

extension ManagedContainer {
  /// Throws an error if a promised or required factory has neither a registration nor a closure for
  /// a context that is active.
  ///
  /// Runs `autoRegister` first, if it has not run, and creates no instance. Factories that are
  /// declared with a closure of their own are never missing. The members of a group are checked with
  /// it. May be called from any thread; call it when the program starts, or in a test. Takes one or
  /// more key paths: a container does not know which factories its type declares, so a call without
  /// any would check nothing, and does not compile. See <doc:Modules>.
  ///
  /// ```swift
  /// try Container.shared.validate(\.accountLoader, \.mailer)
  /// ```
  @_alwaysEmitIntoClient
  public func validate<First: FactoryModifying, each F: FactoryModifying>(
    _ first: KeyPath<Self, First>, _ others: repeat KeyPath<Self, each F>
  ) throws(MissingRegistrations) {
    var missing = self[keyPath: first]._definition.missingRegistrations(First._types, in: self)
    for factory in repeat self[keyPath: each others] {
      missing += factory._definition.missingRegistrations(type(of: factory)._types, in: self)
    }
    if !missing.isEmpty { throw MissingRegistrations(missing) }
  }

  /// Unavailable, because it would check nothing: a container does not know which factories its type
  /// declares. See ``validate(_:_:)``.
  @available(
    *, unavailable,
    message: """
      without key paths, nothing would be checked; name the factories that must be registered: \
      'validate(\\.accountLoader, \\.mailer)'
      """
  )
  public func validate() throws(MissingRegistrations) {
    fatalError("unavailable")
  }
}

/// The promised and required factories that are not registered. Thrown by
/// ``ManagedContainer/validate(_:_:)``. Its description names each factory, the location of its
/// declaration, and the line that registers it.
@frozen
public struct MissingRegistrations: Error, CustomStringConvertible {
  /// The factories, each with its container, type and source location, in the order in which they
  /// were passed to ``ManagedContainer/validate(_:_:)``.
  public let factories: [String]
  /// For each of them, what a program has to write.
  let fixes: [String]

  @usableFromInline
  init(_ missing: [MissingRegistration]) {
    factories = missing.map(\.factory)
    fixes = missing.map(\.fix)
  }

  public var description: String { Message.missing(factories, fixes) }
}

extension FactoryDefinition {
  /// The factory, if it is not registered but must be. For a group, those of its members for which
  /// that holds.
  @usableFromInline
  func missingRegistrations(
    _ types: FactoryTypes, in container: AnyObject
  ) -> [MissingRegistration] {
    if isRegistered(types, orInContext: true) { return [] }
    if declaration.has(FACTORY_IS_PROMISE) {
      return [manager.missingRegistration(declaration, types)]
    }
    return manager.members(declaration, types).flatMap {
      // Written by `FactoryGroup.add`.
      assumedObject($0.source, AnyMemberSource.self).missingRegistrations(in: container)
    }
  }
}
