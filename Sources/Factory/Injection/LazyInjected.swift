// Factory, MIT licence; see LICENSE
//
// Injection on the first read of the property.
internal import FactoryKit

/// Resolves a factory once, when the property is first read.
///
/// ```swift
/// final class Parent {
///   @LazyInjected(Container.child) var child
/// }
/// ```
///
/// The instance is created once, even if several threads read the property at the same time: the
/// other threads wait.
@propertyWrapper
public struct LazyInjected<T> {
  /// The factory.
  public let factory: Factory<T>
  private var injected: FactoryKit.LazyInjected<T>

  /// Injects an instance of `factory`.
  public init(_ factory: Factory<T>) {
    self.factory = factory
    injected = FactoryKit.LazyInjected(\StaticContainer[factory.origin])
  }

  /// The instance, resolved by the first read. Assigning another one does not change the factory.
  public var wrappedValue: T {
    get { injected.wrappedValue }
    set { injected.wrappedValue = newValue }
  }

  /// The wrapper itself, for ``factory`` and ``resolve(reset:)``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Resets what `options` selects, then resolves the factory again and stores the instance.
  @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    injected.resolve(reset: options.modern)
  }
}

extension LazyInjected: Sendable where T: Sendable {}
