// Factory, MIT licence; see LICENSE
//
// Injection on the first read of the property: the first reader builds the instance, others wait.
public import FactoryCore

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

// MARK: -

// The storage of the lazy wrappers: the first reader builds the instance, others wait.

/// The storage of one lazily injected property: a `DynamicInjected`, which reads its factory, and, in
/// the same allocation, the instance. Not the closure alone, which a generic class would
/// store as a closure of another form, behind a thunk for each type.
///
/// Copies of a wrapper share their storage; assigning to the property replaces it. So an instance
/// is stored once and never evicted, and a reader of a published instance needs neither a lock nor
/// a hazard slot: the wrapper owns the storage, which owns the instance.
///
/// May be used from any thread, although a `ManagedBuffer` cannot be `Sendable`: a lock guards the slot,
/// and the header is constant.
@usableFromInline
package final class LazyStorage<T>: ManagedBuffer<DynamicInjected<T>, LazyMemory> {
  @usableFromInline @inline(never)
  static func make(
    _ read: __owned @escaping (FactoryInjection) -> Factory<T>, _ type: Any.Type
  ) -> LazyStorage {
    make(.make(read, type))
  }

  @inline(__always)
  private static func make(_ source: __owned DynamicInjected<T>) -> LazyStorage {
    let storage = create(minimumCapacity: 1) { _ in source }
    storage.withUnsafeMutablePointerToElements { $0.initialize(to: LazyMemory()) }
    // `create` returns an object of the class that it is called on.
    return unsafeDowncast(storage, to: LazyStorage.self)
  }

  deinit {
    // A reader of the published instance owns the storage.
    published?.withoutTag.releaseObject()
    slot.deinitialize(count: 1)
  }

  /// Valid while the storage exists: a buffer's elements are not moved.
  @usableFromInline
  package var slot: LazySlot {
    @_alwaysEmitIntoClient @inline(__always) get { withUnsafeMutablePointerToElements { $0 } }
  }

  /// The published instance, if there is one.
  @_alwaysEmitIntoClient @inline(__always)
  var published: UnsafeMutableRawPointer? {
    // The first field of a `LazyMemory` is at its address.
    factory_pointer_load(
      UnsafeMutableRawPointer(slot).assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
  }

  /// New storage for the same factory, with an instance.
  fileprivate func replaced(by box: InstanceBox) -> LazyStorage {
    let storage = Self.make(header)
    storage.slot.store(box)
    return storage
  }
}

/// The instance of a lazy wrapper.
@usableFromInline
package struct LazyMemory {
  /// The box of the instance, with `FACTORY_HOLDS_WEAKLY`. Must be the first field. Written once, by the thread that builds, and
  /// read without the lock. Owns a reference.
  fileprivate var published: UnsafeMutableRawPointer?
  /// Guarded by the lock.
  fileprivate var slot = InstanceSlot()
}

@usableFromInline
package typealias LazySlot = UnsafeMutablePointer<LazyMemory>

// MARK: Building

extension LazySlot {
  /// Runs `body` under a lock, which other objects share. Nothing else is locked meanwhile.
  private func withLock<Result>(_ body: (inout InstanceSlot) -> Result) -> Result {
    factory_object_lock(UnsafeRawPointer(self)).withLock(.leaf) { body(&slot.pointee) }
  }

  private var slot: UnsafeMutablePointer<InstanceSlot> {
    // Computed instead of taken from `pointee`, because an `inout` access would claim exclusive access to the whole memory,
    // while other threads read what is published.
    (UnsafeMutableRawPointer(self) + MemoryLayout<LazyMemory>.offset(of: \.slot)!)
      .assumingMemoryBound(to: InstanceSlot.self)
  }

  fileprivate func store(_ box: InstanceBox) {
    withLock { $0.store(box) }
    publish(box)
  }

  private func publish(_ box: InstanceBox) {
    let new = UnsafeMutableRawPointer(owning: box) + (box.isWeak ? Int(FACTORY_HOLDS_WEAKLY) : 0)
    factory_pointer_store(
      UnsafeMutableRawPointer(self).assumingMemoryBound(to: UnsafeMutableRawPointer?.self), new)
  }

  /// The instance of a lazy wrapper, after waiting for it if another thread is building it; nil if
  /// the caller has to build it and call `storeLazily`.
  /// - Parameter type: the type of the instance.
  func beginLazily(_ type: Any.Type) -> InstanceBox? {
    let me = factory_current_thread()
    var (waited, isReentered) = (Construction?.none, false)
    let box: InstanceBox? = withLock { slot in
      switch slot.phase {
      // Also if it is held weakly and gone: then the property stays nil.
      case .cached(let box):
        return box
      case .empty:
        slot.begin(Construction(builder: me))
        return nil
      case .building(let construction):
        isReentered = construction.builder == me
        // Always true: only a construction with tasks can be abandoned.
        _ = construction.addAsker()
        waited = construction
        return nil
      }
    }
    if isReentered { CircularDependency.stop(reentering: me.pointee.top, ofType: type) }
    guard let waited else { return box }
    let outcome = WaitGraph.wait(for: waited)
    if case .circular(let chains) = outcome {
      CircularDependency.stop(waiting: chains)
    }
    // Set before the waiters were woken, by `storeLazily`, which passes a box.
    return assumedObject(waited.result!, InstanceBox.self)
  }

  /// Ends the construction that `beginLazily` started, and hands the instance to waiting threads.
  func storeLazily(_ box: InstanceBox) {
    let awaited: Construction? = withLock { slot in
      // It is never evicted, so the construction is still in progress.
      guard case .building(let construction) = slot.phase else { return nil }
      slot.end(construction, caching: box)
      return construction.isAwaited ? construction : nil
    }
    publish(box)
    if let awaited { WaitGraph.finish(awaited, with: box) }
  }
}

// MARK: Strong and weak

/// How a lazy wrapper holds its instance.
@usableFromInline
package enum LazyHolding {
  /// Reads the instance for `@LazyInjected`.
  @_alwaysEmitIntoClient @inline(__always)
  static func strongly<T>(_ storage: LazyStorage<T>) -> T {
    if let published = storage.published {
      // Owned by the storage, and a `StrongBox<T>`, like every box that a `@LazyInjected` stores.
      return Unmanaged<StrongBox<T>>.fromOpaque(published)._withUnsafeGuaranteedRef { $0.value }
    }
    return buildStrongly(storage)
  }

  @usableFromInline @inline(never)
  static func buildStrongly<T>(_ storage: LazyStorage<T>) -> T {
    if let box = storage.slot.beginLazily(T.self) {
      // A `StrongBox<T>`, like every box that a `@LazyInjected` stores.
      return assumedObject(box, StrongBox<T>.self).value
    }
    let instance = storage.header.resolve()
    storage.slot.storeLazily(StrongBox(instance))
    return instance
  }

  /// New storage for the same factory, with an instance that was assigned.
  @usableFromInline @inline(never)
  static func strong<T>(_ instance: T, like storage: LazyStorage<T>) -> LazyStorage<T> {
    storage.replaced(by: StrongBox(instance))
  }

  /// The same for `@WeakLazyInjected`.
  @usableFromInline @inline(never)
  static func weak<T>(_ instance: T?, like storage: LazyStorage<T>) -> LazyStorage<T> {
    storage.replaced(by: weakBox(of: instance))
  }

  /// Reads the instance for `@WeakLazyInjected`.
  @_alwaysEmitIntoClient @inline(__always)
  static func weakly<T>(_ storage: LazyStorage<T>) -> T? {
    if let published = storage.published { return weakValue(published) }
    return buildWeakly(storage)
  }

  @usableFromInline @inline(never)
  static func buildWeakly<T>(_ storage: LazyStorage<T>) -> T? {
    if let box = storage.slot.beginLazily(T.self) {
      // `isWeak` is true only for a `WeakBox`.
      return box.isWeak ? assumedObject(box, WeakBox.self).value(T.self) : nil
    }
    let instance = storage.header.resolve()
    storage.slot.storeLazily(weakBox(of: instance))
    return instance
  }

  /// The instance in a published box; nil if it is gone, or could not be held weakly.
  @_alwaysEmitIntoClient @inline(__always)
  static func weakValue<T>(_ published: UnsafeMutableRawPointer) -> T? {
    guard published.holdsWeakly else { return nil }
    // Owned by the storage, and the tag is set for a `WeakBox` only.
    return Unmanaged<WeakBox>.fromOpaque(published.withoutTag)
      ._withUnsafeGuaranteedRef { $0.value(T.self) }
  }

  /// A box that holds the instance weakly, or an empty one if that is impossible.
  static func weakBox<T>(of instance: T?) -> InstanceBox {
    guard let instance else { return InstanceBox() }
    return WeakBox(instance) ?? InstanceBox()
  }
}
