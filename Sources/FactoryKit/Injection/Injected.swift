// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is made.

/// Resolves a factory when the property is initialised. (Guide: Property wrappers.)
///
/// ```swift
/// final class ViewModel {
///   @Injected(\.myService) private var service
///   @Injected(\PaymentsContainer.processor) private var processor
/// }
/// ```
///
/// A value: as thread-safe as the property it is on. `Sendable` where `T` is.
@propertyWrapper
@frozen
public struct Injected<T> {
  /// Reads the factory again.
  @usableFromInline let source: DynamicInjected<T>
  @usableFromInline var instance: T

  /// Injects from `Container.shared`.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    instance = Container.shared[keyPath: keyPath].resolve()
    source = DynamicInjected(keyPath)
  }

  /// Injects from another shared container.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    instance = C.shared[keyPath: keyPath].resolve()
    source = DynamicInjected(keyPath)
  }

  public var wrappedValue: T {
    @_alwaysEmitIntoClient @inline(__always) get { instance }
    @_alwaysEmitIntoClient @inline(__always) set { instance = newValue }
    @_alwaysEmitIntoClient @inline(__always) _modify { yield &instance }
  }

  /// The wrapper itself, for ``factory`` and ``resolve(reset:)``.
  public var projectedValue: Self {
    @_alwaysEmitIntoClient @inline(__always) get { self }
    @_alwaysEmitIntoClient @inline(__always) set { self = newValue }
    @_alwaysEmitIntoClient @inline(__always) _modify { yield &self }
  }

  /// The factory, read again from the shared container.
  @_alwaysEmitIntoClient
  public var factory: Factory<T> { source.read() }

  /// Resolves again and keeps the result, after a reset of the factory if asked for.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    let factory = factory
    if options != .none { factory.reset(options) }
    // Read again: a reset of everything also took what the definition had recorded.
    instance = self.factory.resolve()
    return instance
  }
}

// Sendable: so is what it has besides.
extension Injected: @unchecked Sendable where T: Sendable {}
