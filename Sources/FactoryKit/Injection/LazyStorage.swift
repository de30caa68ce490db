// Factory, MIT licence; see LICENSE
//
// Where the lazy wrappers store their instance: the first reader builds it, others wait.
public import FactoryCore

/// The shared storage of one lazily injected property: how to read its factory and, in the same
/// allocation, the cell of the instance.
///
/// Copies of a wrapper share their storage; assigning to the property replaces it. So an instance is
/// stored once and never evicted, and a reader that finds it published needs neither a lock nor a
/// hazard slot: the wrapper that it reads owns the storage, which owns the instance.
///
/// Safe from any thread, though a `ManagedBuffer` cannot say so: the cell guards itself, and the header
/// is constant.
@usableFromInline
final class LazyStorage<T>: ManagedBuffer<() -> Factory<T>, CellMemory> {
  @_alwaysEmitIntoClient @inline(__always)
  static func make(_ read: @escaping () -> Factory<T>) -> LazyStorage {
    let storage = create(minimumCapacity: 1) { _ in read }
    storage.withUnsafeMutablePointerToElements { $0.initialize() }
    // `create` makes an object of the class that it is called on.
    return unsafeDowncast(storage, to: LazyStorage.self)
  }

  deinit {
    cell.clear()
  }

  /// Valid while the storage exists: a buffer's elements are not moved.
  @usableFromInline
  var cell: Cell {
    @_alwaysEmitIntoClient @inline(__always) get { withUnsafeMutablePointerToElements { $0 } }
  }

  /// The published instance, if there is one.
  @_alwaysEmitIntoClient @inline(__always)
  var published: UnsafeMutableRawPointer? {
    // The first field of a cell.
    factory_pointer_load(
      factory_cell_published(
        UnsafeMutableRawPointer(cell).assumingMemoryBound(to: factory_cell.self)))
  }

  /// A storage for the same factory with an instance.
  @_alwaysEmitIntoClient
  func replaced(by box: InstanceBox) -> LazyStorage {
    let storage = Self.make(header)
    storage.cell.store(box)
    return storage
  }
}

// MARK: Building

extension Cell {
  @usableFromInline
  func initialize() { initialize(to: CellMemory()) }

  @usableFromInline
  func store(_ box: InstanceBox) {
    withLock { locked, _ in locked.machine.pointee.restore(box, lastUse: TimeToLive.unknown) }
  }

  /// The instance of a lazy wrapper once it is built; nil if the caller has to build it and call
  /// `finishLazily`.
  @usableFromInline
  func beginLazily() -> InstanceBox? {
    let me = factory_current_thread()
    var waited: Construction?
    let box: InstanceBox? = withLock { locked, _ in
      // Asking would evict one that is held weakly and gone, but that stays nil.
      if let kept = locked.machine.pointee.kept { return kept.instance }
      switch locked.machine.pointee.ask(by: me) {
      case .hit(let box):
        return box
      case .build:
        return nil
      case .wait(let construction):
        construction.isAwaited = true
        waited = construction
        return nil
      case .reentered:
        CircularDependency.stop(reentering: me.pointee.top)
      }
    }
    guard let waited else { return box }
    if case .circular(let chains) = WaitGraph.wait(
      for: waited, describe: CircularDependency.describe)
    {
      CircularDependency.stop(waiting: chains)
    }
    // Set before the waiters were woken; only a box is ever put there.
    return unsafeDowncast(waited.result!, to: InstanceBox.self)
  }

  /// Ends what `beginLazily` began.
  @usableFromInline
  func finishLazily(_ box: InstanceBox) {
    let awaited: Construction? = withLock { locked, _ in
      // Nobody evicts this cell, so it is still under construction.
      guard case .building(let construction) = locked.machine.pointee.phase else { return nil }
      locked.machine.pointee.finish(construction, keeping: box)
      return construction.isAwaited ? construction : nil
    }
    if let awaited { WaitGraph.finish(awaited, with: box) }
  }
}

// MARK: Strong and weak

/// How a lazy wrapper holds its instance.
@usableFromInline
enum LazyHolding {
  /// As `@LazyInjected` does.
  @_alwaysEmitIntoClient @inline(__always)
  static func strongly<T>(_ storage: LazyStorage<T>) -> T {
    if let published = storage.published {
      // Owned by the storage, and a `StrongBox<T>`: see `finishLazily` below.
      return Unmanaged<StrongBox<T>>.fromOpaque(published)._withUnsafeGuaranteedRef { $0.value }
    }
    return buildStrongly(storage)
  }

  @_alwaysEmitIntoClient @inline(never)
  static func buildStrongly<T>(_ storage: LazyStorage<T>) -> T {
    if let box = storage.cell.beginLazily() {
      // As above.
      return unsafeDowncast(box, to: StrongBox<T>.self).value
    }
    let instance = storage.header().resolve()
    storage.cell.finishLazily(StrongBox(instance))
    return instance
  }

  /// As `@WeakLazyInjected` does.
  @_alwaysEmitIntoClient @inline(__always)
  static func weakly<T>(_ storage: LazyStorage<T>) -> T? {
    if let published = storage.published { return weakValue(published) }
    return buildWeakly(storage)
  }

  @_alwaysEmitIntoClient @inline(never)
  static func buildWeakly<T>(_ storage: LazyStorage<T>) -> T? {
    if let box = storage.cell.beginLazily() { return (box as? WeakBox)?.value(T.self) }
    let instance = storage.header().resolve()
    storage.cell.finishLazily(weakBox(of: instance))
    return instance
  }

  /// The instance in a published box; nil if it is gone, or was never held.
  @_alwaysEmitIntoClient @inline(__always)
  static func weakValue<T>(_ published: UnsafeMutableRawPointer) -> T? {
    guard published.holdsWeakly else { return nil }
    // Owned by the storage, and the tag says that it is a `WeakBox`.
    return Unmanaged<WeakBox>.fromOpaque(published.withoutTag)
      ._withUnsafeGuaranteedRef { $0.value(T.self) }
  }

  /// A box that holds an instance weakly, or nothing at all if it cannot be held weakly.
  @usableFromInline
  static func weakBox<T>(of instance: T?) -> InstanceBox {
    guard let instance else { return InstanceBox() }
    return WeakBox(instance) ?? InstanceBox()
  }
}
