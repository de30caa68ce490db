// Factory, MIT licence; see LICENSE
//
// The storage of one cached instance: a state machine guarded by a lock, and the address of the
// instance, which a resolution that finds it (a hit) reads without the lock. Each factory that a
// container knows has a cell, and so has each singleton.
package import FactoryCore

/// The memory of a cell.
@usableFromInline
package struct CellMemory {
  /// The fields that threads read without the lock, and the lock. Must be the first field: C code
  /// finds it at the address of the cell.
  package var shared = factory_cell()
  /// Guarded by the lock.
  package var machine = InstanceStateMachine()
}

/// A cell, by its address. Cells are never moved: the owner of a cell allocates it, and keeps it
/// until no resolution can reach it.
@usableFromInline
package typealias Cell = UnsafeMutablePointer<CellMemory>

extension Cell {
  static func allocate() -> Cell {
    let cell = Cell.allocate(capacity: 1)
    cell.initialize(to: CellMemory())
    return cell
  }

  /// The part that C code accesses.
  package var shared: UnsafeMutablePointer<factory_cell> {
    // The first field of the memory is at its address.
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: factory_cell.self)
  }

  init(_ shared: UnsafeMutablePointer<factory_cell>) {
    // Every `factory_cell` is the first field of a `CellMemory`, so it has the same address.
    self = UnsafeMutableRawPointer(shared).assumingMemoryBound(to: CellMemory.self)
  }

  /// The instances by parameter, for a factory that is scoped on its parameters. Reading the
  /// reference needs no lock; reading the table's contents does. Valid as long as the cell.
  var parameters: ParameterTable? {
    // Owned by the cell, which sets it once and releases it in `clear`.
    factory_cell_parameters(shared)?.object(ParameterTable.self)
  }

  /// Takes the lock. `unlock` must follow.
  package func lock() -> LockedCell {
    factory_cell_lock(shared).take(.cell)
    return LockedCell(cell: self)
  }

  /// Publishes the instance that is cached now, and releases the lock.
  package func unlock(_ garbage: inout Garbage) {
    LockedCell(cell: self).publish(&garbage)
    unlock()
  }

  /// Releases the lock, if no instance was cached or evicted.
  func unlock() { factory_cell_lock(shared).release(.cell) }

  /// Runs `body` under the lock. What `body` adds to the garbage is released after the lock.
  package func withLock<Result>(_ body: (LockedCell, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    let result = body(lock(), &garbage)
    unlock(&garbage)
    garbage.release()
    return result
  }

  /// Evicts everything.
  @inline(never)
  package func evict() {
    withLock { locked, garbage in locked.evict(&garbage) }
  }

  /// The cached instances at this moment.
  @inline(never)
  package func saved() -> SavedCell {
    withLock { locked, _ in locked.saved() }
  }

  /// Restores the instances that `saved` returned.
  @inline(never)
  package func restore(_ saved: SavedCell) {
    withLock { locked, garbage in locked.restore(saved, &garbage) }
  }

  /// Releases the contents and the memory. No other thread can reach the cell.
  func destroy() {
    clear()
    deallocate()
  }

  /// Releases the contents. No other thread can reach the cell, but a previous reader may still be
  /// using its instance.
  func clear() {
    evict()
    factory_cell_parameters(shared)?.releaseObject()
    deinitialize(count: 1)
  }
}

/// A cell whose lock is held.
package struct LockedCell {
  package let cell: Cell

  /// The state of the instance, unless there is one for each parameter.
  package var machine: UnsafeMutablePointer<InstanceStateMachine> {
    // Computed instead of taken from `pointee`, because an `inout` access would claim exclusive
    // access to the whole cell, while other threads use parts of it.
    (UnsafeMutableRawPointer(cell) + MemoryLayout<CellMemory>.offset(of: \.machine)!)
      .assumingMemoryBound(to: InstanceStateMachine.self)
  }

  /// Changes the state machine of a parameter's instance or, without a node, of the only instance.
  package func withMachine<Result>(
    of node: ParameterNode?, _ body: (inout InstanceStateMachine) -> Result
  ) -> Result {
    LockOrder.requireHeld(.cell)
    return if let node { body(&node.machine) } else { body(&machine.pointee) }
  }

  /// Adds the table of parameters if there is none.
  func addParameterTable(_ type: ParameterKey.Type) {
    guard factory_cell_parameters(cell.shared) == nil else { return }
    // Owned by the cell from now on.
    factory_cell_set_parameters(
      cell.shared, UnsafeMutableRawPointer(owning: ParameterTable(type)))
  }

  /// Runs `body` with the table of parameters, which is created if there is none.
  @inline(never)
  func withParameters<Result>(
    _ type: ParameterKey.Type, _ body: (ParameterTable) -> Result
  ) -> Result {
    addParameterTable(type)
    // Not released while the cell is locked.
    return factory_cell_parameters(cell.shared)!.withObject(ParameterTable.self, body)
  }

  /// Evicts the instance and those of all parameters, and abandons constructions.
  @inline(never)
  package func evict(_ garbage: inout Garbage) {
    if let evicted = machine.pointee.evict() { garbage.add(evicted) }
    cell.parameters?.evict(&garbage)
  }

  /// Runs `body` with the state machine of each instance: the only one, or those by parameter. Not
  /// inlined, because each use would contain its body twice; only shutdowns and hooks use it.
  @inline(never)
  package func withEachMachine(_ body: (ParameterNode?, inout InstanceStateMachine) -> Void) {
    body(nil, &machine.pointee)
    cell.parameters?.forEachNode { body($0, &$0.machine) }
  }

  /// Publishes the instance that is cached now, for hits. The published address owns a reference,
  /// which is released when no reader protects the object any more.
  @inline(never)
  fileprivate func publish(_ garbage: inout Garbage) {
    LockOrder.requireHeld(.cell)
    var new: UnsafeMutableRawPointer?
    if case .cached(let box) = machine.pointee.phase {
      new = UnsafeMutableRawPointer(unowned: box) + (box.isWeak ? Int(FACTORY_HOLDS_WEAKLY) : 0)
    }
    let published = factory_cell_published(cell.shared)
    if factory_pointer_load(published) == new { return }
    // The published address owns a reference: see `Retirement.releaseNow`.
    if let new { _ = UnsafeMutableRawPointer(owning: new.withoutTag.object(InstanceBox.self)) }
    if let old = factory_publish(published, new) { garbage.add(retired: old) }
  }

  // MARK: Snapshots

  /// The cached instances, without constructions in progress.
  package func saved() -> SavedCell {
    SavedCell(
      instance: machine.pointee.cached,
      parameters: cell.parameters?.saved() ?? [])
  }

  /// Restores the instances that `saved` returned.
  package func restore(_ saved: SavedCell, _ garbage: inout Garbage) {
    evict(&garbage)
    if let (instance, lastUse) = saved.instance {
      machine.pointee.restore(instance, lastUse: lastUse)
    }
    if let first = saved.parameters.first {
      withParameters(type(of: first.key)) { $0.restore(saved.parameters, &garbage) }
    }
  }
}

/// The instances that were cached in a cell at some moment.
package struct SavedCell {
  var instance: (instance: InstanceBox, lastUse: UInt64)?
  var parameters: [ParameterTable.Saved] = []

  mutating func forget(_ box: InstanceBox) {
    if instance?.instance === box { instance = nil }
    parameters.removeAll { $0.instance === box }
  }
}
