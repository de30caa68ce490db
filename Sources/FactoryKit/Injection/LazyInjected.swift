// Factory, MIT licence; see LICENSE
//
// Injection on first use.

/// Resolves a factory when the property is first read.
///
/// The instance is made once, also when several threads read at the same time; the others wait
/// for it. Copies of the enclosing value share it, until one of them is assigned to.
///
/// ```swift
/// final class Editor {
///   @LazyInjected(\.spellChecker) private var spellChecker
///   deinit { $spellChecker.resolvedOrNil()?.close() }
/// }
/// ```
@propertyWrapper
@frozen
public struct LazyInjected<T> {
  @usableFromInline var storage: LazyStorage<T>

  @_alwaysEmitIntoClient @inline(__always)
  init(reading read: @escaping () -> Factory<T>) {
    storage = LazyStorage.make(read)
  }

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

  public var wrappedValue: T {
    @_alwaysEmitIntoClient get { LazyHolding.strongly(storage) }
    @_alwaysEmitIntoClient set { storage = storage.replaced(by: StrongBox(newValue)) }
    @_alwaysEmitIntoClient _modify {
      var value = LazyHolding.strongly(storage)
      defer { storage = storage.replaced(by: StrongBox(value)) }
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

  /// Resolves again and stores the result, after a reset of the factory if asked for.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    if options != .none { factory.reset(options) }
    let instance = factory.resolve()
    storage = storage.replaced(by: StrongBox(instance))
    return instance
  }

  /// The instance if it was made already.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> T? {
    storage.published == nil ? nil : LazyHolding.strongly(storage)
  }
}

// Sendable: the storage guards itself, and what its readers share of the instance is sendable.
extension LazyInjected: @unchecked Sendable where T: Sendable {}
