// Factory, MIT licence; see LICENSE
//
// The cells of one singleton scope.
internal import FactoryCore

/// Finds the cell of a factory's singleton.
///
/// A factory is found by its key and its container's type, and also by its key and the location of
/// its declaration, so that a declaration on `extension SharedContainer` has one singleton for all
/// containers. Generic containers are found by their type only: nothing tells a declaration on
/// `extension SharedContainer` from one on `extension Box`, whose types are different containers.
package final class SingletonStore {
  // All variables are guarded by `lock`.
  private let lock = Lock()
  private var cells: [Cell] = []
  /// Indices into `cells`. Each cell has several keys.
  private var indices = [FactoryIdentity: Int]()
  private var currentShutdown: AnyObject?
  /// The instances with lower numbers belong to the store that this one was copied from.
  private(set) package var firstNumber: UInt64 = 0

  init() {}

  deinit {
    // The cells are unreachable: every resolution in this scope retains it. The process's store is
    // never deallocated.
    for cell in cells { cell.destroy() }
  }

  /// The cell of a factory. Valid while the store exists.
  func cell(
    for key: factory_key, of container: Any.Type, declaredAt file: UnsafePointer<UInt8>,
    _ line: UInt32
  ) -> Cell {
    let inContainer = FactoryIdentity(key, in: container)
    if let known = lock.withLock({ indices[inContainer].map { cells[$0] } }) { return known }
    let isGeneric = String(reflecting: container).utf8.contains(UInt8(ascii: "<"))
    let declared = isGeneric ? inContainer : FactoryIdentity(key, declaredAt: file, line)
    return lock.withLock {
      // Another thread may have added it meanwhile.
      let index = indices[inContainer] ?? indices[declared] ?? cells.count
      if index == cells.count { cells.append(Cell.allocate()) }
      indices[inContainer] = index
      indices[declared] = index
      return cells[index]
    }
  }

  /// The cells that exist now. They are valid while the store exists.
  package var allCells: [Cell] { lock.withLock { cells } }

  func evictAll() {
    for cell in allCells { cell.evict() }
  }

  /// The shutdown in progress.
  package var shutdown: AnyObject? { lock.withLock { currentShutdown } }

  /// Records that `new` is in progress, unless another shutdown is. Returns the one that is.
  package func beginShutdown(_ new: AnyObject) -> AnyObject {
    lock.withLock {
      let current = currentShutdown ?? new
      currentShutdown = current
      return current
    }
  }

  package func endShutdown() {
    let ended = lock.withLock {
      defer { currentShutdown = nil }
      return currentShutdown
    }
    withExtendedLifetime(ended) {}
  }

  /// A store with the same cached instances, without the constructions in progress.
  func copy() -> SingletonStore {
    let copy = SingletonStore()
    let originals = lock.withLock {
      copy.indices = indices
      return cells
    }
    for original in originals {
      let cell = Cell.allocate()
      let saved = original.saved()
      cell.withLock { locked, garbage in
        locked.restore(saved, &garbage)
        locked.withEachMachine { _, machine in
          // So that a hook that is set later does not apply to it: see `LockedCell.setHook`.
          guard let box = machine.cached?.instance, box.record == nil else { return }
          if let old = machine.replace(with: box.recorded(.copied)) { garbage.add(old) }
        }
      }
      copy.cells.append(cell)
    }
    copy.firstNumber = ConstructionOrder.next()
    return copy
  }
}
