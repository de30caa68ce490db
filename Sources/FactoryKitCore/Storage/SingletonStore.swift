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
      cell.restore(saved)
      copy.cells.append(cell)
    }
    copy.firstNumber = ConstructionOrder.next()
    return copy
  }
}
