// Factory, MIT licence; see LICENSE
//
// Injection on the first read of the property, without retaining the instance.
internal import FactoryKit

/// Resolves a factory once, when the property is first read, and holds the instance weakly.
///
/// The instance needs another owner, for example the factory's scope. When it is deallocated, the
/// property becomes nil.
///
/// ```swift
/// final class Child {
///   @WeakLazyInjected(Container.parent) var parent: Parent?
/// }
/// ```
@propertyWrapper
public struct WeakLazyInjected<T> {
  /// The factory.
  public let factory: Factory<T>
  private var injected: FactoryKit.WeakLazyInjected<T>

  /// Injects an instance of `factory`.
  public init(_ factory: Factory<T>) {
    self.factory = factory
    injected = FactoryKit.WeakLazyInjected(\StaticContainer[factory.origin])
  }

  /// The instance, resolved by the first read; nil if it has been deallocated.
  public var wrappedValue: T? {
    get {
      // Read again after the strong reference that resolving returned has been released, so that an
      // instance without another owner is nil, as in 1.x.
      _ = injected.wrappedValue
      return injected.resolvedOrNil()
    }
    set { injected.wrappedValue = newValue }
  }

  /// The wrapper itself, for ``factory`` and ``resolve(reset:)``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Resets what `options` selects, then resolves the factory again and holds the instance weakly.
  @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T? {
    injected.resolve(reset: options.modern)
    return injected.resolvedOrNil()
  }
}

extension WeakLazyInjected: Sendable where T: Sendable {}
