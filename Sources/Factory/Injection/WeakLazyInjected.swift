// Factory, MIT licence; see LICENSE
//
// Injection on first use, without owning the instance.
internal import FactoryKit

/// Resolves a factory once, when the property is first read, and holds the instance weakly.
/// (1.x guide: Lazy and Weak Injections.)
///
/// Somebody else must own the instance: give the factory a scope, and keep a reference elsewhere.
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

  /// Injects what `factory` makes.
  public init(_ factory: Factory<T>) {
    self.factory = factory
    injected = FactoryKit.WeakLazyInjected(\StaticContainer[factory.origin])
  }

  public var wrappedValue: T? {
    get {
      // Read again after what resolving returned has been let go: an instance that nobody else
      // owns is gone by then, as in 1.x.
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

  /// Resolves again and holds the result weakly, after a reset of the factory if asked for.
  @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T? {
    injected.resolve(reset: options.modern)
    return injected.resolvedOrNil()
  }
}

extension WeakLazyInjected: Sendable where T: Sendable {}
