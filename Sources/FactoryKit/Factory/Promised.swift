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
  public func promised<T>(
    key: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
  ) -> Factory<T?> {
    Factory(self, key: key, file: file, line: line) { [unowned manager] in
      manager.reportUnwired(key, T.self, file, line)
      return nil
    }
  }

  /// The same for a factory with a parameter.
  public func promised<P, T>(
    key: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
  ) -> ParameterFactory<P, T?> {
    ParameterFactory(self, key: key, file: file, line: line) { [unowned manager] _ in
      manager.reportUnwired(key, T.self, file, line)
      return nil
    }
  }
}

extension ContainerManager {
  fileprivate func reportUnwired<T>(
    _ key: StaticString, _: T.Type, _ file: StaticString, _ line: UInt
  ) {
    #if DEBUG
      if promiseTriggersError {
        let factory = "\(containerName).\(key)<\(Optional<T>.self)>"
        fatalError(Message.unwiredPromise(factory, file: file, line: line))
      }
    #endif
  }
}
