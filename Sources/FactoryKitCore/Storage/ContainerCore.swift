// Factory, MIT licence; see LICENSE
//
// A container's storage: its entries, settings and snapshots. Owned by `ContainerManager`.
public import FactoryCore

/// The storage of a `ContainerManager`, at a fixed address, so that lookups need neither
/// exclusivity checks nor reference counting. A `ContainerState`, guarded by the lock, follows it
/// in memory.
///
/// Locks are taken in this order: the container's, an entry's, a singleton's cell, then one leaf
/// lock, such as that of the snapshots. Invariant 1 in the article Engine lists them all.
@usableFromInline
package typealias ContainerCore = UnsafeMutablePointer<factory_core>

/// The settings of a container. A value, so that `push` can copy it.
struct ContainerSettings {
  /// Retained by the state.
  var defaultScope: ScopeReference?
  var decorator: ContainerDecorator?
  var isAutoRegistered = false
  /// Nil if it was not set.
  var promiseTriggersError: Bool?
  var clock: ContainerClock?

  fileprivate var flags: UInt32 {
    (isAutoRegistered ? 0 : UInt32(FACTORY_AUTO_REGISTERS))
      | (decorator != nil ? UInt32(FACTORY_DECORATES) : 0)
  }
}

/// A decorator of all factories of a container.
final class ContainerDecorator {
  let apply: (Any) -> Void

  init(_ apply: @escaping (Any) -> Void) {
    self.apply = apply
  }
}

/// A clock that replaces the system's.
final class ContainerClock: Sendable {
  let now: @Sendable () -> UInt64

  init(_ now: @escaping @Sendable () -> UInt64) {
    self.now = now
  }
}

/// The guarded part of a container's storage.
package struct ContainerState: ~Copyable {
  var settings = ContainerSettings()
  /// The number of the last snapshot.
  var snapshotsTaken: UInt32 = 0
  /// Whether factory values retain the container: see `ContainerManager.retainedContainer`.
  var valuesRetainContainer = false
  /// The container of a child that is a `Container`, which is not retained.
  var container: Unmanaged<AnyObject>?
  /// Created when the first property wrapper remembers the container.
  var reference: ChildReference?
  /// Whether `autoRegister` never runs: an option of a test's container.
  var isWithoutAutoRegister = false
  /// How often `autoRegister` had to run again.
  var rearmings: UInt32 = 0
  /// Whether there was a reset or a `pop` while `autoRegister` was running on another thread.
  var isAutoRegistrationOutdated = false
  var autoRegistration: Construction?
  /// The same call.
  var autoRegistrationRun: AutoRegistrationRun?
  /// The container, if it has an `autoRegister` to run, which a reset repeats. Weak, because the
  /// container owns its manager.
  var autoRegistering: WeakAutoRegistering?
  /// In the order in which they were added. Not one of the settings, so `pop` removes no observer.
  var observers: [any ResolutionObserver] = []
  /// Whether an instance with a record was ever stored through this container.
  var hasRecords = false
  /// Every scope that the container or its factories have ever had: see ``ScopeReference``. A
  /// program declares few scopes. With each, the settings of factories that have the scope and no other
  /// setting.
  private var scopes: [(scope: Scope, settings: Settings)] = []

  /// Retains a scope until the container is deallocated, and returns the settings of factories that
  /// have that scope and no other setting.
  mutating func retain(_ scope: Scope) -> Settings {
    if let known = scopes.first(where: { $0.scope === scope }) { return known.settings }
    var values = SettingValues()
    values.scope.ofDefinition = ScopeReference(scope)
    let settings = Settings(values)
    scopes.append((scope, settings))
    return settings
  }
}

/// A weak reference in a separate object, because a weak field would make copying the state
/// expensive.
final class WeakAutoRegistering {
  // Written by `init` only, and the runtime makes reading it safe from any thread.
  @exclusivity(unchecked) private(set) weak var object: (any AutoRegistering)?

  init(_ object: any AutoRegistering) {
    self.object = object
  }
}

extension ContainerCore {
  static func allocate() -> ContainerCore {
    let memory = factory_allocate(stateOffset + MemoryLayout<ContainerState>.size)
    let core = memory.bindMemory(to: factory_core.self, capacity: 1)
    core.initialize(to: factory_core())
    factory_core_set_flags(core, ContainerSettings().flags)
    (memory + stateOffset).bindMemory(to: ContainerState.self, capacity: 1)
      .initialize(to: ContainerState())
    (memory + snapshotsOffset).bindMemory(to: [ContainerSnapshot].self, capacity: 1)
      .initialize(to: [])
    return core
  }

