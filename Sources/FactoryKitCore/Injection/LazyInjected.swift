// Factory, MIT licence; see LICENSE
//
// Injection on the first read of the property.

/// Resolves a factory when the property is first read. See <doc:Resolutions>.
///
/// The instance is created once, even if several threads read the property at the same time: the
/// other threads wait. Copies of the enclosing value share the instance until a copy is assigned
/// another one.
///
/// A wrapper that is created while an instance is built for a child container remembers the child without retaining it, and
/// injects from it as long as it exists. See <doc:ChildContainers>.
///
/// ```swift
/// final class Editor {
///   @LazyInjected(\.spellChecker) private var spellChecker
///   deinit { $spellChecker.resolvedOrNil()?.close() }
/// }
/// ```
@propertyWrapper
@frozen
public struct LazyInjected<T>: ValueInjecting {
  @usableFromInline var storage: LazyStorage<T>

  public typealias Value = T

  @_alwaysEmitIntoClient @inline(__always)
  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) {
    storage = LazyStorage.make(read, type)
  }

  /// The instance, resolved by the first read. Assigning another one does not change the factory.
  public var wrappedValue: T {
    @_alwaysEmitIntoClient @inline(__always) get { LazyHolding.strongly(storage) }
    @_alwaysEmitIntoClient @inline(__always) set {
      storage = LazyHolding.strong(newValue, like: storage)
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

  /// Resets what `options` selects, then resolves the factory again and stores the instance.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    if options != .none { factory.reset(options) }
    let instance = storage.header.resolve()
    storage = LazyHolding.strong(instance, like: storage)
    return instance
  }

  /// The instance if it has been resolved; does not resolve it.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> T? {
    storage.published == nil ? nil : LazyHolding.strongly(storage)
  }
}

// Sendable: the storage guards itself, and its readers share an instance of a `Sendable` type.
extension LazyInjected: @unchecked Sendable where T: Sendable {}
