// Factory, MIT licence; see LICENSE
//
// What 2.x programs write otherwise than 3.0 has it. Each says by its message what to write now.
// Compiled into the programs that use it, so that it is nothing to the others.

// MARK: Names

extension ManagedContainer {
  /// Whether resolutions are traced, for all containers. See ``ContainerManager/trace``.
  @available(*, deprecated, renamed: "manager.trace")
  @_alwaysEmitIntoClient
  public var trace: Bool {
    get { manager.trace }
    set { manager.trace = newValue }
  }
}

/// Resolves a factory of the shared container: now ``dependency(_:)-(KeyPath<Container,Factory<T>>)``.
@available(*, deprecated, renamed: "dependency(_:)")
@_alwaysEmitIntoClient
public func resolve<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  dependency(keyPath)
}

/// Resolves a factory of another shared container: now `dependency(_:)`.
@available(*, deprecated, renamed: "dependency(_:)")
@_alwaysEmitIntoClient
public func resolve<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  dependency(keyPath)
}

extension ContainerManager {
  /// Has no effect: circular dependencies of any length are found.
  @available(*, deprecated, message: "remove it: circular dependencies of any length are found")
  @_alwaysEmitIntoClient
  public var dependencyChainTestMax: Int {
    get { .max }
    set {}
  }
}

// MARK: Scopes

extension Scope {
  /// A scope for what lives as long as a session.
  ///
  /// The 2.x guide uses it without declaring it. A program's own `session` wins over this one.
  @available(
    *, deprecated, message: "declare it: extension Scope { static let session = Cached() }"
  )
  @_disfavoredOverload
  public static var session: Cached { sessionOf2 }

  private static let sessionOf2 = Cached()
}

// MARK: Main-actor closures

extension ManagedContainer {
  // The unused `column` makes these other functions than those without `@MainActor`; the compiler
  // prefers them for closures, and functions, that are of the main actor by their own type.

  /// A factory whose closure says itself that it belongs to the main actor: now only the property
  /// says so.
  @available(
    *, deprecated,
    message: "annotate the property only: @MainActor var model: Factory<Model> { self { Model() } }"
  )
  @_alwaysEmitIntoClient @MainActor
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, _ factory: @escaping @MainActor () -> T
  ) -> Factory<T> {
    Factory(self, key: key, name: name, file: file, line: line, factory)
  }

  /// The same for a factory with a parameter.
  @available(
    *, deprecated,
    message:
      "annotate the property only: @MainActor var f: ParameterFactory<P, T> { self { T($0) } }"
  )
  @_alwaysEmitIntoClient @MainActor
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, _ factory: @escaping @MainActor (P) -> T
  ) -> ParameterFactory<P, T> {
    ParameterFactory(self, key: key, name: name, file: file, line: line, factory)
  }
}
