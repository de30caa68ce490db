// Factory, MIT licence; see LICENSE
//
// A container's engine state: its entries and settings. Owned by `ContainerManager`.
import FactoryAtomics

/// What a `ContainerManager` keeps, at a fixed address so that the hit path needs no exclusivity
/// checks and no references. In the same memory a `ContainerState` follows, guarded by the lock.
@usableFromInline
typealias ContainerCore = UnsafeMutablePointer<factory_core>

/// What a resolution has to heed before its entry, one bit each.
@usableFromInline
enum ContainerTrait {
  /// `autoRegister` has yet to run, or is running.
  static let autoRegisters = UInt32(FACTORY_AUTO_REGISTERS)
  @_alwaysEmitIntoClient static var hasDefaultScope: UInt32 { 2 }
  static let decorated: UInt32 = 4
  /// Factories have left scopes that may have instances of them yet.
  static let leavesScopes: UInt32 = 8
}

/// The settings of a container, a value so that `push` can copy it.
struct ContainerSettings {
  var defaultScope: Scope?
  var decorator: ((Any) -> Void)?
  var isAutoRegistered = false
  var promiseTriggersError = true
  var clock: (@Sendable () -> UInt64)?

  var traits: UInt32 {
    (isAutoRegistered ? 0 : ContainerTrait.autoRegisters)
      | (defaultScope != nil ? ContainerTrait.hasDefaultScope : 0)
      | (decorator != nil ? ContainerTrait.decorated : 0)
  }
}

/// The guarded part of a container's state.
struct ContainerState: ~Copyable {
  var settings = ContainerSettings()
  var snapshots: [ContainerSnapshot] = []
  var autoRegistration: Construction?
  /// Known from the first factory on.
  var containerType: Any.Type?
  /// Set for containers that register themselves, to do so again after a reset. Weak: the
  /// container owns its manager, not the reverse.
  var autoRegistering: WeakAutoRegistering?
  /// See `RecordedScope`.
  var scopes = KeptScopes()
  /// See `ContainerManager.postpone`.
  var leftScopes: UnsafeMutablePointer<LeftScope>?

  var traits: UInt32 {
    settings.traits | (leftScopes == nil ? 0 : ContainerTrait.leavesScopes)
  }
}

/// An object of its own, because a weak field would make the whole state one that cannot be copied
/// as bits.
final class WeakAutoRegistering {
  // Written by `init` only; the run time makes reading it safe from any thread.
  @exclusivity(unchecked) private(set) weak var object: (any AutoRegistering)?

  init(_ object: any AutoRegistering) {
    self.object = object
  }
}

/// Every scope that a container or its entries ever had. Few: those that the program declares.
struct KeptScopes {
  private var scopes: [Scope] = []

  mutating func keep(_ scope: Scope) {
    if !scopes.contains(where: { $0 === scope }) { scopes.append(scope) }
  }
}

/// What `push` remembers.
final class ContainerSnapshot {
  final class SavedEntry {
    let scope: Scope?
    let options: EntryOptions
    let cell: SavedCell

    init(scope: Scope?, options: EntryOptions, cell: SavedCell) {
      self.scope = scope
      self.options = options
      self.cell = cell
    }
  }

  /// After `pop` those that were in force.
  var settings: ContainerSettings
  /// The entries there were, and what was saved of each.
  let entries: [Entry]
  let saved: [SavedEntry]

  init(
    settings: ContainerSettings, entries: [Entry], saved: [SavedEntry]
  ) {
    self.settings = settings
    self.entries = entries
    self.saved = saved
  }
}

extension ContainerCore {
  static func allocate() -> ContainerCore {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: stateOffset + MemoryLayout<ContainerState>.size,
      alignment: MemoryLayout<factory_core>.alignment)
    let core = memory.bindMemory(to: factory_core.self, capacity: 1)
    core.initialize(to: factory_core())
    factory_core_set_traits(core, ContainerTrait.autoRegisters)
    (memory + stateOffset).bindMemory(to: ContainerState.self, capacity: 1)
      .initialize(to: ContainerState())
    return core
  }

  /// Right behind the core, whose size is a multiple of any pointer's.
  private static var stateOffset: Int { MemoryLayout<factory_core>.stride }

  /// What the lock guards; only under the lock.
  private var state: UnsafeMutablePointer<ContainerState> {
    (UnsafeMutableRawPointer(self) + Self.stateOffset)
      .assumingMemoryBound(to: ContainerState.self)
  }

  /// What a resolution has to heed now.
  @_alwaysEmitIntoClient @_transparent
  var traits: UInt32 { factory_core_traits(self) }

  /// Runs `body` under the container's lock; garbage is let go after it.
  func withLock<Result>(_ body: (inout ContainerState, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    factory_core_lock(self)
    let result = body(&state.pointee, &garbage)
    unlock(garbage)
    return result
  }

  /// The end of `withLock`. Not inlined: it is the same for all of them.
  @inline(never)
  private func unlock(_ garbage: consuming Garbage) {
    factory_core_set_traits(self, state.pointee.traits)
    factory_core_unlock(self)
    withExtendedLifetime(garbage) {}
  }

  /// Every entry there is now. They stay valid while the core lives.
  var entries: [Entry] {
    var entries: [Entry] = []
    let table = factory_core_table(self)
    var place: UInt = 0
    while let entry = factory_table_next(table, &place) { entries.append(entry) }
    return entries
  }

  /// Frees everything. Only from the manager's `deinit`.
  func destroy() {
    for entry in entries {
      entry.clear(droppingInstances: true)
    }
    factory_core_free_entries(self)
    state.deinitialize(count: 1)
    UnsafeMutableRawPointer(self).deallocate()
  }
}
