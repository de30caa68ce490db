// Factory, MIT licence; see LICENSE
//
// Injection on first use, without owning the instance.

/// Resolves a factory when the property is first read, and holds the instance weakly.
/// (Guide: Property wrappers.)
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
public struct WeakLazyInjected<T> {
  // Constant: a field that may change has functions for that, exported ones.
  @usableFromInline let storage: LazyStorage

  @_alwaysEmitIntoClient @_transparent
  init(_ storage: LazyStorage) {
    self.storage = storage
  }

  /// Injects from `Container.shared`, as it is when first read.
  @_alwaysEmitIntoClient @_transparent
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    storage = LazyStorage.make(DynamicInjected(keyPath))
  }

  /// Injects from another shared container, as it is when first read.
  @_alwaysEmitIntoClient @_transparent
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    storage = LazyStorage.make(DynamicInjected(keyPath))
  }

  public var wrappedValue: T? {
    @_alwaysEmitIntoClient get { storage.instance(isWeak: true) }
    @_alwaysEmitIntoClient set { self = Self(storage.replaced(by: newValue, isWeak: true)) }
    @_alwaysEmitIntoClient _modify {
      var value: T? = storage.instance(isWeak: true)
      defer { self = Self(storage.replaced(by: value, isWeak: true)) }
      yield &value
    }
  }

  /// The wrapper itself, for ``factory``, ``resolve(reset:)`` and ``resolvedOrNil()``.
  public var projectedValue: Self {
    @_alwaysEmitIntoClient @_transparent get { self }
    @_alwaysEmitIntoClient @_transparent set { self = newValue }
    @_alwaysEmitIntoClient @_transparent _modify { yield &self }
  }

  /// The factory, read again from the shared container.
  @_alwaysEmitIntoClient
  public var factory: Factory<T> { storage.factory() }

  /// Resolves anew and holds the result weakly, after a reset of the factory if asked for.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T? {
    if options != .none { factory.reset(options) }
    let instance = factory.resolve()
    self = Self(storage.replaced(by: instance, isWeak: true))
    return instance
  }

  /// The instance if it was resolved already and is still alive.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> T? { storage.existing(isWeak: true) }
}

// Sendable: the storage guards itself, and what its readers share of the instance is sendable.
extension WeakLazyInjected: @unchecked Sendable where T: Sendable {}
