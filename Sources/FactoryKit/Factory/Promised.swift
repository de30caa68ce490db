// Factory, MIT licence; see LICENSE
//
// Factories that are declared in one module and wired in another.

extension ManagedContainer {
  /// A factory that something else is expected to register. (Guide: promised factories.)
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
    key: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
  ) -> Factory<T?> {
    Factory(self, key: key, file: file, line: line) { [unowned manager] in
      manager.reportUnwired(key, Optional<T>.self, file, line)
      return nil
    }
  }

  /// The same for a factory with a parameter.
  @_alwaysEmitIntoClient
  public func promised<P, T>(
    key: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
  ) -> ParameterFactory<P, T?> {
    ParameterFactory(self, key: key, file: file, line: line) { [unowned manager] _ in
      manager.reportUnwired(key, Optional<T>.self, file, line)
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
        let factory = "\(containerName).\(key)<\(type)>"
        fatalError(Message.unwiredPromise(factory, file: file, line: line))
      }
    #endif
  }
}
