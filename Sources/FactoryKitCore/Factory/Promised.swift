// Factory, MIT licence; see LICENSE
//
// Factories that one module declares and another module registers.
public import FactoryCore

extension ManagedContainer {
  /// Declares a factory whose registration is expected from elsewhere, such as another module.
  ///
  /// Without a registration, resolving it traps in a debug build, with a message that names the
  /// factory and its source location, unless ``ContainerManager/promiseTriggersError`` is false. In
  /// a test with the trait `.container` of FactoryTesting, it records an issue instead of the trap. In
  /// a release build it resolves to nil. See <doc:Modules> and <doc:Registrations>.
  ///
  /// ```swift
  /// extension Container {
  ///   public var accountLoader: Factory<AccountLoading?> { promised() }
  /// }
  /// ```
  @_alwaysEmitIntoClient
  public func promised<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Factory<T?> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return Factory(
      self, key: key, name: name, file: file, line: line,
      unregistered(declaration, Factory<T?>._types)
    )
    .recording(FACTORY_IS_PROMISE)
  }

  /// Declares a factory with a parameter whose registration is expected from elsewhere. See
  /// <doc:Modules>.
  @_alwaysEmitIntoClient
  public func promised<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ParameterFactory<P, T?> {
    let closure: () -> T? = unregistered(
      FactoryDeclaration(name, key: key, file: file, line: line), ParameterFactory<P, T?>._types)
    return ParameterFactory(self, key: key, name: name, file: file, line: line) { _ in closure() }
      .recording(FACTORY_IS_PROMISE)
  }

  /// Unavailable, because a promised factory resolves to nil without a registration. See
  /// <doc:Registrations>.
  @available(
    *, unavailable,
    message: """
      without a registration, 'promised()' resolves to nil: declare 'Factory<Service?>', or write \
      'required()'
      """
  )
  @_alwaysEmitIntoClient
  public func promised<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Factory<T> {
    fatalError("unavailable")
  }

  /// Unavailable, because only a ``Factory`` or a ``ParameterFactory`` of an optional type can be
  /// promised. See <doc:Registrations>.
  @available(
    *, unavailable,
    message: """
      'promised()' declares a 'Factory' or a 'ParameterFactory' of an optional type, such as \
      'ParameterFactory<ID, Service?>'; for any other factory, write 'required()'
      """
  )
  @_alwaysEmitIntoClient @_disfavoredOverload
  public func promised<F: FactoryKind>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> F {
    fatalError("unavailable")
  }

  /// The closure of a promised factory without a registration. It retains the container, whose
  /// other owners may release it before the factory is resolved.
  @_alwaysEmitIntoClient
  package func unregistered<T>(_ declaration: FactoryDeclaration, _ types: FactoryTypes) -> () -> T?
  {
    { [self] in
      manager.reportUnregistered(declaration, types)
      return nil
    }
  }
}

extension FactoryDefinition {
  /// Whether a closure is registered for this factory or, if contexts count, a context that is
  /// active has one. Adds no entry.
  @usableFromInline
  package func isRegistered(_ types: FactoryTypes, orInContext contextsCount: Bool) -> Bool {
    let manager = manager.acting(for: declaration, types)
    return manager.readRegistrations { hasRegistration(manager, types, orInContext: contextsCount) }
  }

  private func hasRegistration(
    _ manager: ContainerManager, _ types: FactoryTypes, orInContext contextsCount: Bool
  ) -> Bool {
    guard let settings = manager.store.nearestSettings(declaration.key(types)) else {
      return false
    }
    return (contextsCount ? settings.override : settings.values.registration) != nil
  }
}
