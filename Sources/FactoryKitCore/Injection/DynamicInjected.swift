// Factory, MIT licence; see LICENSE
//
// Injection on every read of the property.
internal import FactoryCore

/// Resolves a factory every time the property is read.
///
/// Give the factory a scope if its instances have state. The wrapper is immutable, so it may be
/// read from any thread. Creating it resolves nothing. See <doc:Resolutions>.
///
/// A wrapper that is created while a child container builds an instance injects from the child as long as it exists, unless
/// a parent or the process caches the instance. See <doc:ChildContainers>.
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
public struct DynamicInjected<T>: @unchecked Sendable {
  /// Reads the factory from the container to inject from.
  ///
  /// It is a closure instead of a key path because the compiler replaces a literal key path by a
  /// call of the getter: no key path is created, and nothing is allocated or reference-counted. Any
  /// other key path is captured.
  @usableFromInline package let read: (FactoryInjection) -> Factory<T>
  /// Whether a container without a parent, or the process, caches the instance that stores what is injected.
  @usableFromInline package let isOfRoot: Bool

  /// Injects from `Container.shared`, the one of each read, unless a child container builds the enclosing instance.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    self.init(reading: { Container.injected($0)[keyPath: keyPath] }, Container.self)
  }

  /// Injects from another shared container, the one of each read, or from a child of its type that builds the enclosing
  /// instance.
  @_alwaysEmitIntoClient @inline(__always) @_disfavoredOverload
  public init<
    C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind, S1, S2, S3, S4, S5, S6, S7, S8
  >(
    _ keyPath: KeyPath<C, F>
  ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
    self.init(reading: { C.injected($0)[keyPath: keyPath]._injectable }, C.self)
  }

  /// An instance, resolved by each read.
  public var wrappedValue: T {
    @_alwaysEmitIntoClient @inline(__always) get { factory.resolve() }
  }

  /// The factory, read from the child that the wrapper remembers, or else from the shared container.
  public var projectedValue: Factory<T> {
    @_alwaysEmitIntoClient @inline(__always) get { factory }
  }
}

// `Injected` stores a `DynamicInjected` to read its factory again.

extension DynamicInjected {
  @_alwaysEmitIntoClient @_transparent
  package init(reading read: @escaping (FactoryInjection) -> Factory<T>) {
    self.read = read
    isOfRoot = false
  }

  /// The wrapper of a factory in a container of this type. It remembers the child that builds an instance now.
  @_alwaysEmitIntoClient @_transparent
  package init(
    reading read: @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) {
    self = Self.make(read, type)
  }

  /// One call, so that `read` is used once: see `resolved`.
  @usableFromInline @inline(never)
  static func make(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> Self {
    let later = factory_children_exist() ? FactoryInjection.later(type) : .shared
    // What nobody stores may come from a child that is the shared container.
    if case .root = later { return DynamicInjected(reading: read) }
    return DynamicInjected(reading: read, from: later)
  }

  /// The wrapper of a property that stores the instance.
  @usableFromInline @inline(never)
  package static func storing(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> Self {
    DynamicInjected(reading: read, from: .later(type))
  }

  private init(
    reading read: @escaping (FactoryInjection) -> Factory<T>, from injection: FactoryInjection
  ) {
    switch injection {
    case .shared: self.init(reading: read)
    case .root: self.init(reading: { _ in read(injection) }, isOfRoot: true)
    default: self.init(reading: { _ in read(injection) })
    }
  }

  private init(reading read: @escaping (FactoryInjection) -> Factory<T>, isOfRoot: Bool) {
    self.read = read
    self.isOfRoot = isOfRoot
  }

  /// An instance for a property that stores it.
  @usableFromInline @inline(never)
  package func resolve() -> T {
    if isOfRoot { return HiddenLevels.asRoot { factory.resolve() } }
    if factory_children_exist() { return resolveAsPart(factory) }
    return factory.resolve()
  }

  /// Resolves a factory of the child that the wrapper remembers: as a part of an instance of that child.
  @inline(never)
  private func resolveAsPart(_ factory: Factory<T>) -> T {
    let isBound = OutlivingConstruction.bindForPart(of: factory._definition.manager.core)
    defer { if isBound { OutlivingConstruction.unbind() } }
    return factory.resolve()
  }

  /// The factory, read from the container to inject from.
  @_alwaysEmitIntoClient @_transparent
  package var factory: Factory<T> { read(.shared) }

  /// The instance, and the wrapper: one call, so that `read` is used once. The optimiser then replaces
  /// the key path that `read` captures by a call of the getter.
  ///
  /// Calls an internal function, because the compiler would inline one that calls only public ones
  /// into other modules.
  @usableFromInline @inline(never)
  static func resolved(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> (T, Self) {
    if factory_may_be_owned() { return resolvedFollowing(read, type) }
    let factory = read(.shared)
    return (
      factory._definition.resolve(Factory<T>._types, factory.factory),
      DynamicInjected(reading: read)
    )
  }

  /// The same, if there are child containers, or an instance of the process may store the wrapper.
  @inline(never)
  private static func resolvedFollowing(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> (T, Self) {
    let (now, later) = FactoryInjection.nowAndLater(type)
    let factory = read(now)
    return (
      factory._definition.resolve(Factory<T>._types, factory.factory),
      DynamicInjected(reading: read, from: later)
    )
  }
}
