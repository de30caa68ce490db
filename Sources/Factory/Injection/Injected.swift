// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is initialised.
internal import FactoryKit

/// Resolves a factory once, when the property is initialised.
///
/// ```swift
/// final class ContentViewModel {
///   @Injected(Container.myService) private var myService
/// }
/// ```
///
/// The wrapper is a value, so it is as thread-safe as any stored property.
@propertyWrapper
public struct Injected<T> {
  /// The factory.
  public let factory: Factory<T>
  /// The instance. Assigning another one does not change the factory.
  public var wrappedValue: T

  /// Injects an instance of `factory`.
  public init(_ factory: Factory<T>) {
    self.factory = factory
    wrappedValue = factory()
  }

  /// The wrapper itself, for ``factory`` and ``resolve(reset:)``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Resets what `options` selects, then resolves the factory again and stores the instance.
  @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    if options != .none { factory.reset(options) }
    wrappedValue = factory()
    return wrappedValue
  }
}

extension Injected: Sendable where T: Sendable {}

extension StaticContainer {
  /// A static factory as a property of this container, so that this module's wrappers can use
  /// FactoryKit's, which take key paths.
  subscript<Modern>(origin: Origin<Modern>) -> Modern { origin.modern }
}
