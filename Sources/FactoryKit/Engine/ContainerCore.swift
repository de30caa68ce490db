// Factory, MIT licence; see LICENSE
//
// A container's engine state: its entries and settings. Owned by `ContainerManager`.
import FactoryAtomics

/// What a `ContainerManager` keeps, at a fixed address so that the hit path needs no exclusivity
/// checks and no references.
@usableFromInline
package struct ContainerCore {
  // The first four are at fixed offsets and reached through the pointers further down only.

  /// What a resolution has to heed before its entry, one bit each. Written under `lock`, read
  /// without.
  private var traits: UInt32 = Trait.autoRegisters
  private var lock: UInt32 = 0
  /// An `EntryTable`; null until a factory needs an entry.
  private var table: UnsafeMutableRawPointer?
  /// The container's `ContainerIdentity`; written once, before `autoRegister` is over.
  private var identity: UInt64 = 0
  // In the same memory a `ContainerState` follows, guarded by `lock`. It is not a field, so that
  // copying and destroying this exported type is nothing.

  @usableFromInline
  enum Trait {
    /// `autoRegister` has yet to run, or is running.
    @usableFromInline static let autoRegisters: UInt32 = 1
    @usableFromInline static let hasDefaultScope: UInt32 = 2
    @usableFromInline static let decorated: UInt32 = 4
  }

  fileprivate static var stateOffset: Int { 24 }

  static func allocate() -> UnsafeMutablePointer<ContainerCore> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: stateOffset + MemoryLayout<ContainerState>.size,
      alignment: MemoryLayout<ContainerCore>.alignment)
    let core = memory.bindMemory(to: ContainerCore.self, capacity: 1)
    core.initialize(to: ContainerCore())
    (memory + stateOffset).bindMemory(to: ContainerState.self, capacity: 1)
      .initialize(to: ContainerState())
    return core
  }

  /// See `Entry.isLaidOutAsComputed`.
  static var isLaidOutAsComputed: Bool {
    MemoryLayout<ContainerCore>.offset(of: \.traits) == 0
      && MemoryLayout<ContainerCore>.offset(of: \.lock) == 4
      && MemoryLayout<ContainerCore>.offset(of: \.table) == 8
      && MemoryLayout<ContainerCore>.offset(of: \.identity) == 16
      && MemoryLayout<ContainerCore>.size == stateOffset
      && stateOffset % MemoryLayout<ContainerState>.alignment == 0
  }
}

/// The settings of a container, a value so that `push` can copy it.
struct ContainerSettings {
  var defaultScope: Scope?
  var decorator: ((Any) -> Void)?
  var isAutoRegistered = false
  var promiseTriggersError = true
  var clock: (@Sendable () -> UInt64)?

  var traits: UInt32 {
    (isAutoRegistered ? 0 : ContainerCore.Trait.autoRegisters)
      | (defaultScope != nil ? ContainerCore.Trait.hasDefaultScope : 0)
      | (decorator != nil ? ContainerCore.Trait.decorated : 0)
  }
}

/// The guarded part of a container's state.
struct ContainerState {
  var settings = ContainerSettings()
  var snapshots: [ContainerSnapshot] = []
  var autoRegistration: Construction?
  /// Known from the first factory on.
  var containerType: Any.Type?
  /// Set for containers that register themselves, to do so again after a reset. Weak: the
  /// container owns its manager, not the reverse.
  var autoRegistering: WeakAutoRegistering?
  var entries = EntryIndex()
  /// Every scope that entries ever had, kept because a reader may still look at one.
  var scopes = KeptScopes()
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

/// Every scope that entries of a container ever had. Few: those that the program declares.
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
  let entries: [UnsafeMutablePointer<Entry>]
  let saved: [SavedEntry]

  init(
    settings: ContainerSettings, entries: [UnsafeMutablePointer<Entry>], saved: [SavedEntry]
  ) {
    self.settings = settings
    self.entries = entries
    self.saved = saved
  }
}

extension UnsafeMutablePointer<ContainerCore> {
  // Addresses are computed for the reason given at `Cell.lockWord`.

