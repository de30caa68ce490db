// Factory, MIT licence; see LICENSE
//
// The settings of a factory in a child container.
//
// - An entry of a child has its own settings, with what was set in the child, and the merged settings, which add what the
//   parent's entry has. Resolutions use the merged ones; changes read and replace the child's own.
// - The child's entry also retains the parent's settings from which the merged ones were made. If the
//   parent's entry still has the object at that address, nothing has changed. So a change of the parent
//   need not notify its children, and the parent does not know them.
// - `Entry.lock` calls `inherit`, which updates the merged settings. `register` skips this, because it replaces
//   the settings anyway. `inherit` takes the lock of the parent's entry inside: a child's locks come before
//   its parent's.
// - A child needs no entry for a factory for which nothing was set in it, if the factory is unscoped or a
//   singleton that a parent has resolved. Lookups then use the parent's entry: see `look_up_in_parents`
//   in `table.c`.
// - An instance is cached by the child's entry, by a parent's, or by the process: see `ownerDepth`.
// - An instance that the child has built stays when its parent changes, because nothing evicts it.
// - A child never runs `autoRegister`. Its flags are combined with those of all its parents by
//   `factory_core_all_flags`. A setting that it does not have is that of the nearest parent that has
//   it: see `setting`.
// - A parent does not know its children, but counts those that have registered a promised or required
//   factory, so that a message can say that the code runs in the wrong container.
internal import FactoryCore

extension LockedEntry {
  fileprivate var inheritance: UnsafeMutablePointer<factory_inheritance> {
    factory_entry_inheritance(entry)
  }

  /// What was set in this container.
  package var ownSettings: Settings {
    if core.parent == nil { return settings }
    // Owned by the entry, which does not change it while the lock is held.
    return factory_inheritance_own(inheritance).object(Settings.self)
  }

  /// Brings the settings of a child's entry up to date.
  func inherit(_ garbage: inout Garbage) {
    let changes = factory_core_default_scope_changes(core)
    if !factory_entry_is_current(core, entry, changes) { merge(changes, &garbage) }
  }

  /// Reads what was set in this container without retaining it. `body` must not replace it.
  func withOwnSettings<Result>(_ body: (Settings) -> Result) -> Result {
    if core.parent == nil { return withSettings(body) }
    // Owned by the entry, which does not change it while the lock is held.
    return factory_inheritance_own(inheritance).withObject(Settings.self, body)
  }

  /// Replaces what was set in a child.
  func replaceOwn(_ settings: Settings, _ garbage: inout Garbage) {
    let old = factory_inheritance_own(inheritance)
    factory_inheritance_set_own(inheritance, UnsafeMutableRawPointer(owning: settings))
    factory_inheritance_set_own_scope(inheritance, settings.values.scope.value?.address)
    discardSettings(old, &garbage)
    if factory_inheritance_is_promise(inheritance) {
      entry.countRegistration(core, settings.values.registration != nil)
    }
    merge(factory_core_default_scope_changes(core), &garbage)
  }

  /// Has the parents count this container while the factory, a promised or required one, is registered
  /// in it. Called before the registration.
  func markAsPromise() {
    if core.parent != nil { factory_inheritance_set_is_promise(inheritance) }
  }

  /// Creates the merged settings from the current settings of the parent's entry, and updates the lookup. Holds
  /// the lock of the parent's entry meanwhile, because the lookup depends on that entry's scope.
  @inline(never)
  private func merge(_ defaultScopeChanges: UInt32, _ garbage: inout Garbage) {
    let parent = factory_entry_parent(entry).lock(core.parent!, &garbage)
    if factory_core_shared_scopes(core) != nil {
      parent.takeScope(of: ownSettings.inheriting(parent.settings), sharedBy: core, &garbage)
    }
    let outer = parent.withSettings { UnsafeMutableRawPointer(owning: $0) }
    let merged = withOwnSettings { own in
      outer.withObject(Settings.self) { outer in own.inheriting(outer) }
    }
    let old = factory_entry_settings(entry)!
    factory_entry_set_settings(entry, UnsafeMutableRawPointer(owning: merged))
    discardSettings(old, &garbage)
    updateLookup()
    parent.cell.cell.unlock(&garbage)
    // Written after the lookup, because `is_made_from_parent` in `table.c` is called without a lock.
    factory_inheritance_set_default_scope_changes(inheritance, defaultScopeChanges)
    let oldOuter = factory_inheritance_merged_from(inheritance)
    factory_inheritance_set_merged_from(inheritance, outer)
    discardSettings(oldOuter, &garbage)
  }

  /// Gives this entry of a parent the scope that the factory has in a child, if the child shares that
  /// scope: the parent caches the instance. The parent's entry has no scope of its own if the factory has
  /// only been read in the child.
  private func takeScope(
    of settings: Settings, sharedBy child: ContainerCore, _ garbage: inout Garbage
  ) {
    guard let new = settings.values.scope.value, child.shares(new),
      withSettings({ $0.values.scope.value == nil && !$0.values.isOnce })
    else { return }
    let previous = scope
    willChange()
    apply(.scope(new, after: nil), &garbage)
    if let previous, previous != new { evict(&garbage) }
  }

