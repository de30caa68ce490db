// Factory, MIT licence; see LICENSE
//
// What a container, a singleton scope, or a tree of asynchronous resolutions keeps: entries, under one lock.
public import FactoryCore

/// The part of a store that lookups read without its lock.
@usableFromInline
package typealias ContainerCore = UnsafeMutablePointer<factory_core>

/// The entries of a container, of a singleton scope, or of a tree of asynchronous resolutions.
///
/// One lock guards all of them, and no user code runs under it. The locks of two containers are never held at once. That of a
/// singleton scope or of a tree may be taken inside that of a container, so that one decision covers the settings of a factory
/// and its instance. What lookups read without the lock is a cache: a store publishes instances in it, and withdraws them with
/// each change.
package final class Store: @unchecked Sendable {
  // Sendable: the constants are, and the lock guards `state`, so exclusivity need not be checked. What `core` points to is
  // atomic or guarded by the lock.

  /// Owned by the store, at a constant address.
  package let core: ContainerCore
  /// That of the parent container, which a child retains. Only `deinit` changes it.
  @exclusivity(unchecked) private(set) var parent: Store?
  /// The scopes whose instances the parent keeps.
  private let sharedScopes: [Scope]
  /// The graph instances of a child. Guarded by `ChildGraphs.lock`.
  @exclusivity(unchecked) var graphs: ChildGraphs?
  @exclusivity(unchecked) private var state: StoreState
  #if DEBUG
    private let rank: LockRank
  #else
    private var rank: LockRank { .leaf }
  #endif

  /// The store of a container.
  convenience init(childOf parent: Store? = nil, sharing scopes: [Scope] = []) {
    self.init(.container, parent, scopes)
  }

  /// A store of another kind.
  static func makeInner() -> Store { Store(.innerStore, nil, []) }

  private init(_ rank: LockRank, _ parent: Store?, _ scopes: [Scope]) {
    #if DEBUG
      self.rank = rank
    #endif
    core = factory_allocate(MemoryLayout<factory_core>.size)
      .bindMemory(to: factory_core.self, capacity: 1)
    core.initialize(to: factory_core())
    core.pointee.family = 1
    self.parent = parent
    sharedScopes = scopes
    state = StoreState(core)
    if let parent {
      factory_core_set_parent(core, parent.core)
      parent.withState { $0.hasChildren = true }
      state.settings.isAutoRegistered = true
    }
    state.publishFlags()
    // Nobody has read them before.
    state.isChanged = false
  }

  deinit {
    // Its instances are released, which may run user code.
    LockOrder.requireNone()
    graphs?.release()
    for node in state.nodes { node.destroy() }
    factory_core_free_table(core)
    factory_free(core)
    // In a loop, because nested deinitialisers of a long chain of children would exhaust the stack.
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next!.parent.take() }
  }

  // MARK: The lock

  /// Runs `body` under the lock. What it adds to the garbage is released after the lock.
  package func withLock<Result>(_ body: (inout StoreState) -> Result) -> Result {
    let lock = factory_core_lock(core)
    lock.take(rank)
    let result = body(&state)
    if state.isChanged {
      state.isChanged = false
      // Before the lock is released, so that a child that has read the settings under the lock has not read an older number.
      if state.hasChildren { factory_core_count_change(core) }
    }
    if state.garbage.isEmpty {
      lock.release(rank)
    } else {
      var garbage = Garbage()
      swap(&garbage, &state.garbage)
      lock.release(rank)
      garbage.release()
    }
    // A lookup may have protected an object, and then come here.
    if factory_has_retired() { Retirement.releaseWaiting() }
    return result
  }

  /// Runs `body` under the lock of a singleton scope or of a tree, inside that of a container, which releases the garbage.
  func withLock<Result>(
    inside outer: inout StoreState, _ body: (inout StoreState) -> Result
  ) -> Result {
    withState { state in
      swap(&outer.garbage, &state.garbage)
      defer { swap(&outer.garbage, &state.garbage) }
      return body(&state)
    }
  }

  /// Runs `body` under the lock. It must neither change what lookups depend on nor remove references.
  package func withState<Result>(_ body: (inout StoreState) -> Result) -> Result {
    factory_core_lock(core).withLock(rank) {
      let result = body(&state)
      #if DEBUG
        if state.isChanged || !state.garbage.isEmpty {
          fatalError("FactoryKit: a change of a store needs `withLock`")
        }
      #endif
      return result
    }
  }

  // MARK: Nodes

  /// The node of a factory, created if there is none.
  package func node(_ key: factory_key) -> Node {
    if let table = factory_core_table(core), let node = factory_table_find(table, key) {
      return node
    }
    return findOrAdd(key, Settings.empty).node
  }

  /// The node of a factory whose scope is to be set, and the settings of factories that have that
  /// scope and no other setting. An entry that is created here has these settings already.
  /// - Parameter isFirst: false if the settings have to record the scope that the same chain of modifiers has set
  ///   before. Then an entry that is created has no scope yet.
  func node(_ key: factory_key, for scope: Scope, isFirst: Bool) -> (
    node: Node, settings: Settings, isCreated: Bool
  ) {
    // A child's entries refer to the scopes that its root retains.
    let settings = (parent?.root ?? self).withState { $0.retain(scope) }
    let (node, hasSettings) = findOrAdd(key, isFirst ? settings : Settings.empty)
    return (node, settings, hasSettings && isFirst)
  }

  /// The node of a factory, and whether this call has created its entry with these settings. It may also have created it
  /// with the empty settings.
  @inline(never)
  private func findOrAdd(_ key: factory_key, _ settings: Settings) -> (
    node: Node, hasSettings: Bool
  ) {
    // Its key has the same contents, so it has the same hash.
    let outer = parent?.node(key)
    let contentHash = outer.map { factory_node_content_hash($0) } ?? factory_key_content_hash(key)
    return withState { state in
      if let node = factory_core_find(core, key, contentHash) { return (node, false) }
      // A snapshot has to contain the state without the scope. A default scope is the factory's previous one, whose
      // instances have to be evicted.
      let hasSettings = state.snapshots.isEmpty && core.defaultScope == nil
      let node = state.add(key, contentHash, hasSettings ? settings : Settings.empty, outer)
      factory_core_add(core, node)
      return (node, hasSettings)
    }
  }

  /// The node of a factory, if there is one.
  package func existingNode(_ key: factory_key) -> Node? {
    if let table = factory_core_table(core), let node = factory_table_find(table, key) {
      return node
    }
    let contentHash = factory_key_content_hash(key)
    return withState { _ in factory_core_find(core, key, contentHash) }
  }

  // MARK: Children

  /// The outermost parent, which retains the scopes of all its children.
  var root: Store {
    var store = self
    while let parent = store.parent { store = parent }
    return store
  }

  /// Whether the instances of a scope are those of the parent.
  func shares(_ scope: ScopeReference) -> Bool {
    sharedScopes.contains { ScopeReference($0) == scope }
  }

  /// A setting of this container or, if that is nil, of the innermost parent that has it.
  func setting<Value>(_ read: (borrowing StoreState) -> Value?) -> Value? {
    var next: Store? = self
    while let store = next {
      if let value = store.withState({ read($0) }) { return value }
      next = store.parent
    }
    return nil
  }

  /// The current settings of a factory in this store or the nearest one around it that has an entry for it.
  package func nearestSettings(_ key: factory_key) -> Settings? {
    var next: Store? = self
    while let store = next {
      if let node = store.existingNode(key) { return store.currentSettings(node) }
      next = store.parent
    }
    return nil
  }

  /// The current settings of an entry, with what `autoRegister` has registered so far.
  package func currentSettings(_ node: Node) -> Settings {
    if parent != nil { _ = fold(node, during: .skipped) }
    return withLock { state in
      state.updateChoice(node)
      return state.settings(node)
    }
  }
}