  @_alwaysEmitIntoClient @_transparent
  var traitsWord: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt32.self)
  }

  private var lockWord: UnsafeMutablePointer<UInt32> { traitsWord + 1 }

  @_alwaysEmitIntoClient @_transparent
  var tableWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (UnsafeMutableRawPointer(self) + 8).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// What the lock guards; only under the lock.
  private var state: UnsafeMutablePointer<ContainerState> {
    (UnsafeMutableRawPointer(self) + ContainerCore.stateOffset)
      .assumingMemoryBound(to: ContainerState.self)
  }

  /// The container's identity. Written under the lock by the first use, which every other use
  /// comes after.
  @_alwaysEmitIntoClient @_transparent
  var identity: UnsafeMutablePointer<UInt64> {
    (UnsafeMutableRawPointer(self) + 16).assumingMemoryBound(to: UInt64.self)
  }

  /// What a resolution has to heed now.
  @_alwaysEmitIntoClient @_transparent
  var traits: UInt32 { factory_word_load(traitsWord) }

  /// Runs `body` under the container's lock; garbage is let go after it.
  func withLock<Result>(_ body: (inout ContainerState, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    factory_lock(lockWord)
    let result = body(&state.pointee, &garbage)
    unlock(garbage)
    return result
  }

  /// The end of `withLock`. Not inlined: it is the same for all of them.
  @inline(never)
  private func unlock(_ garbage: consuming Garbage) {
    factory_word_store(traitsWord, state.pointee.settings.traits)
    factory_unlock(lockWord)
    withExtendedLifetime(garbage) {}
  }

  /// The entry of a key, found without a lock; nil if there is none under this address.
  @inline(never)
  func findEntry(
    _ name: UnsafePointer<UInt8>, _ type: ObjectIdentifier, _ parameterType: ObjectIdentifier
  ) -> UnsafeMutablePointer<Entry>? {
    guard let table = factory_pointer_load(tableWord) else { return nil }
    return table.assumingMemoryBound(to: EntryTable.self).find(name, type, parameterType)
  }

  /// The entry of a key, made if there is none.
  func entry(for key: EntryKey) -> UnsafeMutablePointer<Entry> {
    if let entry = findEntry(key.name, key.type, key.parameterType) { return entry }
    return withLock { state, _ in
      if let entry = find(key, state.entries) { return entry }
      let entry = UnsafeMutableRawPointer.allocate(
        byteCount: MemoryLayout<Entry>.size, alignment: EntryTable.Slot.alignment
      ).bindMemory(to: Entry.self, capacity: 1)
      entry.initialize(to: Entry(key: key))
      state.entries.insert(entry)
      addSlot { $0.insert(entry) }
      return entry
    }
  }

  /// The entry of a key, if there is one under any address.
  func existingEntry(for key: EntryKey) -> UnsafeMutablePointer<Entry>? {
    findEntry(key.name, key.type, key.parameterType)
      ?? withLock { state, _ in find(key, state.entries) }
  }

  /// Looks by content, and adds the address to the table. Under the lock.
  private func find(
    _ key: EntryKey, _ entries: EntryIndex
  ) -> UnsafeMutablePointer<Entry>? {
    // Somebody may have been faster.
    if let entry = findEntry(key.name, key.type, key.parameterType) { return entry }
    guard let entry = entries.find(key) else { return nil }
    let alias = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<EntryTable.Alias>.size, alignment: EntryTable.Slot.alignment
    ).bindMemory(to: EntryTable.Alias.self, capacity: 1)
    alias.initialize(to: EntryTable.Alias(name: key.name, entry: entry))
    addSlot { $0.insert(alias) }
    return entry
  }

  /// Under the lock.
  private func addSlot(_ insert: (UnsafeMutablePointer<EntryTable>) -> Void) {
    let table: UnsafeMutablePointer<EntryTable>
    if let current = tableWord.pointee?.assumingMemoryBound(to: EntryTable.self) {
      // Slots are added to a grown table before it is published, or to the current one, where
      // a reader finds the new slot or takes the slow way.
      table = current.isCrowded ? current.grown() : current
    } else {
      table = EntryTable.make(capacity: 8, previous: nil)
    }
    insert(table)
    factory_pointer_store(tableWord, table)
  }

  /// Frees everything. Only from the manager's `deinit`.
  func destroy() {
    for entry in state.pointee.entries.all {
      entry.deinitialize(count: 1)
      UnsafeMutableRawPointer(entry).deallocate()
    }
    tableWord.pointee?.assumingMemoryBound(to: EntryTable.self).destroy()
    state.deinitialize(count: 1)
    UnsafeMutableRawPointer(self).deallocate()
  }
}