  // The core is followed by the list of snapshots and the state. The core's size is a multiple of a
  // pointer's. The list has its own lock, because it is changed with an entry's lock held.
  private static var snapshotsOffset: Int { MemoryLayout<factory_core>.stride }
  private static var stateOffset: Int {
    snapshotsOffset + MemoryLayout<[ContainerSnapshot]>.stride
  }

  private var snapshots: UnsafeMutablePointer<[ContainerSnapshot]> {
    (UnsafeMutableRawPointer(self) + Self.snapshotsOffset)
      .assumingMemoryBound(to: [ContainerSnapshot].self)
  }

  private var state: UnsafeMutablePointer<ContainerState> {
    (UnsafeMutableRawPointer(self) + Self.stateOffset)
      .assumingMemoryBound(to: ContainerState.self)
  }

  /// Runs `body` under the container's lock; garbage is released after it.
  package func withLock<Result>(_ body: (inout ContainerState, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    let result = factory_core_lock(self).withLock(.container) {
      defer { publishFlags(of: state.pointee) }
      return body(&state.pointee, &garbage)
    }
    garbage.release()
    return result
  }

  /// Runs `body` under the container's lock. It must not change what the flags depend on, and must
  /// not remove references.
  package func withState<Result>(_ body: (inout ContainerState) -> Result) -> Result {
    factory_core_lock(self).withLock(.container) { body(&state.pointee) }
  }

  /// Stores the container of a new child, which calls `forgetContainer` before it is deallocated.
  func setContainer(_ container: AnyObject) {
    // Without the lock, because the container's `init` calls this, so no other thread can use it.
    state.pointee.container = .passUnretained(container)
  }

  /// Whether an instance with a record was ever stored. Called by the manager's `deinit`, when no other
  /// thread can use the container.
  var hasRecords: Bool { state.pointee.hasRecords }

  // MARK: Entries

  /// The entry of a factory, created if there is none.
  package func entry(_ key: factory_key) -> Entry {
    if let table = factory_core_table(self), let entry = factory_table_find(table, key) {
      return entry
    }
    return findOrAdd(key, Settings.empty).entry
  }

  /// The entry of a factory whose scope is to be set, and the settings of factories that have that
  /// scope and no other setting. An entry that is created here has these settings already.
  /// - Parameter isFirst: false if the settings have to record the scope that the same chain of modifiers has set
  ///   before. Then an entry that is created has no scope yet.
  package func entry(_ key: factory_key, for scope: Scope, isFirst: Bool) -> (
    entry: Entry, settings: Settings, isCreated: Bool
  ) {
    // A child's entries refer to the scopes that its root retains.
    let settings = root.withState { $0.retain(scope) }
    let (entry, hasSettings) = findOrAdd(key, isFirst ? settings : Settings.empty)
    return (entry, settings, hasSettings && isFirst)
  }

  /// The entry of a factory, and whether this call has created it with these settings. It may also have created it
  /// with the empty settings.
  @inline(never)
  private func findOrAdd(_ key: factory_key, _ settings: Settings) -> (
    entry: Entry, hasSettings: Bool
  ) {
    // Found first, so that the parent's lock is not taken inside this container's. Its key has the same
    // contents, so it has the same hash.
    let outer = parent?.entry(key)
    let contentHash =
      outer.map { factory_entry_content_hash($0) } ?? factory_key_content_hash(key)
    let lock = factory_core_lock(self)
    lock.take(.container)
    defer { lock.release(.container) }
    if let entry = factory_core_find(self, key, contentHash) { return (entry, false) }
    // A snapshot has to save the state without the scope first. A default scope is the factory's
    // previous one, whose instances have to be evicted.
    let hasSettings = factory_core_snapshot(self) == 0 && defaultScope == nil
    let settings = hasSettings ? settings : Settings.empty
    let entry: Entry
    if let outer {
      entry = Entry.allocate(key, settings, parent: outer)
    } else {
      entry = Entry.allocate(key, contentHash, settings)
      // Without the entry's lock, because no other thread can reach it before it is in the table.
      LockedEntry(entry: entry, cell: LockedCell(cell: entry.cell), core: self).updateLookup()
    }
    factory_core_add(self, entry)
    return (entry, hasSettings)
  }

  /// The entry of a factory, if there is one.
  package func existingEntry(_ key: factory_key) -> Entry? {
    if let table = factory_core_table(self), let entry = factory_table_find(table, key) {
      return entry
    }
    let contentHash = factory_key_content_hash(key)
    return withState { _ in factory_core_find(self, key, contentHash) }
  }

  /// The entry of a factory in this container or the nearest one around it that has one.
  package func nearestEntry(_ key: factory_key) -> (Entry, ContainerCore)? {
    var next: ContainerCore? = self
    while let core = next {
      if let entry = core.existingEntry(key) { return (entry, core) }
      next = core.parent
    }
    return nil
  }

  /// All current entries. They are valid while the core exists.
  package var entries: [Entry] {
    @inline(never) get {
      var entries: [Entry] = []
      let table = factory_core_table(self)
      var index: UInt = 0
      while let entry = factory_table_next(table, &index) { entries.append(entry) }
      return entries
    }
  }

  /// Runs `body` for each entry, with that entry's lock held. Called with the container's lock
  /// held.
  package func withEachEntry(
    _ garbage: inout Garbage, _ body: (LockedEntry, inout Garbage) -> Void
  ) {
    for entry in entries { entry.withLock(self, garbage: &garbage, body) }
  }

  // MARK: The default scope

  /// The scope of factories without one.
  var defaultScope: ScopeReference? {
    factory_core_any_default_scope(self).map { ScopeReference(address: $0) }
  }

  /// Publishes the container's flags to lookups. `withLock` calls it at its end.
  @inline(never)
  func publishFlags(of state: borrowing ContainerState) {
    var flags = state.settings.flags &+ state.rearmings &* UInt32(FACTORY_REARMED)
    if state.observers.contains(where: \.receivesSteps) { flags |= UInt32(FACTORY_IS_OBSERVED) }
    if parent != nil { flags |= UInt32(FACTORY_IS_CHILD) }
    if state.valuesRetainContainer { flags |= UInt32(FACTORY_VALUES_RETAIN_CONTAINER) }
    factory_core_set_flags(self, flags)
    factory_core_set_has_clock(self, state.settings.clock != nil)
  }

  /// Publishes the default scope to lookups, before `updateLookups`. The state has retained it.
  func publishDefaultScope(of state: borrowing ContainerState) {
    factory_core_set_default_scope(self, state.settings.defaultScope?.address)
  }

  /// Applies a new default scope to the factories without a scope. If `evicting`, evicts the
  /// instances cached under the previous one. Called with the container's lock held.
  @inline(never)
  func updateLookups(evicting: Bool, _ garbage: inout Garbage) {
    withEachEntry(&garbage) { locked, garbage in
      if locked.withSettings({ $0.values.scope.value != nil }) { return }
      if evicting {
        locked.willChange()
        locked.evict(&garbage)
      }
      locked.updateLookup()
    }
  }

  // MARK: Snapshots

  /// Runs `body` with the list of snapshots. The last one is the current one.
  func withSnapshots<Result>(_ body: (inout [ContainerSnapshot]) -> Result) -> Result {
    factory_core_snapshot_lock(self).take(.leaf)
    let result = body(&snapshots.pointee)
    factory_core_set_snapshot(self, snapshots.pointee.last?.number ?? 0)
    factory_core_snapshot_lock(self).release(.leaf)
    return result
  }

  /// Adds an entry's state to the current snapshot, if that is still `snapshot`. Called with the
  /// entry's lock held.
  func save(
    _ entry: Entry, _ saved: SavedEntry, in snapshot: UInt32, asFirst isFirst: Bool = false
  ) -> Bool {
    withSnapshots { snapshots in
      guard let last = snapshots.last, last.number == snapshot else { return false }
      last.save(entry, saved, asFirst: isFirst)
      return true
    }
  }

  /// Removes an instance from all snapshots. Called with the container's lock held, by a caller that
  /// retains the box.
  package func forget(_ box: InstanceBox) {
    if factory_core_snapshot(self) == 0 { return }
    withSnapshots { snapshots in
      for snapshot in snapshots { snapshot.forget(box) }
    }
  }

  /// Frees all memory. Called only by the manager's `deinit`.
  func destroy() {
    releaseGraphs()
    let table = factory_core_table(self)
    var index: UInt = 0
    while let entry = factory_table_next(table, &index) { entry.destroy(self) }
    factory_core_free_table(self)
    if let scopes = factory_core_shared_scopes(self) {
      // Owned: see `allocate(_:childOf:sharing:)`.
      scopes.releaseObject()
    }
    state.deinitialize(count: 1)
    snapshots.deinitialize(count: 1)
    factory_free(self)
  }
}
