// Factory, MIT licence; see LICENSE
//
// One place for an instance: the state machine behind its lock word. Entries, singletons and
// per-parameter instances are all held in cells.
import FactoryAtomics

/// An ``InstanceState`` with the lock that guards it, at a fixed address.
///
/// Cells are never moved: whoever owns one allocates it and keeps it until no resolution can
/// reach it. They are used through `UnsafeMutablePointer<Cell>`.
@usableFromInline
package struct Cell {
  /// At the cell's own address; reached through `lockWord` only.
  private var lock: UInt32 = 0
  private var contents = CellContents()

  init() {}

  /// See `Entry.isLaidOutAsComputed`.
  static var isLaidOutAsComputed: Bool {
    MemoryLayout<Cell>.offset(of: \.lock) == 0
      && MemoryLayout<Cell>.offset(of: \.contents) == contentsOffset
  }

  /// After the lock word, rounded up to the alignment of what it guards.
  static var contentsOffset: Int { MemoryLayout<CellContents>.alignment }
}

/// What a cell's lock guards.
struct CellContents {
  var state = InstanceState()
  /// The cells of a factory scoped on its parameters.
  var parameters: (any AnyParameterCells)?
}

extension UnsafeMutablePointer<Cell> {
  /// The lock. Its address is computed and not taken from the field, because an `inout` access
  /// would claim the whole cell for itself, lock included, while other threads are at it.
  @inlinable @inline(__always)
  var lockWord: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt32.self)
  }

  /// What the lock guards; only under the lock.
  var contents: UnsafeMutablePointer<CellContents> {
    (UnsafeMutableRawPointer(self) + Cell.contentsOffset)
      .assumingMemoryBound(to: CellContents.self)
  }

  /// Runs `body` under the lock. What it puts into the garbage is let go after the lock, because
  /// letting go of an instance may run its `deinit`.
  func withLock<Result>(_ body: (inout CellContents, inout [AnyObject]) -> Result) -> Result {
    var garbage: [AnyObject] = []
    factory_lock(lockWord)
    let result = body(&contents.pointee, &garbage)
    factory_unlock(lockWord)
    return withExtendedLifetime(garbage) { result }
  }

  /// Drops the instance, those of all parameters, and whatever is being built.
  func invalidate() {
    withLock { cell, garbage in
      cell.state.invalidate(garbage: &garbage)
      if let parameters = cell.parameters { garbage.append(parameters) }
      cell.parameters = nil
    }
  }

  /// Drops the instances made, or being made, for one scope.
  func invalidate(scope: ObjectIdentifier) {
    let parameters = withLock { cell, garbage in
      if cell.state.scope == scope { cell.state.invalidate(garbage: &garbage) }
      return cell.parameters
    }
    parameters?.invalidate(scope: scope)
  }

  /// A copy of what is kept here.
  func save() -> SavedCell {
    let (saved, parameters) = withLock { cell, _ in (cell.state.saved, cell.parameters) }
    return SavedCell(instance: saved, parameters: parameters?.copy())
  }

  /// Puts back what `save` copied.
  func restore(_ saved: SavedCell) {
    let parameters = saved.parameters?.copy()
    withLock { cell, garbage in
      cell.state.invalidate(garbage: &garbage)
      if let instance = saved.instance { cell.state.restore(instance, garbage: &garbage) }
      if let replaced = cell.parameters { garbage.append(replaced) }
      cell.parameters = parameters
    }
  }
}

/// What a cell keeps, copied.
struct SavedCell {
  let instance: SavedInstance?
  let parameters: (any AnyParameterCells)?

  var isEmpty: Bool { instance == nil && parameters == nil }
}
