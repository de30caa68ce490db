// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is initialised.

/// Resolves a factory when the property is initialised. See <doc:Resolutions>.
///
/// ```swift
/// final class ViewModel {
///   @Injected(\.myService) private var service
///   @Injected(\PaymentsContainer.processor) private var processor
/// }
/// ```
///
/// In a construction for a child container, it injects from the owner of the instance. See <doc:ChildContainers>.
///
/// The wrapper is a value, so it is as thread-safe as any stored property. It is `Sendable` if `T`
/// is.
@propertyWrapper
@frozen
public struct Injected<T>: ValueInjecting {
  /// Reads the factory again when it is needed.
  @usableFromInline package let source: DynamicInjected<T>
  @usableFromInline package var instance: T

  /// - Parameter source: reads the factory of which `instance` is the value.
  @_alwaysEmitIntoClient @inline(__always)
  package init(_ instance: T, from source: DynamicInjected<T>) {
    self.instance = instance
    self.source = source
  }

  public typealias Value = T

  @_alwaysEmitIntoClient @inline(__always)
  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) {
    (instance, source) = DynamicInjected.resolved(read, type)
  }

  /// The instance. Assigning another one does not change the factory.
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

  /// The factory, read again: from the child that the wrapper remembers, as long as it exists, or else from the shared
  /// container of the current task.
  @_alwaysEmitIntoClient
  public var factory: Factory<T> { source.factory }

  /// Resets what `options` selects, then resolves the factory again and stores the instance.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
    let factory = factory
    if options != .none { factory.reset(options) }
    // Read again: `reset(.all)` also removes what the factory's definition has recorded.
    instance = source.resolve()
    return instance
  }
}

extension Injected: Sendable where T: Sendable {}
