// Factory, MIT licence; see LICENSE
//
// The place where an instance is to be cached.
internal import FactoryCore

/// A cell and, if each parameter has its own instance, the node of one parameter in it.
package struct CellPlace: ~Copyable {
  package let cell: Cell
  /// The parameter's node; nil for the cell's own instance.
  package let node: ParameterNode?
  /// The object that owns the cell's memory; nil if the cell exists as long as the container or the
  /// process.
  package let owner: AnyObject?

  /// Finishes a construction, and returns whether it was still the current one. Called with the
  /// cell's lock held.
  func finish(
    _ locked: LockedCell, _ construction: Construction, _ kept: InstanceBox?, _ time: UInt64
  ) -> Bool {
    locked.withMachine(of: node) {
      $0.finish(construction, keeping: kept, at: time, isUnseen: construction.isUnwanted)
    }
  }
}
