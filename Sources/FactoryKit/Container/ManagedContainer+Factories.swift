// Factory, MIT licence; see LICENSE
//
// The declarations of factories: `self { … }`. The type of the property selects the kind.

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
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () -> T
  ) -> Factory<T> {
    Factory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory with a parameter: `self { ParamService(value: $0) }`. See
  /// <doc:Registrations>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) -> T
  ) -> ParameterFactory<P, T> {
    ParameterFactory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a throwing factory: `self { try Settings.load() }`.
  ///
  /// For a `Failure` other than `any Error` and `Never`, write the closure's signature:
  /// `self { () throws(SettingsError) in … }`. See <doc:ThrowingFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () throws(Failure) -> T
  ) -> ThrowingFactory<T, Failure> {
    ThrowingFactory<T, Failure>(FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a throwing factory with a parameter. See <doc:ThrowingFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) throws(Failure) -> T
  ) -> ThrowingParameterFactory<P, T, Failure> {
    ThrowingParameterFactory<P, T, Failure>(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates an asynchronous factory: `self { try await Database.connect() }`.
  ///
  /// For a `Failure` other than `any Error` and `Never`, write the closure's signature:
  /// `self { () async throws(DatabaseError) in … }`. See <doc:AsyncFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @Sendable () async throws(Failure) -> T
  ) -> AsyncFactory<T, Failure> {
    AsyncFactory<T, Failure>(FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates an asynchronous factory with a parameter. See <doc:AsyncFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T, Failure>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> AsyncParameterFactory<P, T, Failure> {
    AsyncParameterFactory<P, T, Failure>(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory whose closure runs on the main actor: `self { ScreenModel() }`. See
  /// <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @MainActor () -> T
  ) -> MainActorFactory<T> {
    MainActorFactory<T>(FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory with a parameter, whose closure runs on the main actor. See
  /// <doc:MainActorFactories>.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping @MainActor (P) -> T
  ) -> MainActorParameterFactory<P, T> {
    MainActorParameterFactory<P, T>(FactoryDefinition(self, name, key: key, file, line), factory)
  }
}
