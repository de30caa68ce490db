// Factory, MIT licence; see LICENSE
//
// The place of one instance.
internal import FactoryCore

/// The state of one instance in a cell: the cell's own, or that of one parameter.
struct CellPlace: ~Copyable {
  let cell: Cell
  let node: ParameterNode?
  /// The owner of the cell, if that is neither the container nor the process's singleton scope.
  let owner: AnyObject?

  /// Finishes a construction. Called with the cell's lock held.
  func finish(
    _ locked: LockedCell, _ construction: Construction, _ kept: InstanceBox?, _ time: UInt64
  ) {
    _ = locked.withMachine(of: node) {
      $0.finish(construction, keeping: kept, at: time)
    }
  }
}
