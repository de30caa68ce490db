// Factory, MIT licence; see LICENSE
//
// A container's storage: its entries, settings and snapshots. Owned by `ContainerManager`.
public import FactoryCore

/// What a `ContainerManager` stores, at a fixed address, so that lookups need no exclusivity checks
/// and no references. A `ContainerState`, guarded by the lock, follows it in memory.
///
/// Locks are taken in this order: the container's, an entry's, a singleton's, then those of stores,
/// snapshots and contexts.
@usableFromInline
typealias ContainerCore = UnsafeMutablePointer<factory_core>

/// The settings of a container, a value so that `push` can copy it.
struct ContainerSettings {
  /// Retained by the state.
  var defaultScope: ScopeReference?
  var decorator: ContainerDecorator?
  var isAutoRegistered = false
  var promiseTriggersError = true
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
struct ContainerState: ~Copyable {
  var settings = ContainerSettings()
  /// Numbers the snapshots.
  var snapshotsTaken: UInt32 = 0
  var autoRegistration: Construction?
  /// Whether a reset or a `pop` came while `autoRegister` was running on another thread.
  var isAutoRegistrationOutdated = false
  /// Known from the first factory on.
  var containerType: Any.Type?
  /// Set for containers that register themselves, to do so again after a reset. Weak: the
  /// container owns its manager, not the reverse.
  var autoRegistering: WeakAutoRegistering?
  /// Every scope that the container or its factories ever had, see ``ScopeReference``. Few: those that
  /// the program declares. With each the plan of factories that have that scope and nothing else.
  private var scopes: [(scope: Scope, plan: Plan)] = []

  /// Retains a scope for as long as the container exists, and returns the plan of factories that have
  /// that scope and nothing else.
  mutating func retain(_ scope: Scope) -> Plan {
    if let known = scopes.first(where: { $0.scope === scope }) { return known.plan }
    var settings = PlanSettings()
    settings.scope = ScopeReference(scope)
    let plan = Plan(settings)
    scopes.append((scope, plan))
    return plan
  }
}

/// A weak reference in an object of its own, because a weak field would make copying the state
/// expensive.
final class WeakAutoRegistering {
  // Written by `init` only; the run time makes reading it safe from any thread.
  @exclusivity(unchecked) private(set) weak var object: (any AutoRegistering)?

  init(_ object: any AutoRegistering) {
    self.object = object
  }
}

extension ContainerCore {
  static func allocate() -> ContainerCore {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: stateOffset + MemoryLayout<ContainerState>.size,
      alignment: MemoryLayout<factory_core>.alignment)
    let core = memory.bindMemory(to: factory_core.self, capacity: 1)
    core.initialize(to: factory_core())
    factory_core_set_flags(core, ContainerSettings().flags)
    (memory + stateOffset).bindMemory(to: ContainerState.self, capacity: 1)
      .initialize(to: ContainerState())
    (memory + snapshotsOffset).bindMemory(to: [ContainerSnapshot].self, capacity: 1)
      .initialize(to: [])
    return core
  }

  // Right after the core, whose size is a multiple of any pointer's: the list of snapshots, which has
  // a lock of its own, because it is changed with an entry's lock held; and the state.
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
  func withLock<Result>(_ body: (inout ContainerState, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    factory_core_lock(self)
    let result = body(&state.pointee, &garbage)
    publishFlags(of: state.pointee)
    factory_core_unlock(self)
    garbage.release()
    return result
  }

  // MARK: Entries

  /// The entry of a factory, created if there is none.
  func entry(_ key: factory_key) -> Entry {
    if let table = factory_core_table(self), let entry = factory_table_find(table, key) {
      return entry
    }
    return withLock { _, garbage in
      if let entry = factory_core_find(self, key) { return entry }
      let entry = Entry.allocate(key)
      entry.withLock(self, garbage: &garbage) { locked, _ in locked.updateLookup() }
      factory_core_add(self, entry)
      return entry
    }
  }

  /// The entry of a factory, if there is one.
  func existingEntry(_ key: factory_key) -> Entry? {
    if let table = factory_core_table(self), let entry = factory_table_find(table, key) {
      return entry
    }
    return withLock { _, _ in factory_core_find(self, key) }
  }

  /// Every entry there is now. They stay valid while the core exists.
  var entries: [Entry] {
    @inline(never) get {
      var entries: [Entry] = []
      let table = factory_core_table(self)
      var place: UInt = 0
      while let entry = factory_table_next(table, &place) { entries.append(entry) }
      return entries
    }
  }

  /// Runs `body` with the lock of each entry in turn. Called with the container's lock held.
  func withEachEntry(
    _ garbage: inout Garbage, _ body: (LockedEntry, inout Garbage) -> Void
  ) {
    for entry in entries { entry.withLock(self, garbage: &garbage, body) }
  }

  // MARK: The default scope

  /// The scope of factories without one.
  var defaultScope: ScopeReference? {
    factory_core_default_scope(self).map { ScopeReference(address: $0) }
  }

  /// Lets lookups see the container's flags. `withLock` does it at its end.
  func publishFlags(of state: borrowing ContainerState) {
    factory_core_set_flags(self, state.settings.flags)
    factory_core_set_has_clock(self, state.settings.clock != nil)
  }

  /// Lets lookups see the default scope, before `updateLookups`. The state has retained it.
  func publishDefaultScope(of state: borrowing ContainerState) {
    factory_core_set_default_scope(self, state.settings.defaultScope?.address)
  }

  /// Lets lookups of factories without a scope see a new default scope, and evicts what the previous one
  /// kept. Called with the container's lock held.
  func updateLookups(evicting: Bool, _ garbage: inout Garbage) {
    withEachEntry(&garbage) { locked, garbage in
      if locked.withPlan({ $0.settings.scope != nil }) { return }
      if evicting {
        locked.willChange()
        locked.evict(&garbage)
      }
      locked.updateLookup()
    }
  }

  // MARK: Snapshots

  /// Runs `body` with the list of snapshots, of which the last one is in force.
  func withSnapshots<Result>(_ body: (inout [ContainerSnapshot]) -> Result) -> Result {
    factory_lock(factory_core_snapshot_lock(self))
    let result = body(&snapshots.pointee)
    factory_core_set_snapshot(self, snapshots.pointee.last?.number ?? 0)
    factory_unlock(factory_core_snapshot_lock(self))
    return result
  }

  /// Adds an entry's state to the last snapshot, if that is still `snapshot`. Called with the entry's
  /// lock held.
  func save(
    _ entry: Entry, _ saved: SavedEntry, in snapshot: UInt32, asFirst isFirst: Bool = false
  ) -> Bool {
    withSnapshots { snapshots in
      guard let last = snapshots.last, last.number == snapshot else { return false }
      last.save(entry, saved, asFirst: isFirst)
      return true
    }
  }

  /// Frees everything. Only from the manager's `deinit`.
  func destroy() {
    for entry in entries { entry.destroy() }
    factory_core_free_table(self)
    state.deinitialize(count: 1)
    snapshots.deinitialize(count: 1)
    UnsafeMutableRawPointer(self).deallocate()
  }
}
