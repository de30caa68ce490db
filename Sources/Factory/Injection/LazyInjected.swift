// Factory, MIT licence; see LICENSE
//
// Injection on first use.
internal import FactoryKit

/// Resolves a factory once, when the property is first read. (1.x guide: Lazy and Weak Injections.)
///
/// ```swift
/// final class Parent {
///   @LazyInjected(Container.child) var child
/// }
/// ```
///
/// The instance is made once, also when several threads read at the same time; the others wait
/// for it.
@propertyWrapper
public struct LazyInjected<T> {
  /// The factory.
  public let factory: Factory<T>
  private var injected: FactoryKit.LazyInjected<T>

  /// Injects what `factory` makes.
  public init(_ factory: Factory<T>) {
    self.factory = factory
    injected = FactoryKit.LazyInjected(\StaticContainer[factory.origin])
  }

  public var wrappedValue: T {
    get { injected.wrappedValue }
    set { injected.wrappedValue = newValue }
  }

  /// The wrapper itself, for ``factory`` and ``resolve(reset:)``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Resolves again and keeps the result, after a reset of the factory if asked for.
  @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    injected.resolve(reset: options.modern)
  }
}

extension LazyInjected: Sendable where T: Sendable {}
