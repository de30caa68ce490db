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
  @usableFromInline var lock: UInt32 = 0
  var state = InstanceState()
  /// The cells of a factory scoped on its parameters. Guarded by `lock`.
  var parameters: AnyParameterCells?

  init() {}
}

extension UnsafeMutablePointer<Cell> {
  /// Runs `body` under the lock. What it puts into the garbage is let go after the lock, because
  /// letting go of an instance may run its `deinit`.
  func withLock<Result>(_ body: (inout Cell, inout [AnyObject]) -> Result) -> Result {
    var garbage: [AnyObject] = []
    factory_lock(&pointee.lock)
    let result = body(&pointee, &garbage)
    factory_unlock(&pointee.lock)
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
  let parameters: AnyParameterCells?

  var isEmpty: Bool { instance == nil && parameters == nil }
}
