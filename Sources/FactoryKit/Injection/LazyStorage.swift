// Factory, MIT licence; see LICENSE
//
// Where the lazy wrappers keep their instance: a cell, so that the first reader makes it and
// others wait, with the same reports of circular waits as everywhere.
import FactoryAtomics

/// Holds what a lazy wrapper resolved, strongly or weakly. A weak holder whose instance has gone
/// stays in the cell: the factory is not asked again.
final class LazyHolder<T>: InstanceBox {
  enum Ownership {
    case strong, weak
  }

  private let owned: T?
  private let observed: WeakBox<T>?

  init(_ value: T?, _ ownership: Ownership) {
    owned = ownership == .strong ? value : nil
    observed = ownership == .weak ? value.flatMap { WeakBox($0) } : nil
  }

  var value: T? { owned ?? observed?.value }
}

/// The shared storage of one lazily injected property.
final class LazyStorage<T>: @unchecked Sendable {
  // Sendable: the cell guards itself; `reference` is constant. What readers share of the instance
  // is what the wrappers' own conditional conformance allows.
  let reference: FactoryReference<T>
  private let ownership: LazyHolder<T>.Ownership
  private let cell: UnsafeMutablePointer<Cell>

  init(_ reference: FactoryReference<T>, _ ownership: LazyHolder<T>.Ownership) {
    self.reference = reference
    self.ownership = ownership
    cell = .allocate(capacity: 1)
    cell.initialize(to: Cell())
  }

  /// A storage that holds `value` already.
  func replaced(by value: T?) -> LazyStorage {
    let storage = LazyStorage(reference, ownership)
    let saved = SavedInstance(
      instance: LazyHolder(value, ownership), scope: Self.scope, lastUse: 0)
    storage.cell.withLock { cell, garbage in cell.state.restore(saved, garbage: &garbage) }
    return storage
  }

  deinit {
    cell.deinitialize(count: 1)
    cell.deallocate()
  }

  /// All storages are of one "scope": the state machine only needs it to stay the same.
  private static var scope: ObjectIdentifier { ObjectIdentifier(Self.self) }

  /// The instance, made on the first call; nil if it is held weakly and has gone.
  func instance() -> T? {
    let me = factory_current_thread()
    let request = InstanceState.Request(scope: Self.scope, owner: me, timeToLive: nil)
    let action = cell.withLock { cell, garbage in
      cell.state.request(request, garbage: &garbage)
    }
    switch action {
    case .hit(let box):
      // Only holders of this type are put into the cell.
      return unsafeDowncast(box, to: LazyHolder<T>.self).value
    case .build(let construction):
      let instance = reference.factory.resolve()
      let holder = LazyHolder(instance, ownership)
      cell.withLock { cell, _ in cell.state.finish(construction, instance: holder, now: 0) }
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
  var existing: T? {
    cell.withLock { cell, _ in cell.state.instance }
      // Only holders of this type are put into the cell.
      .flatMap { unsafeDowncast($0, to: LazyHolder<T>.self).value }
  }
}
