// Factory, MIT licence; see LICENSE
//
// Groups of `Container` in property wrappers and `dependency`. For groups of other containers, the
// overloads for factories serve.

/// Resolves a group of `Container.shared`. See <doc:Groups>.
///
/// ```swift
/// let plugins = dependency(\.plugins)
/// ```
@_alwaysEmitIntoClient
public func dependency<T>(_ keyPath: KeyPath<Container, FactoryGroup<T>>) -> [T] {
  Container.shared[keyPath: keyPath].resolve()
}

extension Injected {
  /// Injects the members of a group of `Container.shared`. See <doc:Groups>.
  @_alwaysEmitIntoClient
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where T == [Member] {
    instance = Container.shared[keyPath: keyPath].resolve()
    source = DynamicInjected(keyPath)
  }
}

extension LazyInjected {
  /// Injects the members of a group, from the `Container.shared` of the first read. See
  /// <doc:Groups>.
  @_alwaysEmitIntoClient
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where T == [Member] {
    storage = LazyStorage.make { Container.shared[keyPath: keyPath]._injectable }
  }
}

extension DynamicInjected {
  /// Injects the members of a group, from the `Container.shared` of each read. See <doc:Groups>.
  @_alwaysEmitIntoClient
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where T == [Member] {
    read = { Container.shared[keyPath: keyPath]._injectable }
  }
}
