// Factory, MIT licence; see LICENSE
//
// Creates factories that throw, wait, or run on the main actor: `self { … }`, like the plain ones in
// FactoryKitCore.
public import FactoryKitCore

extension ManagedContainer {
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