extension ContainerCore {
  package var parent: ContainerCore? { factory_core_parent(self) }

  /// How many parents this container has: zero for one that is not a child.
  package var depth: UInt32 { factory_core_depth(self) }

  /// The outermost parent.
  var root: ContainerCore {
    var core = self
    while let parent = core.parent { core = parent }
    return core
  }

  /// Whether this is `other`, or one of its parents.
  func contains(_ other: ContainerCore) -> Bool {
    if other.depth < depth { return false }
    var core = other
    while core.depth > depth, let parent = core.parent { core = parent }
    return core == self
  }

  /// Whether one of these flags is set for this container or for one of its parents.
  func hasFlag(_ flags: Int) -> Bool { factory_core_all_flags(self) & UInt32(flags) != 0 }

  /// Whether it is a child of another type than `Container`: see `ContainerManager.retainedContainer`.
  var valuesRetainContainer: Bool {
    factory_core_flags(self) & UInt32(FACTORY_VALUES_RETAIN_CONTAINER) != 0
  }

  /// The scope of factories without one.
  var defaultScope: ScopeReference? {
    factory_core_any_default_scope(self).map { ScopeReference(address: $0) }
  }
}

// MARK: -

// What the lock of a store guards.

/// The settings of a container. A value, so that `push` can copy it.
struct ContainerSettings {
  /// Retained by the state.
  var defaultScope: ScopeReference?
  var decorator: ContainerDecorator?
  var clock: ContainerClock?
  // Last, so that what follows the settings of a container lies in their padding: a child has at most 1 KiB.
  /// Nil if it was not set.
  var promiseTriggersError: Bool?
  var isAutoRegistered = false
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

  var settings = ContainerSettings()
  /// Whether something has changed on which the children depend.
  var isChanged = false
  /// Whether `autoRegister` never runs: an option of a test's container.
  var neverAutoRegisters = false
  /// Whether factory values retain the container: see `ContainerManager.retainedContainer`.
  private var valuesRetainContainer = false
  /// Whether a child was made of the container.
  var hasChildren = false
  /// Whether an instance with a record was ever stored through this container.
  var hasRecords = false
  /// The last one is restored by the next `pop`.
  fileprivate(set) var snapshots: [ContainerSnapshot] = []
  /// Nil until a container with `autoRegister` is first used.
  var autoRegistration: AutoRegistration?
  /// The container of a child that is a `Container`, which is not retained.
  var container: Unmanaged<AnyObject>?
  /// Created when the first property wrapper remembers the container.
  var reference: ChildReference?
  /// In the order in which they were added. Not one of the settings, so `pop` removes no observer.
  var observers: [any ResolutionObserver] = []
  /// Every scope that the container, its children or their factories have ever had: see ``ScopeReference``. A
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
        evictions: 0, content: contentHash, index: UInt32(nodes.count)),
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
    if settings.clock != nil { flags |= UInt32(FACTORY_HAS_CLOCK) }
    if HitTable.isOff { flags |= UInt32(FACTORY_NO_HITS) }
    factory_core_set_flags(core, flags)
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
