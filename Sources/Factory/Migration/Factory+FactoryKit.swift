// Factory, MIT licence; see LICENSE
//
// One factory seen from both worlds: this module's and FactoryKit's.
public import FactoryKit

extension Factory {
  /// Stands for a factory that moved to FactoryKit: the same registration, scope and instance.
  ///
  /// Leave it behind when a declaration moves, and the files that use it can follow one by one:
  ///
  /// ```swift
  /// extension Container {
  ///   static let network = Factory(\.network)
  /// }
  /// ```
  ///
  /// `Container.Registrations` and `Container.Scope` include it. The key path is read at each use,
  /// from the shared container of that moment.
  public init(_ keyPath: KeyPath<FactoryKit.Container, FactoryKit.Factory<T>>) {
    origin = Origin(keyPath)
  }

  /// The same for a factory of another container: `Factory(\PaymentsContainer.processor)`.
  public init<C: FactoryKit.SharedContainer>(_ keyPath: KeyPath<C, FactoryKit.Factory<T>>) {
    origin = Origin(keyPath)
  }

  /// This factory for files that have moved to FactoryKit while its declaration has not.
  ///
  /// ```swift
  /// extension FactoryKit.Container {
  ///   var network: FactoryKit.Factory<Network> { Factory1.Container.network.modern }
  /// }
  /// ```
  public var modern: FactoryKit.Factory<T> { origin.modern }
}

extension ParameterFactory {
  /// Stands for a factory that moved to FactoryKit, as `Factory(\.service)` does.
  public init(_ keyPath: KeyPath<FactoryKit.Container, FactoryKit.ParameterFactory<P, T>>) {
    origin = Origin(keyPath)
  }

  /// The same for a factory of another container.
  public init<C: FactoryKit.SharedContainer>(
    _ keyPath: KeyPath<C, FactoryKit.ParameterFactory<P, T>>
  ) {
    origin = Origin(keyPath)
  }

  /// This factory for files that have moved to FactoryKit; see ``Factory/modern``.
  public var modern: FactoryKit.ParameterFactory<P, T> { origin.modern }
}
