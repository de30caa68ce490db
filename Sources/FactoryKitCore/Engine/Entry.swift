// Factory, MIT licence; see LICENSE
//
// What a store keeps for one factory: its settings and its instances.
public import FactoryCore

/// The part of an entry that lookups read without a lock, by its address, which also identifies the entry. The store
/// allocates it, and frees it when no resolution can reach it.
@usableFromInline
package typealias Node = UnsafeMutablePointer<factory_node>

/// What a store keeps for one factory. Guarded by the store's lock. A value, so that `push` can copy it.
package struct Entry {
  /// What was set in this container.
  package fileprivate(set) var own: Settings
  /// The same, completed by `outer`.
  package internal(set) var settings: Settings
  /// What the parents of a child had set when `fold` was last called. Nil before, and without a parent.
  var outer: Settings?
  /// The only instance.
  var slot = InstanceSlot()
  /// The instances by parameter. Nil for a factory that was never scoped on its parameters. A copy of
  /// the entry shares the table until `becomeSnapshot`.
  var parameters: ParameterTable?

  init(_ settings: Settings) {
    own = settings
    self.settings = settings
  }

  /// Runs `body` with the slot of a parameter's instance or, without a parameter, of the only instance. Nil if the parameter has
  /// been removed.
  @discardableResult
  mutating func withSlot<Result>(
    _ parameter: ParameterKey?, _ body: (inout InstanceSlot) -> Result
  ) -> Result? {
    guard let parameter else { return body(&slot) }
    return parameters?.withSlot(parameter, body)
  }

  /// Runs `body` with the slot of each instance: the only one, or those by parameter.
  package mutating func withEachSlot(_ body: (ParameterKey?, inout InstanceSlot) -> Void) {
    body(nil, &slot)
    parameters?.withEachSlot(body)
  }

  /// Restores what a snapshot contains, which gets what is replaced. Not `outer`: the parents have not changed.
  mutating func exchange(_ saved: inout Entry) {
    swap(&own, &saved.own)
    swap(&settings, &saved.settings)
    swap(&slot, &saved.slot)
    swap(&parameters, &saved.parameters)
  }

  /// Whether an instance is being built.
  fileprivate var isBuilding: Bool {
    if case .building = slot.phase { return true }
    return parameters?.isBuilding ?? false
  }

  /// Makes a copy independent of the entry: what a snapshot contains. It has no construction, which would retain its instance.
  mutating func becomeSnapshot() {
    outer = nil
    if let table = parameters { parameters = table.copy() }
    if isBuilding { withEachSlot { _, slot in slot.forgetConstruction() } }
  }
}

extension Node {
  /// Whether the settings of a child were made for this number of its family.
  func isFolded(for number: UInt64) -> Bool { factory_node_family(self) == number }

  /// What a snapshot of the entry contains.
  func savedEntry() -> Entry {
    var copy = entry.pointee
    copy.becomeSnapshot()
    return copy
  }

  /// What the store keeps for the factory. Guarded by the store's lock.
  var entry: UnsafeMutablePointer<Entry> { stored.pointer(to: \.entry)! }

  /// Creates a node with its entry.
  static func make(_ node: factory_node, _ entry: Entry) -> Node {
    let stored = factory_allocate(MemoryLayout<StoredEntry>.size)
      .bindMemory(to: StoredEntry.self, capacity: 1)
    stored.initialize(to: StoredEntry(node: node, entry: entry))
    return UnsafeMutableRawPointer(stored).assumingMemoryBound(to: factory_node.self)
  }

  /// Releases what the node publishes and its entry, and frees it. No other thread can reach it, but a reader may still use the
  /// instance.
  func destroy() {
    if let published = factory_publish(factory_node_published(self), nil) {
      Retirement.release(published)
    }
    stored.deinitialize(count: 1)
    factory_free(stored)
  }

  /// Valid for every node: only `make` creates them.
  private var stored: UnsafeMutablePointer<StoredEntry> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: StoredEntry.self)
  }
}

