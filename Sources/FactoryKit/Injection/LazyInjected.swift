// Factory, MIT licence; see LICENSE
//
// Injection on first use.

/// Resolves a factory when the property is first read. (Guide: Property wrappers.)
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
public struct LazyInjected<T> {
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

  public var wrappedValue: T {
    // A strong holder always has its instance.
    @_alwaysEmitIntoClient get { storage.instance(isWeak: false)! }
    @_alwaysEmitIntoClient set { self = Self(storage.replaced(by: newValue, isWeak: false)) }
    @_alwaysEmitIntoClient _modify {
      var value: T = storage.instance(isWeak: false)!
      defer { self = Self(storage.replaced(by: value, isWeak: false)) }
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

  /// Resolves anew and keeps the result, after a reset of the factory if asked for.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    if options != .none { factory.reset(options) }
    let instance = factory.resolve()
    self = Self(storage.replaced(by: instance, isWeak: false))
    return instance
  }

  /// The instance if it was made already.
  @_alwaysEmitIntoClient
  public func resolvedOrNil() -> T? { storage.existing(isWeak: false) }
}

// Sendable: the storage guards itself, and what its readers share of the instance is sendable.
extension LazyInjected: @unchecked Sendable where T: Sendable {}
