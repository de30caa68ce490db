// Factory, MIT licence; see LICENSE
//
// Parameter factories as functions, for the property wrappers: a wrapper has no parameter to pass
// when it resolves, so it injects a function that takes one.
public import FactoryKitCore

extension SharedContainer {
  /// A factory of a function that resolves a parameter factory. It has the parameter factory's name
  /// and source location but another type, so it has its own state and can be registered
  /// separately.
  ///
  /// Each call of the function reads the parameter factory's property again, so that its modifiers
  /// apply, even after a reset of the container. It does not retain a child that builds the instance to which it belongs.
  @_alwaysEmitIntoClient
  subscript<F: ParameterFactoryKind>(
    function keyPath: KeyPath<Self, F>, injection: FactoryInjection
  ) -> Factory<(F.Parameter) -> F.Product> {
    Factory(definition(named: self[keyPath: keyPath])) {
      guard let injection = FactoryInjection.ofFunction(injection, Self.self, self.manager) else {
        return { self[keyPath: keyPath]._resolve($0) }
      }
      return { Self.injected(injection)[keyPath: keyPath]._resolve($0) }
    }
  }

  /// The same for a `@Sendable` function.
  @_alwaysEmitIntoClient
  subscript<F: ParameterFactoryKind>(
    sendableFunction keyPath: KeyPath<Self, F>, injection: FactoryInjection
  ) -> Factory<@Sendable (F.Parameter) -> F.Product>
  where F: Sendable, F.Parameter: Sendable, F.Product: Sendable {
    // Sendable: a key path is immutable, and so are the values that one to a factory captures.
    nonisolated(unsafe) let keyPath = keyPath
    return Factory(definition(named: self[keyPath: keyPath])) {
      guard let injection = FactoryInjection.ofFunction(injection, Self.self, self.manager) else {
        return { self[keyPath: keyPath]._resolve($0) }
      }
      return { Self.injected(injection)[keyPath: keyPath]._resolve($0) }
    }
  }

  /// The same for a main-actor function.
  @_alwaysEmitIntoClient
  subscript<F: MainActorParameterFactoryKind>(
    mainActorFunction keyPath: KeyPath<Self, F>, injection: FactoryInjection
  ) -> Factory<@MainActor (F.Parameter) -> F.Product> {
    // Sendable: a key path is immutable, and so are the values that one to a factory captures.
    nonisolated(unsafe) let keyPath = keyPath
    return Factory(definition(named: self[keyPath: keyPath])) {
      // Again, because Swift 6.2 ignores the one outside for the capture of a capture.
      nonisolated(unsafe) let keyPath = keyPath
      guard let injection = FactoryInjection.ofFunction(injection, Self.self, self.manager) else {
        return { @MainActor in self[keyPath: keyPath]._resolve($0) }
      }
      return { @MainActor in Self.injected(injection)[keyPath: keyPath]._resolve($0) }
    }
  }

  @_alwaysEmitIntoClient
  func definition(named other: some FactoryKind) -> FactoryDefinition {
    FactoryDefinition(
      manager: other._definition.manager, declaration: other._definition.declaration.ofFunction)
  }
}
