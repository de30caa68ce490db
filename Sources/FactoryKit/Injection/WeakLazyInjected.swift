// Factory, MIT licence; see LICENSE
//
// Injection on first use, without owning the instance.

/// Resolves a factory when the property is first read, and holds the instance weakly.
///
/// Somebody else must own the instance: give the factory a scope. Once it is gone the property
/// is nil; it is not resolved again, except by `$property.resolve()`. A value, which cannot be
/// held weakly, is nil at once.
///
/// ```swift
/// final class Child {
///   @WeakLazyInjected(\.parent) var parent
/// }
/// ```
@propertyWrapper
@frozen
public struct WeakLazyInjected<T> {
  @usableFromInline var storage: LazyStorage<T>

  /// Injects from `Container.shared`, as it is when first read.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    storage = LazyStorage.make { Container.shared[keyPath: keyPath] }
  }

  /// Injects from another shared container, as it is when first read.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    storage = LazyStorage.make { C.shared[keyPath: keyPath] }
  }

  public var wrappedValue: T? {
    @_alwaysEmitIntoClient get { LazyHolding.weakly(storage) }
    @_alwaysEmitIntoClient set {
      storage = storage.replaced(by: LazyHolding.weakBox(of: newValue))
    }
    @_alwaysEmitIntoClient _modify {
      var value = LazyHolding.weakly(storage)
      defer { storage = storage.replaced(by: LazyHolding.weakBox(of: value)) }
      yield &value
    }
  }

  /// The wrapper itself, for ``factory``, ``resolve(reset:)`` and ``resolvedOrNil()``.
  public var projectedValue: Self {
    @_alwaysEmitIntoClient @inline(__always) get { self }
    @_alwaysEmitIntoClient @inline(__always) set { self = newValue }
    @_alwaysEmitIntoClient @inline(__always) _modify { yield &self }
  }

  /// The factory, read again from the shared container.
  @_alwaysEmitIntoClient
  public var factory: Factory<T> { storage.header() }

  /// Resolves again and holds the result weakly, after a reset of the factory if asked for.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T? {
    if options != .none { factory.reset(options) }
    let instance = factory.resolve()
    storage = storage.replaced(by: LazyHolding.weakBox(of: instance))
    return instance
  }

  /// The instance if it was resolved already and is still alive.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> T? { storage.published.flatMap(LazyHolding.weakValue) }
}

// Sendable: the storage guards itself, and what its readers share of the instance is sendable.
extension WeakLazyInjected: @unchecked Sendable where T: Sendable {}
