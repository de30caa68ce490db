// Factory, MIT licence; see LICENSE
//
// The state that one container stores for one factory: its plan and its cell.
public import FactoryCore

/// The state of one factory in one container.
///
/// Entries are allocated by the container, never moved, and freed with the container. The lock of
/// the entry's cell also guards the plan, so that one critical section decides that a thread builds
/// the instance and which closure it runs.
@usableFromInline
package typealias Entry = UnsafeMutablePointer<factory_entry>

extension Entry {
  static func allocate(_ key: factory_key, _ contentHash: UInt32, _ plan: Plan) -> Entry {
    initialize(factory_allocate(size), key, contentHash, plan)
  }

  static var size: Int { MemoryLayout<factory_entry>.stride + MemoryLayout<CellMemory>.size }

  static func initialize(
    _ memory: UnsafeMutableRawPointer, _ key: factory_key, _ contentHash: UInt32, _ plan: Plan
  ) -> Entry {
    let entry = memory.bindMemory(to: factory_entry.self, capacity: 1)
    entry.initialize(
      to: factory_entry(
        key: key, lookup: nil, singleton: nil,
        plan: UnsafeMutableRawPointer(owning: plan), registrations_below: 0,
        content: contentHash))
    (memory + MemoryLayout<factory_entry>.stride)
      .bindMemory(to: CellMemory.self, capacity: 1).initialize(to: CellMemory())
    return entry
  }

  /// Releases the contents and the memory. No other thread can reach the entry.
  func destroy(_ core: ContainerCore) {
    cell.clear()
    // The entry owns its plan.
    factory_entry_plan(self)!.releaseObject()
    factory_free(core.parent == nil ? UnsafeMutableRawPointer(self) : destroyInheritance(core))
  }

  /// The entry that a cell follows in memory.
  init(of cell: Cell) {
    // Every `CellMemory` of an entry follows it: see `initialize`.
    self = (UnsafeMutableRawPointer(cell) - MemoryLayout<factory_entry>.stride)
      .assumingMemoryBound(to: factory_entry.self)
  }

  package var cell: Cell { Cell(factory_entry_cell(self)) }

  /// Runs `body` under the lock. What `body` adds to the garbage is released after the lock.
  ///
  /// - Parameter isInheriting: whether the plan of a child's entry is brought up to date first.
  package func withLock<Result>(
    _ core: ContainerCore, isInheriting: Bool = true,
    _ body: (LockedEntry, inout Garbage) -> Result
  ) -> Result {
    var garbage = Garbage()
    let locked =
      isInheriting
      ? lock(core, &garbage) : LockedEntry(entry: self, cell: cell.lock(), core: core)
    let result = body(locked, &garbage)
    cell.unlock(&garbage)
    garbage.release()
    return result
  }

  /// The same for callers that hold another lock and release the garbage after that lock.
  package func withLock<Result>(
    _ core: ContainerCore, garbage: inout Garbage,
    _ body: (LockedEntry, inout Garbage) -> Result
  ) -> Result {
    let result = body(lock(core, &garbage), &garbage)
    cell.unlock(&garbage)
    return result
  }

  /// Takes the lock, and brings the plan of a child's entry up to date.
  func lock(_ core: ContainerCore, _ garbage: inout Garbage) -> LockedEntry {
    let locked = LockedEntry(entry: self, cell: cell.lock(), core: core)
    if core.parent != nil { locked.inherit(&garbage) }
    return locked
  }

  /// Reads the plan under the lock. `body` must not change the entry.
  func readPlan<Result>(_ core: ContainerCore, _ body: (Plan) -> Result) -> Result {
    if core.parent != nil { return withLock(core) { locked, _ in locked.withPlan(body) } }
    let locked = LockedEntry(entry: self, cell: cell.lock(), core: core)
    let result = locked.withPlan(body)
    cell.unlock()
    return result
  }

  /// Reads what was set in this container, without what a child inherits.
  func readOwnPlan<Result>(_ core: ContainerCore, _ body: (Plan) -> Result) -> Result {
    if core.parent != nil { return withLock(core) { locked, _ in body(locked.ownPlan) } }
    return readPlan(core, body)
  }

  /// The current plan.
  package func plan(_ core: ContainerCore) -> Plan { readPlan(core) { $0 } }
}

