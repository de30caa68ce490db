// Factory, MIT licence; see LICENSE
//
// Injection on the first read of the property, without retaining the instance.

/// Resolves a factory when the property is first read, and holds the instance weakly. See
/// <doc:Resolutions>.
///
/// The instance needs another owner, for example the factory's scope. When it is deallocated, the
/// property becomes nil, until `$property.resolve()` resolves the factory again. An instance of a
/// value type cannot be held weakly, so the property is nil. Reading is safe from any thread, as
/// with ``LazyInjected``.
///
/// A wrapper that is created while an instance is built for a child container remembers the child without retaining it, and
/// injects from it as long as it exists. See <doc:ChildContainers>.
///
/// ```swift
/// final class Child {
///   @WeakLazyInjected(\.parent) var parent
/// }
/// ```
@propertyWrapper
@frozen
public struct WeakLazyInjected<T>: ValueInjecting {
  @usableFromInline var storage: LazyStorage<T>

  public typealias Value = T

  @_alwaysEmitIntoClient @inline(__always)
  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) {
    storage = LazyStorage.make(read, type)
  }

  /// The instance, resolved by the first read; nil if it has been deallocated.
  public var wrappedValue: T? {
    @_alwaysEmitIntoClient @inline(__always) get { LazyHolding.weakly(storage) }
    @_alwaysEmitIntoClient @inline(__always) set {
      storage = LazyHolding.weak(newValue, like: storage)
    }
  }

  /// The wrapper itself, for ``factory``, ``resolve(reset:)`` and ``resolvedOrNil()``.
  public var projectedValue: Self {
    @_alwaysEmitIntoClient @inline(__always) get { self }
    @_alwaysEmitIntoClient @inline(__always) set { self = newValue }
    @_alwaysEmitIntoClient @inline(__always) _modify { yield &self }
  }

  /// The factory, read again: from the child that the wrapper remembers, as long as it exists, or else from the shared
  /// container of the current task.
  @_alwaysEmitIntoClient
  public var factory: Factory<T> { storage.header.factory }

  /// Resets what `options` selects, then resolves the factory again and holds the instance weakly.
  ///
  /// The property stays nil if nothing retains the returned instance.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T? {
    if options != .none { factory.reset(options) }
    let instance = storage.header.resolve()
    storage = LazyHolding.weak(instance, like: storage)
    return instance
  }

  /// The instance if it has been resolved and still exists; does not resolve it.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> T? { storage.published.flatMap(LazyHolding.weakValue) }
}

// Sendable: the storage guards itself, and its readers share an instance of a `Sendable` type.
extension WeakLazyInjected: @unchecked Sendable where T: Sendable {}
