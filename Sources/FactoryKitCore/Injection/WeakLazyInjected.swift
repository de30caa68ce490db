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
public struct WeakLazyInjected<T> {
  @usableFromInline var storage: LazyStorage<T>

  @_alwaysEmitIntoClient @_transparent
  package init(
    reading read: @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) {
    storage = LazyStorage.make(read, type)
  }

  /// Injects from `Container.shared`, the one of the first read, unless the enclosing instance is built for a child.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    self.init(reading: { Container.injected($0)[keyPath: keyPath] }, Container.self)
  }

  /// Injects from another shared container, the one of the first read, or from a child of its type for which the
  /// enclosing instance is built.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
  public init<
    C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(reading: { C.injected($0)[keyPath: keyPath]._injectable }, C.self)
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
