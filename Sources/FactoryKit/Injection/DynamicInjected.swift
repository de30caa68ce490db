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
// Sendable: a key path is immutable, and so is whatever one to a factory captures.
public struct DynamicInjected<T>: @unchecked Sendable {
  @usableFromInline let keyPath: AnyKeyPath

  /// Injects from `Container.shared`, as it is at each read.
  @_alwaysEmitIntoClient @_transparent
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    self.keyPath = keyPath
  }

  /// Injects from another shared container, as it is at each read.
  @_alwaysEmitIntoClient @_transparent
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    self.keyPath = keyPath
  }

  @_alwaysEmitIntoClient
  public var wrappedValue: T { keyPath.factory().resolve() }

  /// The factory.
  @_alwaysEmitIntoClient
  public var projectedValue: Factory<T> { keyPath.factory() }
}
