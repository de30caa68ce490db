// Factory, MIT licence; see LICENSE
//
// Converts between the factories of this module and those of FactoryKit.
public import FactoryKit

extension Factory {
  /// Bridges to a factory that has moved to FactoryKit: both have the same registration, scope and
  /// instances.
  ///
  /// Replace a declaration that moves by a bridge, so that the files that use it can be migrated
  /// one by one:
  ///
  /// ```swift
  /// extension Container {
  ///   static let network = Factory(\.network)
  /// }
  /// ```
  ///
  /// `Container.Registrations` and `Container.Scope` include it. Each use reads the key path from
  /// the current shared container.
  public init(_ keyPath: KeyPath<FactoryKit.Container, FactoryKit.Factory<T>>) {
    origin = Origin(keyPath)
  }

  /// Bridges to a factory of another container: `Factory(\PaymentsContainer.processor)`.
  public init<C: FactoryKit.SharedContainer>(_ keyPath: KeyPath<C, FactoryKit.Factory<T>>) {
    origin = Origin(keyPath)
  }

  /// This factory as a FactoryKit factory, for files that have been migrated before its
  /// declaration.
  ///
  /// ```swift
  /// extension FactoryKit.Container {
  ///   var network: FactoryKit.Factory<Network> { Factory1.Container.network.modern }
  /// }
  /// ```
  public var modern: FactoryKit.Factory<T> { origin.modern }
}

extension ParameterFactory {
  /// Bridges to a parameter factory that has moved to FactoryKit, as `Factory(\.service)` does.
  public init(_ keyPath: KeyPath<FactoryKit.Container, FactoryKit.ParameterFactory<P, T>>) {
    origin = Origin(keyPath)
  }

  /// Bridges to a parameter factory of another container.
  public init<C: FactoryKit.SharedContainer>(
    _ keyPath: KeyPath<C, FactoryKit.ParameterFactory<P, T>>
  ) {
    origin = Origin(keyPath)
  }

  /// This factory as a FactoryKit factory. See ``Factory/modern``.
  public var modern: FactoryKit.ParameterFactory<P, T> { origin.modern }
}