/// What `make` allocates. It is never moved.
private struct StoredEntry {
  /// The first field, so that it has the address of the whole.
  var node: factory_node
  var entry: Entry
}

// MARK: Settings

extension StoreState {
  /// Replaces what was set in this container, and withdraws what lookups find.
  @inline(never)
  package mutating func replace(_ node: Node, by settings: Settings) {
    garbage.add(node.entry.pointee.own)
    node.entry.pointee.own = settings
    if core.parent == nil { node.entry.pointee.settings = settings }
    didChange(node)
  }

  /// Withdraws what lookups find, after a change of what was set in this container.
  mutating func didChange(_ node: Node) {
    isChanged = true
    if core.parent == nil {
      factory_node_set_is_simple(node, settings(node).isSimple)
    } else {
      // The parents may have changed, too.
      factory_node_set_family(node, 0)
      factory_node_set_is_simple(node, false)
      complete(node, node.entry.pointee.outer ?? Settings.empty)
    }
    withdraw(node)
  }

  /// Replaces the settings by others with a modification.
  @inline(never)
  mutating func apply(_ modification: Modification, to node: Node, isAfterOnce: Bool = false) {
    // Copying those of a factory without any costs more.
    var values = own(node).isEmpty ? SettingValues() : own(node).values
    values.apply(modification, SettingOrigin(depth: core.depth, isOverride: isAfterOnce))
    replace(node, by: Settings(consume values))
  }

  /// What was set in this container.
  package func own(_ node: Node) -> Settings { node.entry.pointee.own }

  /// What holds in this container.
  package func settings(_ node: Node) -> Settings { node.entry.pointee.settings }

  /// Selects the context again if `FactoryContext.current` has changed.
  mutating func updateChoice(_ node: Node) {
    if node.entry.pointee.settings.isCurrent { return }
    let settings = Settings(node.entry.pointee.settings.values)
    garbage.add(node.entry.pointee.settings)
    if core.parent == nil {
      garbage.add(node.entry.pointee.own)
      node.entry.pointee.own = settings
    }
    node.entry.pointee.settings = settings
    withdraw(node)
  }
}

// MARK: -

// The instances of a store: asking for one, and evicting them. And who keeps those of a child.

/// Where an instance is kept.
package struct Place {
  /// That of the container, of the singleton scope or of the tree of resolutions.
  package let store: Store
  package let node: Node
  /// Nil for the only instance of the factory.
  package let parameter: ParameterKey?

  package init(_ store: Store, _ node: Node, _ parameter: ParameterKey?) {
    (self.store, self.node, self.parameter) = (store, node, parameter)
  }
}

extension StoreState {
  // MARK: The scope

  /// The effective scope: the factory's own or, if it has none, the container's default.
  package func scope(of node: Node) -> ScopeReference? {
    settings(node).values.scope.value ?? core.defaultScope
  }

  /// The scope that a resolution through a factory value with this scope uses.
  package func scope(of node: Node, through value: ScopeReference?) -> ScopeReference? {
    if let value, settings(node).mustSetScope(value) { return value }
    return scope(of: node)
  }

  // MARK: Instances

  /// Changes the slot of a parameter's instance or, without a parameter, of the only instance, and publishes that. Nil if the
  /// parameter has been removed.
  @discardableResult
  package mutating func withSlot<Result>(
    _ node: Node, _ parameter: ParameterKey?, _ body: (inout InstanceSlot, inout Garbage) -> Result
  ) -> Result? {
    LockOrder.requireStore()
    let result = node.entry.pointee.withSlot(parameter) { body(&$0, &garbage) }
    if parameter == nil { publishInstance(node) }
    return result
  }

