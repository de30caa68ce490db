// Factory, MIT licence; see LICENSE
//
// Names and forms of 2.x that 3.0 replaces. The message of each says what to write now. They are
// emitted into the programs that use them, and cost other programs nothing.
public import FactoryKitCore

// MARK: Names

extension ManagedContainer {
  /// Whether resolutions are traced, for all containers: now ``ContainerManager/trace``.
  @available(*, deprecated, renamed: "manager.trace")
  @_alwaysEmitIntoClient
  public var trace: Bool {
    get { manager.trace }
    set { manager.trace = newValue }
  }
}

/// Resolves a factory of the shared container: now
/// ``dependency(_:)-(KeyPath<Container,Factory<T>>)``.
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
  /// A scope for the instances of a session.
  ///
  /// The documentation of 2.x uses it without a declaration. A program's own `session` takes
  /// precedence over this one.
  @available(
    *, deprecated, message: "declare it: extension Scope { static let session = Cached() }"
  )
  @_disfavoredOverload
  public static var session: Cached { sessionOf2 }

  private static let sessionOf2 = Cached()
}

// MARK: Main-actor closures

extension ManagedContainer {
  // The unused `column` distinguishes these functions from those without `@MainActor`. The compiler
  // prefers them for closures and functions whose type is isolated to the main actor.

  /// Creates a factory whose closure is annotated `@MainActor`: now only the property is annotated.
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

  /// Creates a factory with a parameter whose closure is annotated `@MainActor`: now only the
  /// property is annotated.
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
