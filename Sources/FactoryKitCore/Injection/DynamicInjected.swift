// Factory, MIT licence; see LICENSE
//
// Injection on every read of the property.
internal import FactoryCore

/// Resolves a factory every time the property is read.
///
/// Give the factory a scope if its instances have state. The wrapper is immutable, so it may be
/// read from any thread. Creating it resolves nothing. See <doc:Resolutions>.
///
/// A wrapper that is created while an instance is built for a child container remembers the child without retaining it, and
/// injects from it as long as it exists. See <doc:ChildContainers>.
///
/// ```swift
/// final class Screen {
///   @DynamicInjected(\.theme) var theme
/// }
/// ```
@propertyWrapper
@frozen
// Sendable: the closure captures at most a key path and a reference to a child. Key paths are immutable, and so are the
// values that a key path to a factory captures. The reference locks, or is weak, which may be read on any thread.
public struct DynamicInjected<T>: ValueInjecting, @unchecked Sendable {
  /// Reads the factory from the container to inject from.
  ///
  /// It is a closure instead of a key path because the compiler replaces a literal key path by a
  /// call of the getter: no key path is created, and nothing is allocated or reference-counted. Any
  /// other key path is captured.
  @usableFromInline package let read: (FactoryInjection) -> Factory<T>
  /// The owner of the instance that the wrapper was created for, if it is not the shared container.
  @usableFromInline package let owner: WrapperOwner?

  /// An instance, resolved by each read.
  public var wrappedValue: T {
    @_alwaysEmitIntoClient @inline(__always) get {
      owner == nil ? read(.shared).resolve() : resolve()
    }
  }

  /// The factory, read from the child that the wrapper remembers, or else from the shared container.
  public var projectedValue: Factory<T> {
    @_alwaysEmitIntoClient @inline(__always) get { factory }
  }
}

// `Injected` stores a `DynamicInjected` to read its factory again.

extension DynamicInjected {
  @_alwaysEmitIntoClient @_transparent
  package init(reading read: @escaping (FactoryInjection) -> Factory<T>, for owner: WrapperOwner?) {
    self.read = read
    self.owner = owner
  }

  public typealias Value = T

  /// An implementation detail of the library. The wrapper remembers the owner of the instance that is built now.
  @_alwaysEmitIntoClient @inline(__always)
  public init(
    _injecting read: @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) {
    self = Self.make(read, type)
  }

  /// One call, so that `read` is used once: see `resolved`.
  @usableFromInline @inline(never)
  package static func make(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> Self {
    DynamicInjected(reading: read, for: .current(type))
  }

  /// An instance: a part of what the owner keeps.
  @usableFromInline @inline(never)
  package func resolve() -> T {
    let factory = factory
    var frame = owner?.frame(factory._definition.manager)
    defer { TaskFrame.end(&frame) }
    return frame?.run { factory.resolve() } ?? factory.resolve()
  }

  /// The factory, read from the container to inject from.
  @_alwaysEmitIntoClient @_transparent
  package var factory: Factory<T> { read(owner == nil ? .shared : .remembered(owner!)) }

  /// The instance, and the wrapper: one call, so that `read` is used once. The optimiser then replaces
  /// the key path that `read` captures by a call of the getter.
  ///
  /// Calls an internal function, because the compiler would inline one that calls only public ones
  /// into other modules.
  @usableFromInline @inline(never)
  static func resolved(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> (T, Self) {
    if factory_may_be_owned() { return resolvedByOwner(read, type) }
    let factory = read(.shared)
    return (
      factory._definition.resolve(Factory<T>._types, factory.factory),
      DynamicInjected(reading: read, for: nil)
    )
  }

  @inline(never)
  private static func resolvedByOwner(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> (T, Self) {
    let injection = Owners.injection(type)
    let factory = read(FactoryInjection(injection))
    return (
      factory._definition.resolve(Factory<T>._types, factory.factory),
      DynamicInjected(reading: read, for: WrapperOwner(injection))
    )
  }
}
