// Factory, MIT licence; see LICENSE
//
// Injection when the enclosing object is initialised, or on every read of the property; and injection of a container.
internal import FactoryCore

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

// MARK: -

// Injection on every read of the property.

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

// MARK: -

// Injection of a container.

/// Injects the shared container that is current when the property is initialised, or the child container for which the
/// enclosing instance is built. What the process or a container without a parent keeps does not get a child. See
/// <doc:Resolutions> and <doc:ChildContainers>.
///
/// The property retains the container. Do not use it in an instance that a child keeps: the child and the instance would
/// retain each other until `reset` or `shutdown`.
///
/// ```swift
/// final class Checkout {
///   @InjectedContainer var container
///   @InjectedContainer(PaymentsContainer.self) var payments
/// }
/// ```
@propertyWrapper
@frozen
public struct InjectedContainer<C: SharedContainer>: Sendable {
  /// The container. Assigning another one changes the property only, and not the shared container.
  public var wrappedValue: C

  /// The wrapper itself, for ``reset(options:)``.
  public var projectedValue: Self {
    @_alwaysEmitIntoClient @inline(__always) get { self }
    @_alwaysEmitIntoClient @inline(__always) set { self = newValue }
  }

  /// Injects a container of type `C`.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_: C.Type) {
    wrappedValue = C.injectedForLater()
  }

  /// Injects a `Container`.
  @_alwaysEmitIntoClient @inline(__always)
  public init() where C == Container {
    wrappedValue = Container.injectedForLater()
  }

  /// Resets every factory of the container. The same as `reset(options:)` of the container.
  ///
  /// May be called from any thread. See ``ContainerManager/reset(options:)``.
  ///
  /// ```swift
  /// $container.reset(options: .scope)
  /// ```
  @_alwaysEmitIntoClient
  public func reset(options: FactoryResetOptions = .all) {
    wrappedValue.reset(options: options)
  }
}

// MARK: -

// What the property wrappers have in common.

/// A property wrapper that injects the value of a factory.
///
/// ``Injected``, ``LazyInjected``, ``WeakLazyInjected`` and ``DynamicInjected`` conform to it, and
/// for views `InjectedObject` and `InjectedObservable`. They take key paths of a ``Factory`` and,
/// in types that are isolated to the main actor, of a `MainActorFactory`. See <doc:Resolutions>.
///
/// ```swift
/// @MainActor final class Coordinator {
///   @Injected(\.screenModel) private var model
/// }
/// ```
public protocol FactoryInjecting<Value> {
  /// The type of the injected value.
  associatedtype Value
}

/// A property wrapper for values of any type, which a function that reads the factory creates.
///
/// ``Injected``, ``LazyInjected``, ``WeakLazyInjected`` and ``DynamicInjected`` are the only conforming types. See
/// <doc:Resolutions>.
public protocol ValueInjecting<Value>: FactoryInjecting {
  /// An implementation detail of the library. `read` returns the factory.
  init(_injecting read: @escaping (FactoryInjection) -> Factory<Value>, _ container: Any.Type)
}

extension ValueInjecting {
  /// Injects from `Container.shared`, or from the child container for which the enclosing instance is built.
  ///
  /// The shared container is the one of the initialisation for ``Injected``, that of the first read for the lazy wrappers,
  /// and that of each read for ``DynamicInjected``.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    self.init(_injecting: { Container.injected($0)[keyPath: keyPath] }, Container.self)
  }

  /// Injects from another shared container, or from a child of its type for which the enclosing instance is built.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
  public init<
    C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == Value, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(_injecting: { C.injected($0)[keyPath: keyPath]._injectable }, C.self)
  }
}