  /// The answer of a slot; nil if an expired instance was evicted, which is released before a construction begins, because its
  /// `deinit` may resolve the factory.
  mutating func ask(
    _ node: Node, _ parameter: ParameterKey?, by asker: InstanceSlot.Asker,
    _ timeToLive: TimeToLive?
  ) -> InstanceSlot.Answer? {
    LockOrder.requireStore()
    guard let parameter else {
      let answer = node.entry.pointee.slot.ask(by: asker, timeToLive, &garbage)
      if answer == nil { publishInstance(node) }
      return answer
    }
    return node.entry.pointee.parameters?.withSlot(parameter) {
      $0.ask(by: asker, timeToLive, &garbage)
    }
      ?? nil
  }

  /// Whether the instance is new for the caller, which has got it by a hit.
  mutating func takeUnseen(_ node: Node, _ parameter: ParameterKey?) -> Bool {
    guard let parameter else { return node.entry.pointee.slot.takeUnseen() }
    return node.entry.pointee.parameters?.withSlot(parameter) { $0.takeUnseen() } ?? false
  }

  /// The same for the slot of each instance of a factory.
  package mutating func withEachSlot(
    _ node: Node, _ body: (ParameterKey?, inout InstanceSlot, inout Garbage) -> Void
  ) {
    node.entry.pointee.withEachSlot { parameter, slot in body(parameter, &slot, &garbage) }
    publishInstance(node)
  }

  // MARK: Parameters

  /// Whether the factory is scoped on its parameters.
  func isScopedOnParameters(_ node: Node) -> Bool {
    settings(node).values.parameterKey.value != nil
  }

  /// The type of the parameters, if the factory was ever scoped on them.
  func parameterType(_ node: Node) -> ParameterKey.Type? {
    node.entry.pointee.parameters?.keyType
  }

  /// Scopes the factory on its parameters again, after a reset. Returns false if it never was.
  mutating func restoreParameterType(_ node: Node) -> Bool {
    guard let type = parameterType(node) else { return false }
    apply(.scopeOnParameters(type), to: node)
    updateChoice(node)
    return true
  }

  /// Runs `body` with the table of parameters, which is created if there is none.
  mutating func withParameters<Result>(
    _ node: Node, _ type: ParameterKey.Type, _ body: (ParameterTable, inout Garbage) -> Result
  ) -> Result {
    if let table = node.entry.pointee.parameters { return body(table, &garbage) }
    let table = ParameterTable(type)
    node.entry.pointee.parameters = table
    return body(table, &garbage)
  }

  /// Evicts all instances of a factory, and abandons constructions.
  @inline(never)
  package mutating func evict(_ node: Node) {
    if let evicted = node.entry.pointee.slot.evict() { garbage.add(evicted) }
    if let table = node.entry.pointee.parameters, !table.isEmpty {
      garbage.add(table)
      node.entry.pointee.parameters = ParameterTable(table.keyType)
    }
    factory_node_count_eviction(node)
    publishInstance(node)
  }
}

extension InstanceSlot {
  fileprivate mutating func ask(
    by asker: Asker, _ timeToLive: TimeToLive?, _ garbage: inout Garbage
  ) -> Answer? {
    if asker.mayBuild, let expired = evictExpired(timeToLive) {
      garbage.add(expired)
      return nil
    }
    // Reading a weak reference retains the object temporarily. If that is the last reference, it
    // must not be released under the lock.
    if case .cached(let box) = phase { garbage.keepAlive(box) }
    return ask(by: asker, timeToLive: timeToLive)
  }
}

extension Store {
  /// What the store keeps for a factory, to be restored later.
  package func savedEntry(_ node: Node) -> Entry { withState { _ in node.savedEntry() } }

  /// Restores what `savedEntry` has returned.
  package func restore(_ node: Node, _ entry: Entry) {
    withLock { state in
      var saved = entry
      saved.becomeSnapshot()
      state.restore(node, &saved)
      state.garbage.add(EntryBox(saved))
    }
  }
}

/// Releases an entry after the lock.
private final class EntryBox {
  private let entry: Entry

  init(_ entry: Entry) { self.entry = entry }
}
