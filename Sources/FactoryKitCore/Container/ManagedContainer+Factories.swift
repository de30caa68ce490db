// Factory, MIT licence; see LICENSE
//
// The declarations of factories: `self { … }`. The type of the property selects the kind.
//
// In release builds, both are `@_transparent`. Otherwise the optimiser would make a copy of them for each factory before
// it inlines them, which is a fifth of the time that a program's factories take to compile.

extension ManagedContainer {
  /// Creates a factory of this container: `self { MyService() }`.
  ///
  /// Short for ``Factory/init(_:key:name:file:line:_:)``, at the same cost. See
  /// <doc:Registrations>.
  /// - Parameters:
  ///   - key: identifies the factory within its container, instead of its name and file. Factories
  ///     of one container with equal keys and types share their state, wherever they are declared.
  ///   - name: the factory's name within its container: that of the enclosing property.
  ///   - file: the file that declares the factory.
  ///   - line: the line that declares the factory.
  ///   - factory: creates an instance.
  #if DEBUG
    @inline(__always)
  #else
    @_transparent
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () -> T
  ) -> Factory<T> {
    Factory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory with a parameter: `self { ParamService(value: $0) }`. See
  /// <doc:Registrations>.
  #if DEBUG
    @inline(__always)
  #else
    @_transparent
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) -> T
  ) -> ParameterFactory<P, T> {
    ParameterFactory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }
}
