// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is made.
internal import FactoryKit

/// Resolves a factory once, when the property is initialised. (1.x guide: A Simple Example.)
///
/// ```swift
/// final class ContentViewModel {
///   @Injected(Container.myService) private var myService
/// }
/// ```
///
/// A value: as thread-safe as the property it is on.
@propertyWrapper
public struct Injected<T> {
  /// The factory.
  public let factory: Factory<T>
  public var wrappedValue: T

  /// Injects what `factory` makes.
  public init(_ factory: Factory<T>) {
    self.factory = factory
    wrappedValue = factory()
  }

  /// The wrapper itself, for ``factory`` and ``resolve(reset:)``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Resolves again and keeps the result, after a reset of the factory if asked for.
  @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    if options != .none { factory.reset(options) }
    wrappedValue = factory()
    return wrappedValue
  }
}

extension Injected: Sendable where T: Sendable {}

extension StaticContainer {
  /// A static factory as a property of this container, so that FactoryKit's wrappers, which start
  /// from key paths, do the work of this module's.
  subscript<Modern>(origin: Origin<Modern>) -> Modern { origin.modern }
}
