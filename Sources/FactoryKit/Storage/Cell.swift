// Factory, MIT licence; see LICENSE
//
// One place for an instance: a state machine behind a lock, and the published address that hits read
// without the lock. Entries and singletons have one each.
internal import FactoryCore

/// The memory of a cell.
@usableFromInline
struct CellMemory {
  /// What threads share without the lock, and the lock. Must stay the first field: C code finds it at
  /// the address of the cell.
  var shared = factory_cell()
  /// Guarded by the lock.
  var machine = InstanceStateMachine()
}

/// A cell, by its address. Cells are never moved: the owner of one allocates it and keeps it until no
/// resolution can reach it.
@usableFromInline
typealias Cell = UnsafeMutablePointer<CellMemory>

extension Cell {
  static func allocate() -> Cell {
    let cell = Cell.allocate(capacity: 1)
    cell.initialize(to: CellMemory())
    return cell
  }

  /// The part that C code knows.
  var shared: UnsafeMutablePointer<factory_cell> {
    // The first field of the memory is at its address.
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: factory_cell.self)
  }

  init(_ shared: UnsafeMutablePointer<factory_cell>) {
    // See above: every `factory_cell` is the first field of a `CellMemory`.
    self = UnsafeMutableRawPointer(shared).assumingMemoryBound(to: CellMemory.self)
  }

  /// The instances by parameter, for factories that are scoped on their parameters. Reading the
  /// reference needs no lock; reading the table's contents does. Valid as long as the cell.
  var parameters: Unmanaged<ParameterTable>? {
    // Owned by the cell, which sets it once and releases it in `clear`.
    factory_cell_parameters(shared).map { Unmanaged.fromOpaque($0) }
  }

  /// Takes the lock. `unlock` must follow.
  func lock() -> LockedCell {
    factory_lock(factory_cell_lock(shared))
    return LockedCell(cell: self)
  }

  /// Publishes the instance that there is now, and gives the lock back.
  func unlock(_ garbage: inout Garbage) {
    LockedCell(cell: self).publish(&garbage)
    unlock()
  }

  /// Gives the lock back when nothing was kept or evicted.
  func unlock() { factory_unlock(factory_cell_lock(shared)) }

  /// Runs `body` under the lock; what it adds to the garbage is released after it.
  func withLock<Result>(_ body: (LockedCell, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    let result = body(lock(), &garbage)
    unlock(&garbage)
    garbage.release()
    return result
  }

  /// Evicts everything.
  @inline(never)
  func evict() {
    withLock { locked, garbage in locked.evict(&garbage) }
  }

  /// Releases everything and the memory. No other thread can reach the cell.
  func destroy() {
    clear()
    deallocate()
  }

  /// Releases everything. No other thread can reach the cell, but a reader that came before may still
  /// be using its instance.
  func clear() {
    evict()
    parameters?.release()
    deinitialize(count: 1)
  }
}

/// A cell whose lock is held.
struct LockedCell {
  let cell: Cell

  /// The state of the instance, unless there is one for each parameter.
  var machine: UnsafeMutablePointer<InstanceStateMachine> {
    // Computed and not taken from a `pointee`, because an `inout` access would claim the whole cell,
    // while other threads use parts of it.
    (UnsafeMutableRawPointer(cell) + MemoryLayout<CellMemory>.offset(of: \.machine)!)
      .assumingMemoryBound(to: InstanceStateMachine.self)
  }

  /// Changes the state machine of a parameter's instance, or of the only instance.
  func withMachine<Result>(
    of node: ParameterNode?, _ body: (inout InstanceStateMachine) -> Result
  ) -> Result {
    if let node { body(&node.machine) } else { body(&machine.pointee) }
  }

  /// Runs `body` with the table of the parameters, created if there is none.
  func withParameters<Result>(
    _ type: ParameterKey.Type, _ body: (ParameterTable) -> Result
  ) -> Result {
    if cell.parameters == nil {
      // Owned by the cell from now on.
      let table = Unmanaged.passRetained(ParameterTable(type))
      factory_cell_set_parameters(cell.shared, table.toOpaque())
    }
    // Not released while the cell is locked.
    return cell.parameters!._withUnsafeGuaranteedRef(body)
  }

  /// Evicts the instance, those of all parameters, and whatever is being built.
  @inline(never)
  func evict(_ garbage: inout Garbage) {
    if let evicted = machine.pointee.evict() { garbage.add(evicted) }
    cell.parameters?._withUnsafeGuaranteedRef { $0.evict(&garbage) }
  }

  /// Makes hits find the instance that is kept now, and no other. The published address owns a
  /// reference of its own, which is released when no reader protects the object any more.
  @inline(never)
  fileprivate func publish(_ garbage: inout Garbage) {
    var new: UnsafeMutableRawPointer?
    if case .kept(let box) = machine.pointee.phase {
      new = Unmanaged.passUnretained(box).toOpaque() + (box.isWeak ? Int(FACTORY_HOLDS_WEAKLY) : 0)
    }
    let published = factory_cell_published(cell.shared)
    if factory_pointer_load(published) == new { return }
    if let new { _ = Unmanaged<AnyObject>.fromOpaque(new.withoutTag).retain() }
    if let old = factory_publish(published, new) { garbage.add(retired: old) }
  }

  // MARK: Snapshots

  /// What is kept here, but not what is being built.
  func saved() -> SavedCell {
    SavedCell(
      instance: machine.pointee.kept,
      parameters: cell.parameters?._withUnsafeGuaranteedRef { $0.saved() } ?? [])
  }

  /// Puts back what `saved` returned.
  func restore(_ saved: SavedCell, _ garbage: inout Garbage) {
    evict(&garbage)
    if let (instance, lastUse) = saved.instance {
      machine.pointee.restore(instance, lastUse: lastUse)
    }
    if let first = saved.parameters.first {
      withParameters(type(of: first.key)) { $0.restore(saved.parameters, &garbage) }
    }
  }
}

/// What a cell kept at some moment.
struct SavedCell {
  var instance: (instance: InstanceBox, lastUse: UInt64)?
  var parameters: [ParameterTable.Saved] = []
}
