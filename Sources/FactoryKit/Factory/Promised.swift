// Factory, MIT licence; see LICENSE
//
// Factories that are declared in one module and wired in another.

extension ManagedContainer {
  /// A factory whose registration is expected to come from elsewhere, for example another module.
  ///
  /// Resolved without a registration it stops a debug build, naming the factory and its place,
  /// unless `manager.promiseTriggersError` is false. In release builds it resolves to nil.
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
      self, key: key, name: name, file: file, line: line, unwired(key ?? name, file, line))
  }

  /// The same for a factory with a parameter.
  @_alwaysEmitIntoClient
  public func promised<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ParameterFactory<P, T?> {
    let unwired: () -> T? = unwired(key ?? name, file, line)
    return ParameterFactory(self, key: key, name: name, file: file, line: line) { _ in unwired() }
  }

  /// What a promised factory does without a registration. Owns the container, which may be released by
  /// its other owners before the factory is resolved.
  @_alwaysEmitIntoClient
  func unwired<T>(_ name: StaticString, _ file: StaticString, _ line: UInt) -> () -> T? {
    { [self] in
      manager.reportUnwired(name, Optional<T>.self, file, line)
      return nil
    }
  }
}

extension ContainerManager {
  @usableFromInline
  func reportUnwired(
    _ key: StaticString, _ type: Any.Type, _ file: StaticString, _ line: UInt
  ) {
    #if DEBUG
      if promiseTriggersError {
        let factory = "\(containerName).\(key)<\(typeName(type))>"
        fatalError(Message.unwiredPromise(factory, file: file, line: line))
      }
    #endif
  }
}
