// Factory, MIT licence; see LICENSE
//
// What the lock of a store guards.
internal import FactoryCore

/// The settings of a container. A value, so that `push` can copy it.
struct ContainerSettings {
  /// Retained by the state.
  var defaultScope: ScopeReference?
  var decorator: ContainerDecorator?
  var isAutoRegistered = false
  /// Nil if it was not set.
  var promiseTriggersError: Bool?
  var clock: ContainerClock?
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

/// The state of a container at a `push`.
final class ContainerSnapshot {
  let settings: ContainerSettings
  fileprivate(set) var entries: [Entry]

  init(_ settings: ContainerSettings, _ entries: [Entry]) {
    self.settings = settings
    self.entries = entries
  }
}

/// The guarded part of a store. Those of singleton scopes and of trees of resolutions have entries only.
package struct StoreState: ~Copyable {
  let core: ContainerCore
  package private(set) var nodes: [Node] = []
  /// What has been removed, to be released after the lock.
  package var garbage = Garbage()
  /// Whether something has changed on which the children depend.
  var isChanged = false

  var settings = ContainerSettings()
  /// The last one is restored by the next `pop`.
  fileprivate(set) var snapshots: [ContainerSnapshot] = []
  var autoRegistration = AutoRegistration()
  /// Whether factory values retain the container: see `ContainerManager.retainedContainer`.
  private var valuesRetainContainer = false
  /// The container of a child that is a `Container`, which is not retained.
  var container: Unmanaged<AnyObject>?
  /// Created when the first property wrapper remembers the container.
  var reference: ChildReference?
  /// In the order in which they were added. Not one of the settings, so `pop` removes no observer.
  var observers: [any ResolutionObserver] = []
  /// Whether an instance with a record was ever stored through this container.
  var hasRecords = false
  /// Every scope that the container or its factories have ever had: see ``ScopeReference``. A
  /// program declares few scopes. With each, the settings of factories that have the scope and no other
  /// setting.
  private var scopes: [(scope: Scope, settings: Settings)] = []

  init(_ core: ContainerCore) { self.core = core }

  /// Retains a scope until the store is deallocated, and returns the settings of factories that
  /// have that scope and no other setting.
  mutating func retain(_ scope: Scope) -> Settings {
    if let known = scopes.first(where: { $0.scope === scope }) { return known.settings }
    var values = SettingValues()
    values.scope.ofDefinition = ScopeReference(scope)
    let settings = Settings(values)
    scopes.append((scope, settings))
    return settings
  }

  // MARK: Entries

  /// Adds an entry. Its node is not in the table yet.
  mutating func add(
    _ key: factory_key, _ contentHash: UInt32, _ settings: Settings, _ parent: Node?
  ) -> Node {
    let node = Node.make(
      factory_node(
        key: key, lookup: nil, published: nil, target: nil, parent: parent, family: 0,
        evictions: 0, registrations_below: 0, content: contentHash, index: UInt32(nodes.count)),
      Entry(settings))
    nodes.append(node)
    if core.parent == nil {
      factory_node_set_is_simple(node, settings.isSimple)
      factory_node_set_lookup(node, settings.values.scope.value?.address, 0)
    }
    return node
  }

  /// Has the factory values of a child retain its container.
  mutating func retainContainer() {
    valuesRetainContainer = true
    publishFlags()
  }

  // MARK: What lookups read of the container

  /// Publishes the container's flags to lookups.
  mutating func publishFlags() {
    var flags: UInt32 = 0
    if !settings.isAutoRegistered { flags |= UInt32(FACTORY_AUTO_REGISTERS) }
    if settings.decorator != nil { flags |= UInt32(FACTORY_DECORATES) }
    if observers.contains(where: \.receivesSteps) { flags |= UInt32(FACTORY_IS_OBSERVED) }
    if valuesRetainContainer { flags |= UInt32(FACTORY_VALUES_RETAIN_CONTAINER) }
    if HitTable.isOff { flags |= UInt32(FACTORY_NO_HITS) }
    factory_core_set_flags(core, flags)
    factory_core_set_has_clock(core, settings.clock != nil)
    isChanged = true
  }

  /// Publishes the default scope to lookups. The state has retained it.
  mutating func publishDefaultScope() {
    factory_core_set_default_scope(core, settings.defaultScope?.address)
    isChanged = true
  }
}

// MARK: Snapshots

extension StoreState {
  mutating func push() {
    snapshots.append(ContainerSnapshot(settings, nodes.map { $0.savedEntry() }))
  }

  /// Restores the last snapshot. Returns false if there is none.
  mutating func pop() -> Bool {
    guard let snapshot = snapshots.popLast() else { return false }
    if let old = settings.decorator { garbage.add(old) }
    if let old = settings.clock { garbage.add(old) }
    settings = snapshot.settings
    restoreAutoRegistration()
    // A factory that the container did not know has no settings.
    while snapshot.entries.count < nodes.count { snapshot.entries.append(Entry(Settings.empty)) }
    for (index, node) in nodes.enumerated() { restore(node, &snapshot.entries[index]) }
    // It has what was replaced.
    garbage.add(snapshot)
    publishFlags()
    publishDefaultScope()
    return true
  }

  /// Restores an entry, without the instances that a shutdown has closed since. `saved` gets what is replaced.
  @inline(never)
  mutating func restore(_ node: Node, _ saved: inout Entry) {
    node.entry.pointee.exchange(&saved)
    // Before the instance is published.
    didChange(node)
    withEachSlot(node) { _, slot, garbage in
      if let closed = slot.evictClosed() { garbage.add(closed) }
    }
    // What was made in the meantime, in a resolution cycle for example, is not found any more.
    factory_node_count_eviction(node)
  }

  /// Removes an instance from all snapshots, so that no `pop` restores it. The caller retains the box.
  package mutating func forget(
    _ box: InstanceBox, of node: Node, _ parameter: ParameterKey?
  ) {
    let index = Int(node.pointee.index)
    for snapshot in snapshots where index < snapshot.entries.count {
      snapshot.entries[index].withSlot(parameter) { slot in
        if slot.cached?.instance === box { slot.forget() }
      }
    }
  }
}