  /// The depth of the container that keeps the factory's instance, or of the outermost parent if the process does: of the
  /// nearest one that overrides the factory, or else of the one that the sharing of the scope leads to, or of the outermost.
  /// - Parameter flags: those of the factory value.
  package func ownerDepth(_ scope: ScopeReference, _ flags: UInt32) -> UInt32 {
    if core.parent == nil { return 0 }
    let depth = withSettings { $0.overrideDepth(flags) }
    if scope.kind == .singleton { return depth }
    let isDefault = withSettings { $0.values.scope.value == nil }
    var (owner, ownerCore) = (entry, core)
    while let parent = ownerCore.parent, ownerCore.depth > depth {
      let outer = factory_entry_parent(owner)
      // The parent does not keep the instance if the factory has another scope there. It has none while a reset of the
      // parent removes the definition's, which the parent gets again.
      let scopeOfParent =
        isDefault ? factory_core_any_default_scope(parent) : factory_entry_scope(outer)
      guard ownerCore.shares(scope),
        scopeOfParent == scope.address || !isDefault && scopeOfParent == nil
      else { break }
      (owner, ownerCore) = (outer, parent)
    }
    return ownerCore.depth
  }

  /// The action of a lookup in a child. In a container without a parent, it would be `action`.
  func childAction(_ action: Int, _ scope: ScopeReference?) -> Int {
    guard let scope, scope.kind != .unique, scope.kind != .graph else { return action }
    let isSingleton = scope.kind == .singleton
    let isCached = action == Int(FACTORY_USE_CELL) || action == Int(FACTORY_USE_SINGLETON)
    guard isCached || isSingleton && action == Int(FACTORY_READ_SETTINGS),
      withSettings({ $0.values.decorator.value == nil })
    else { return action }
    if isSingleton || core.shares(scope), withSettings({ $0.hasUncertainOverride }) {
      return Int(FACTORY_READ_SETTINGS)
    }
    let depth = ownerDepth(scope, 0)
    if depth == core.depth { return Int(FACTORY_USE_CELL) }
    if depth == 0, isSingleton {
      guard let cell = singleton else { return Int(FACTORY_READ_SETTINGS) }
      factory_entry_set_singleton(entry, cell)
      return Int(FACTORY_USE_SINGLETON)
    }
    var (owner, ownerCore) = (entry, core)
    while ownerCore.depth > depth {
      (owner, ownerCore) = (factory_entry_parent(owner), ownerCore.parent!)
    }
    factory_entry_set_singleton(entry, factory_entry_cell(owner))
    return Int(FACTORY_USE_PARENT)
  }
}

extension Entry {
  private static var header: Int { MemoryLayout<factory_inheritance>.stride }

  /// An entry of a child. Its merged settings are created when its lock is first taken.
  static func allocate(_ key: factory_key, _ settings: Settings, parent: Entry) -> Entry {
    let memory = factory_allocate(header + size)
    memory.bindMemory(to: factory_inheritance.self, capacity: 1)
      .initialize(
        to: factory_inheritance(
          parent: parent, merged_from: UnsafeMutableRawPointer(owning: Settings.neverMerged),
          own: UnsafeMutableRawPointer(owning: settings),
          own_scope: UnsafeMutableRawPointer(mutating: settings.values.scope.value?.address),
          default_scope_changes: 0, is_promise: 0, is_counted: 0))
    return initialize(memory + header, key, factory_entry_content_hash(parent), settings)
  }

  /// Releases what `allocate` has retained, and returns the start of the memory.
  func destroyInheritance(_ core: ContainerCore) -> UnsafeMutableRawPointer {
    let inheritance = factory_entry_inheritance(self)
    countRegistration(core, false)
    // The entry owns both.
    factory_inheritance_merged_from(inheritance).releaseObject()
    factory_inheritance_own(inheritance).releaseObject()
    return UnsafeMutableRawPointer(inheritance)
  }

  /// Updates the counts of all parents when the factory is registered in this container, or is not
  /// registered any more. Called under the entry's lock. The parents exist while the child does.
  fileprivate func countRegistration(_ core: ContainerCore, _ isRegistered: Bool) {
    let inheritance = factory_entry_inheritance(self)
    if factory_inheritance_is_counted(inheritance) == isRegistered { return }
    factory_inheritance_set_is_counted(inheritance, isRegistered)
    var (entry, core) = (self, core)
    while let parent = core.parent {
      (entry, core) = (factory_entry_parent(entry), parent)
      factory_entry_count_registration_below(entry, isRegistered)
    }
  }
}

/// Adds settings to the garbage, which is released after the lock. The address owns a reference. Those to
/// constants are released at once, so that most changes of a child need no memory for their
/// garbage.
private func discardSettings(_ address: UnsafeMutableRawPointer, _ garbage: inout Garbage) {
  if address.withObject(Settings.self, { $0.isConstant }) {
    address.releaseObject()
  } else {
    garbage.add(address.takeObject(Settings.self))
  }
}

extension Settings {
  /// Settings that no entry of a parent has, so that the first `inherit` creates the merged settings.
  fileprivate static let neverMerged = Settings(SettingValues(), isConstant: true)
}

extension LockedEntry {
  /// The factory's cell among the process's singletons, if it has been looked up. It is stored in the
  /// entry of the outermost parent, for all its children.
  var singleton: UnsafeMutablePointer<factory_cell>? { factory_entry_singleton(rootEntry) }

  func setSingleton(_ cell: UnsafeMutablePointer<factory_cell>) {
    factory_entry_set_singleton(rootEntry, cell)
  }

  private var rootEntry: Entry {
    var (entry, core) = (entry, core)
    while let parent = core.parent {
      entry = factory_entry_parent(entry)
      core = parent
    }
    return entry
  }
}
