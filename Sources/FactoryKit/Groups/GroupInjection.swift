// Factory, MIT licence; see LICENSE
//
// Groups of `Container` in property wrappers and `dependency`. Groups of other containers use the
// overloads for factories.
public import FactoryKitCore

/// Resolves a group of `Container.shared`. The same as ``FactoryGroup/resolve()``. See <doc:Groups>.
///
/// ```swift
/// let plugins = dependency(\.plugins)
/// ```
@_alwaysEmitIntoClient @_disfavoredOverload
public func dependency<T>(_ keyPath: KeyPath<Container, FactoryGroup<T>>) -> [T] {
  Container.injected(.now)[keyPath: keyPath].resolve()
}

extension Injected {
  /// Injects the members of a group of `Container.shared`, which are resolved when the property is
  /// initialised. See <doc:Groups>.
  ///
  /// ```swift
  /// @Injected(\.plugins) private var plugins: [any Plugin]
  /// ```
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where T == [Member] {
    self.init(
      Container.injected(.now)[keyPath: keyPath].resolve(),
      from: .make(
        { Container.injected($0)[keyPath: keyPath]._injectable }, Container.self))
  }
}

extension LazyInjected {
  /// Injects the members of a group of `Container.shared`, which are resolved when the property is
  /// first read. See <doc:Groups>.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where T == [Member] {
    self.init(
      reading: { Container.injected($0)[keyPath: keyPath]._injectable }, Container.self)
  }
}

extension DynamicInjected {
  /// Injects the members of a group of `Container.shared`, which are resolved at each read. See
  /// <doc:Groups>.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public init<Member>(_ keyPath: KeyPath<Container, FactoryGroup<Member>>) where T == [Member] {
    self.init(
      reading: { Container.injected($0)[keyPath: keyPath]._injectable }, Container.self)
  }
}
