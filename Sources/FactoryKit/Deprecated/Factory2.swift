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
