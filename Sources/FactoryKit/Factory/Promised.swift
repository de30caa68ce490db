// Factory, MIT licence; see LICENSE
//
// Factories that one module declares and another module registers.

extension ManagedContainer {
  /// Declares a factory whose registration is expected from elsewhere, such as another module.
  ///
  /// Without a registration, resolving it traps in a debug build, with a message that names the
  /// factory and its source location, unless ``ContainerManager/promiseTriggersError`` is false. In
  /// a release build it resolves to nil. See <doc:Modules> and <doc:Optionals>.
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
    Factory(
      self, key: key, name: name, file: file, line: line, unregistered(key ?? name, file, line)
    )
    .asPromise
  }

  /// Declares a factory with a parameter whose registration is expected from elsewhere. See
  /// <doc:Modules>.
  @_alwaysEmitIntoClient
  public func promised<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ParameterFactory<P, T?> {
    let closure: () -> T? = unregistered(key ?? name, file, line)
    return ParameterFactory(self, key: key, name: name, file: file, line: line) { _ in closure() }
      .asPromise
  }

  /// The closure of a promised factory without a registration. It retains the container, whose
  /// other owners may release it before the factory is resolved.
  @_alwaysEmitIntoClient
  func unregistered<T>(_ name: StaticString, _ file: StaticString, _ line: UInt) -> () -> T? {
    { [self] in
      manager.reportUnregistered(name, Optional<T>.self, file, line)
      return nil
    }
  }
}

extension FactoryModifying {
  /// This factory, marked for `ManagedContainer.validate`.
  @_alwaysEmitIntoClient
  var asPromise: Self {
    var factory = self
    factory._definition.declaration.markAsPromise()
    return factory
  }
}

extension ContainerManager {
  @usableFromInline
  func reportUnregistered(
    _ key: StaticString, _ type: Any.Type, _ file: StaticString, _ line: UInt
  ) {
    #if DEBUG
      if promiseTriggersError {
        let factory = "\(containerName).\(key)<\(typeName(type))>"
        fatalError(Message.unregisteredPromise(factory, file: file, line: line))
      }
    #endif
  }
}
