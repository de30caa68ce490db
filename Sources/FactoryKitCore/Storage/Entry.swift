// Factory, MIT licence; see LICENSE
//
// The state that one container stores for one factory: its settings and its cell.
public import FactoryCore

/// The state of one factory in one container.
///
/// Entries are allocated by the container, never moved, and freed with the container. The lock of
/// the entry's cell also guards the settings, so that one critical section decides that a thread builds
/// the instance and which closure it runs.
@usableFromInline
package typealias Entry = UnsafeMutablePointer<factory_entry>

extension Entry {
  static func allocate(_ key: factory_key, _ contentHash: UInt32, _ settings: Settings) -> Entry {
    initialize(factory_allocate(size), key, contentHash, settings)
  }

  static var size: Int { MemoryLayout<factory_entry>.stride + MemoryLayout<CellMemory>.size }

  static func initialize(
    _ memory: UnsafeMutableRawPointer, _ key: factory_key, _ contentHash: UInt32,
    _ settings: Settings
  ) -> Entry {
    let entry = memory.bindMemory(to: factory_entry.self, capacity: 1)
    entry.initialize(
      to: factory_entry(
        key: key, lookup: nil, singleton: nil,
        settings: UnsafeMutableRawPointer(owning: settings), registrations_below: 0,
        content: contentHash))
    (memory + MemoryLayout<factory_entry>.stride)
      .bindMemory(to: CellMemory.self, capacity: 1).initialize(to: CellMemory())
    return entry
  }

  /// Releases the contents and the memory. No other thread can reach the entry.
  func destroy(_ core: ContainerCore) {
    cell.clear()
    // The entry owns its settings.
    factory_entry_settings(self)!.releaseObject()
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
  /// - Parameter isInheriting: whether the settings of a child's entry are brought up to date first.
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

  /// Takes the lock, and brings the settings of a child's entry up to date.
  func lock(_ core: ContainerCore, _ garbage: inout Garbage) -> LockedEntry {
    let locked = LockedEntry(entry: self, cell: cell.lock(), core: core)
    if core.parent != nil { locked.inherit(&garbage) }
    return locked
  }

  /// Reads the settings under the lock. `body` must not change the entry.
  func readSettings<Result>(_ core: ContainerCore, _ body: (Settings) -> Result) -> Result {
    if core.parent != nil { return withLock(core) { locked, _ in locked.withSettings(body) } }
    let locked = LockedEntry(entry: self, cell: cell.lock(), core: core)
    let result = locked.withSettings(body)
    cell.unlock()
    return result
  }

  /// Reads what was set in this container, without what a child inherits.
  func readOwnSettings<Result>(_ core: ContainerCore, _ body: (Settings) -> Result) -> Result {
    if core.parent != nil { return withLock(core) { locked, _ in body(locked.ownSettings) } }
    return readSettings(core, body)
  }

  /// The current settings.
  package func settings(_ core: ContainerCore) -> Settings { readSettings(core) { $0 } }
}

/// An entry whose lock is held.
package struct LockedEntry {
  let entry: Entry
  package let cell: LockedCell
  let core: ContainerCore

  // MARK: The settings

  package var settings: Settings {
    // Owned by the entry, which does not change it while the lock is held.
    factory_entry_settings(entry)!.object(Settings.self)
  }

  /// Reads the settings without retaining them. `body` must not replace them.
  package func withSettings<Result>(_ body: (Settings) -> Result) -> Result {
    // Owned by the entry, which does not change it while the lock is held.
    factory_entry_settings(entry)!.withObject(Settings.self, body)
  }

  /// Selects the context again if `FactoryContext.current` has changed.
  @inline(never)
  func updateChoice(_ garbage: inout Garbage) {
    if withSettings({ !$0.isCurrent }) { publish(Settings(settings.values), &garbage) }
  }

  /// Replaces the settings by others with a modification. Called after `willChange`.
  @inline(never)
  func apply(
    _ modification: Modification, isAfterOnce: Bool = false, _ garbage: inout Garbage
  ) {
    var values = withOwnSettings { $0.values }
    values.apply(modification, SettingOrigin(depth: core.depth, isOverride: isAfterOnce))
    replace(Settings(values), &garbage)
  }

  /// Replaces the settings. Called after `willChange`.
  @inline(never)
  package func replace(_ settings: Settings, _ garbage: inout Garbage) {
    if core.parent == nil { publish(settings, &garbage) } else { replaceOwn(settings, &garbage) }
  }

  /// Replaces the settings that resolutions read. In a child, these are the merged settings; the child's own ones stay.
  func publish(_ settings: Settings, _ garbage: inout Garbage) {
    // Takes over the entry's reference to the old settings.
    garbage.add(factory_entry_settings(entry)!.takeObject(Settings.self))
    factory_entry_set_settings(entry, UnsafeMutableRawPointer(owning: settings))
    updateLookup()
  }

  /// Publishes the action that follows from the settings and the container's default scope to lookups.
  func updateLookup() {
    let scope = scope
    withSettings { settings in
      var lookup = settings.lookup(scope, hasSingletonCell: factory_entry_singleton(entry) != nil)
      if core.parent != nil { lookup = childAction(lookup, scope) }
      factory_entry_set_lookup(entry, settings.values.scope.value?.address, UInt(lookup))
      factory_entry_set_is_simple(entry, settings.values.haveNoExtra && !settings.values.isOnce)
    }
  }

  // MARK: The scope

  /// The effective scope: the factory's own or, if it has none, the container's default.
  package var scope: ScopeReference? { withSettings { $0.values.scope.value } ?? core.defaultScope }

  /// Whether a resolution has to set the factory's scope to that of the factory value. This is the
  /// case if the factory has been reset since the value was created, or if the modifiers that
  /// usually follow in the value's chain did not follow.
  func mustSetScope(_ scope: ScopeReference) -> Bool {
    withSettings { settings in
      settings.values.scope.value != scope
        && (settings.values.scope.value == nil || !settings.values.isOnce)
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
      settings: ownSettings, cell: cell.saved(), savedIn: factory_cell_saved_in(entry.cell.shared))
  }

  /// Restores a saved state. Called after `willChange`.
  @inline(never)
  package func restore(_ saved: SavedEntry, _ garbage: inout Garbage) {
    cell.restore(saved.cell, &garbage)
    factory_cell_count_eviction(entry.cell.shared)
    replace(saved.settings, &garbage)
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
  package let settings: Settings
  package var cell: SavedCell
  /// The snapshot in which an earlier state was last saved.
  let savedIn: UInt32
}
