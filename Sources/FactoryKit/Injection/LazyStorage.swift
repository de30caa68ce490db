// Factory, MIT licence; see LICENSE
//
// Where the lazy wrappers keep their instance: a cell, so that the first reader makes it and
// others wait, with the same reports of circular waits as everywhere.
import FactoryAtomics

/// Holds what a lazy wrapper resolved, strongly or weakly. A weak holder whose instance has gone
/// stays in the cell: the factory is not asked again.
final class LazyHolder<T>: InstanceBox {
  private let owned: T?
  private let observed: WeakBox<T>?

  init(_ value: T?, _ ownership: LazyStorage.Ownership) {
    owned = ownership == .strong ? value : nil
    observed = ownership == .weak ? value.flatMap { WeakBox($0) } : nil
  }

  var value: T? { owned ?? observed?.value }
}

/// The shared storage of one lazily injected property: what to resolve, and behind it, in the same
/// allocation, the cell for the instance. Its functions are told the property's type; the storage
/// itself has none, so that making one needs no type at run time.
///
/// Safe from any thread, though a `ManagedBuffer` cannot say so: the cell guards itself, and the
/// header is constant.
@usableFromInline
final class LazyStorage: ManagedBuffer<LazyStorage.Source, Cell> {
  @usableFromInline
  struct Source {
    let keyPath: AnyKeyPath
    let ownership: Ownership
  }

  @usableFromInline
  enum Ownership {
    case strong, weak
  }

  /// - Parameter keyPath: leads from a shared container to a factory of the property's type.
  @usableFromInline @inline(never)
  static func make(_ keyPath: AnyKeyPath, _ ownership: Ownership) -> LazyStorage {
    let storage = create(minimumCapacity: 1) { _ in
      Source(keyPath: keyPath, ownership: ownership)
    }
    storage.withUnsafeMutablePointerToElements { $0.initialize(to: Cell()) }
    // `create` makes an object of the class it is called on.
    return unsafeDowncast(storage, to: LazyStorage.self)
  }

  deinit {
    _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) }
  }

  func factory<T>() -> Factory<T> { FactoryReference(unchecked: header.keyPath).factory }

  /// Valid while `self` lives: a buffer's elements are not moved.
  private var cell: UnsafeMutablePointer<Cell> { withUnsafeMutablePointerToElements { $0 } }

  /// A storage that holds `value` already.
  func replaced<T>(by value: T?) -> LazyStorage {
    let storage = Self.make(header.keyPath, header.ownership)
    let holder = LazyHolder(value, header.ownership)
    storage.cell.withLock { state, garbage in
      state.restore(SavedCell(instance: holder, scope: Self.scope), garbage: &garbage)
    }
    return storage
  }

  /// All storages are of one "scope": the state machine only needs it to stay the same.
  private static var scope: ObjectIdentifier { ObjectIdentifier(Self.self) }

  /// The instance, made on the first call; nil if it is held weakly and has gone.
  func instance<T>() -> T? {
    let sighting = factory_announce(cell.publishedWord)
    if let pointer = sighting.pointer, let announcement = sighting.announcement {
      // Alive while announced; only holders of the property's type are put into the cell.
      let value = Unmanaged<LazyHolder<T>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
      factory_withdraw(announcement)
      return value
    }
    return instanceByLock()
  }

  private func instanceByLock<T>() -> T? {
    let me = factory_current_thread()
    let request = InstanceState.Request(scope: Self.scope, owner: me, timeToLive: nil)
    let action = cell.withLock { state, garbage in state.request(request, garbage: &garbage) }
    switch action {
    case .hit(let box):
      cell.publish(box)
      // Only holders of the property's type are put into the cell.
      return unsafeDowncast(box, to: LazyHolder<T>.self).value
    case .build(let construction):
      let factory: Factory<T> = factory()
      let instance = factory.resolve()
      let holder = LazyHolder<T>(instance, header.ownership)
      cell.withLock { state, _ in state.finish(construction, instance: holder, now: nil) }
      construction.finish(with: holder)
      return instance
    case .wait(let construction):
      if case .circular(let chains) = WaitGraph.wait(for: construction) {
        CircularDependency.stop(waiting: chains)
      }
      // Set before the waiters were woken; only a holder of this type is ever put there.
      return unsafeDowncast(construction.result!, to: LazyHolder<T>.self).value
    case .reentered:
      CircularDependency.stop(reentering: me)
    }
  }

  /// The instance, if it was made and is still there.
  func existing<T>() -> T? {
    cell.withLock { state, _ in state.instance }
      // Only holders of the property's type are put into the cell.
      .flatMap { unsafeDowncast($0, to: LazyHolder<T>.self).value }
  }
}
