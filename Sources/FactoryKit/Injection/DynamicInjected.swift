// Factory, MIT licence; see LICENSE
//
// Injection on every use.

/// Resolves a factory each time the property is read. (Guide: Property wrappers.)
///
/// Give the factory a scope if its instances have state. Immutable, so it may be read from any
/// thread; the projected value is the factory.
///
/// ```swift
/// final class Screen {
///   @DynamicInjected(\.theme) var theme
/// }
/// ```
@propertyWrapper
public struct DynamicInjected<T>: Sendable {
  private let reference: FactoryReference<T>

  /// Injects from `Container.shared`, as it is at each read.
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    reference = FactoryReference(keyPath)
  }

  /// Injects from another shared container, as it is at each read.
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    reference = FactoryReference(keyPath)
  }

  public var wrappedValue: T { reference.factory.resolve() }

  /// The factory.
  public var projectedValue: Factory<T> { reference.factory }
}