/// An entry whose lock is held.
package struct LockedEntry {
  package let entry: Entry
  package let cell: LockedCell
  let core: ContainerCore

  // MARK: The plan

  package var plan: Plan {
    // Owned by the entry, which does not change it while the lock is held.
    factory_entry_plan(entry)!.object(Plan.self)
  }

  /// Reads the plan without retaining it. `body` must not replace it.
  package func withPlan<Result>(_ body: (Plan) -> Result) -> Result {
    // Owned by the entry, which does not change it while the lock is held.
    factory_entry_plan(entry)!.withObject(Plan.self, body)
  }

  /// Selects the plan's context again if `FactoryContext.current` has changed.
  @inline(never)
  func updateChoice(_ garbage: inout Garbage) {
    if withPlan({ !$0.isCurrent }) { publish(Plan(plan.settings), &garbage) }
  }

  /// Replaces the plan by one with a modification. Called after `willChange`.
  @inline(never)
  func apply(
    _ modification: Modification, isAfterOnce: Bool = false, _ garbage: inout Garbage
  ) {
    var settings = withOwnPlan { $0.settings }
    settings.apply(modification)
    settings.record(modification, depth: core.depth, isOverride: isAfterOnce)
    replace(Plan(settings), &garbage)
  }

  /// Replaces the plan. Called after `willChange`.
  @inline(never)
  package func replace(_ plan: Plan, _ garbage: inout Garbage) {
    if core.parent == nil { publish(plan, &garbage) } else { replaceOwn(plan, &garbage) }
  }

  /// Replaces the plan that resolutions read. In a child, that is the merged plan; the child's own plan stays.
  func publish(_ plan: Plan, _ garbage: inout Garbage) {
    // Takes over the entry's reference to the old plan.
    garbage.add(factory_entry_plan(entry)!.takeObject(Plan.self))
    factory_entry_set_plan(entry, UnsafeMutableRawPointer(owning: plan))
    updateLookup()
  }

  /// Publishes the action that follows from the plan and the container's default scope to lookups.
  func updateLookup() {
    let scope = scope
    withPlan { plan in
      var lookup = plan.lookup(scope, hasSingletonCell: factory_entry_singleton(entry) != nil)
      if core.parent != nil { lookup = childAction(lookup, scope) }
      factory_entry_set_lookup(entry, plan.settings.scope?.address, UInt(lookup))
      factory_entry_set_is_simple(entry, plan.settings.hasNoExtra && !plan.settings.isOnce)
    }
  }

  // MARK: The scope

  /// The effective scope: the factory's own or, if it has none, the container's default.
  package var scope: ScopeReference? { withPlan { $0.settings.scope } ?? core.defaultScope }

  /// Whether a resolution has to set the factory's scope to that of the factory value. This is the
  /// case if the factory has been reset since the value was created, or if the modifiers that
  /// usually follow in the value's chain did not follow.
  func mustSetScope(_ scope: ScopeReference) -> Bool {
    withPlan { plan in
      plan.settings.scope != scope && (plan.settings.scope == nil || !plan.settings.isOnce)
    }
  }

  /// The scope that a resolution through a factory value with this scope uses.
  package func scope(of value: ScopeReference?) -> ScopeReference? {
    if let value, mustSetScope(value) { return value }
    return scope
  }

  // MARK: Instances

  /// Evicts the container's instances of this factory and abandons constructions. Called after
  /// `willChange`.
  @inline(never)
  func evict(_ garbage: inout Garbage) {
    cell.evict(&garbage)
    factory_cell_count_eviction(entry.cell.shared)
  }

  // MARK: Snapshots

  /// Saves the state in the container's current snapshot, before the first change since that was
  /// taken. Called once per change, so that a `push` is either before the whole change or after it.
  package func willChange() {
    if factory_core_snapshot(core) != 0 { save() }
  }

  private func save() {
    let cell = entry.cell.shared
    while true {
      let snapshot = factory_core_snapshot(core)
      if snapshot == 0 || factory_cell_saved_in(cell) == snapshot { return }
      // False if there was a `pop` in the meantime: then an earlier snapshot is the current one.
      if core.save(entry, savedState(), in: snapshot) {
        factory_cell_set_saved_in(cell, snapshot)
        return
      }
    }
  }

  package func savedState() -> SavedEntry {
    SavedEntry(
      plan: ownPlan, cell: cell.saved(), savedIn: factory_cell_saved_in(entry.cell.shared))
  }

  /// Restores a saved state. Called after `willChange`.
  @inline(never)
  package func restore(_ saved: SavedEntry, _ garbage: inout Garbage) {
    cell.restore(saved.cell, &garbage)
    factory_cell_count_eviction(entry.cell.shared)
    replace(saved.plan, &garbage)
  }

  /// Restores the state of a snapshot that has just been removed from the container's list.
  func pop(_ saved: SavedEntry, _ garbage: inout Garbage) {
    restore(saved, &garbage)
    let shared = entry.cell.shared
    let snapshot = factory_core_snapshot(core)
    let wasSavedMeanwhile =
      snapshot != 0 && factory_cell_saved_in(shared) == snapshot && saved.savedIn != snapshot
    // Another thread has changed the entry since the snapshot was removed, and has saved the state
    // from before that change in the previous snapshot. The state to save there is the one that is
    // restored now.
    if wasSavedMeanwhile, core.save(entry, saved, in: snapshot, asFirst: true) { return }
    factory_cell_set_saved_in(shared, saved.savedIn)
  }
}

/// The state of an entry at some moment.
package struct SavedEntry {
  /// What was set in the container.
  package let plan: Plan
  package var cell: SavedCell
  /// The snapshot in which an earlier state was last saved.
  let savedIn: UInt32
}
