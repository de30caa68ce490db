// Factory, MIT licence; see LICENSE
//
// What a store keeps for one factory.
public import FactoryCore

/// The part of an entry that lookups read without a lock, by its address, which also identifies the entry. The store
/// allocates it, and frees it when no resolution can reach it.
@usableFromInline
package typealias Node = UnsafeMutablePointer<factory_node>

/// One factory in a store. Guarded by the store's lock. A value, so that `push` can copy it.
package struct Entry {
  let node: Node
  /// What was set in this container.
  package fileprivate(set) var own: Settings
  /// The same, completed by what the parents of a child have set.
  package fileprivate(set) var settings: Settings
  /// The only instance.
  var slot = InstanceSlot()
  // Behind the slot, whose last word has room for them.
  /// Whether a promised or required factory was registered in this child, so that its parents count it.
  fileprivate var isPromise = false
  /// Whether the parents count this child.
  fileprivate var isCounted = false
  /// The instances by parameter. Nil for a factory that was never scoped on its parameters.
  private var table: ParameterTableBox?

  init(_ node: Node, _ settings: Settings) {
    self.node = node
    own = settings
    self.settings = settings
  }

  /// The instances by parameter. Nil for a factory that was never scoped on its parameters.
  var parameters: ParameterTable? {
    _read { yield table?.table }
    _modify {
      // Taken out of the box, so that its lists are not copied. A snapshot may have the box, too.
      let isUnique = isKnownUniquelyReferenced(&table)
      var parameters = table?.table
      if isUnique { table?.table = nil } else { table = nil }
      defer {
        if let table {
          table.table = parameters
        } else {
          table = parameters.map(ParameterTableBox.init)
        }
      }
      yield &parameters
    }
  }

  /// Runs `body` with the slot of each instance: the only one, or those by parameter.
  package mutating func withEachSlot(_ body: (ParameterKey?, inout InstanceSlot) -> Void) {
    body(nil, &slot)
    parameters?.withEachSlot(body)
  }

  /// The same for another node.
  func at(_ node: Node) -> Entry {
    var copy = Entry(node, settings)
    (copy.slot, copy.table) = (slot, table)
    return copy
  }

  /// Restores what a snapshot contains, without the instances that were being built, and without those that a shutdown has
  /// closed since.
  mutating func restore(_ saved: Entry) {
    (own, settings) = (saved.own, saved.settings)
    (slot, table) = (saved.slot, saved.table)
    withEachSlot { _, slot in slot.keepOnlyInstance() }
  }

  /// Whether an instance is being built.
  fileprivate var isBuilding: Bool {
    if case .building = slot.phase { return true }
    return parameters?.isBuilding ?? false
  }

  /// What a snapshot contains: a construction would retain its instance.
  func saved() -> Entry {
    if !isBuilding { return self }
    var copy = self
    copy.restore(self)
    return copy
  }
}

/// A box, because few factories are scoped on their parameters.
private final class ParameterTableBox {
  // The store's lock makes accesses exclusive.
  @exclusivity(unchecked) var table: ParameterTable?

  init(_ table: ParameterTable) { self.table = table }
}

extension Node {
  /// The index of the entry in its store.
  var position: Int { Int(pointee.index) }
}

// MARK: Settings

extension StoreState {
  /// Replaces what was set in this container, and withdraws what lookups find.
  package mutating func replace(_ node: Node, by settings: Settings) {
    let index = node.position
    isChanged = true
    garbage.add(entries[index].own)
    entries[index].own = settings
    if core.parent == nil {
      entries[index].settings = settings
      factory_node_set_is_simple(node, settings.isSimple)
    } else {
      factory_node_set_family(node, 0)
      factory_node_set_is_simple(node, false)
      updateCount(node)
    }
    withdraw(node)
  }

  /// Replaces the settings by others with a modification.
  mutating func apply(_ modification: Modification, to node: Node, isAfterOnce: Bool = false) {
    var values = own(node).values
    values.apply(modification, SettingOrigin(depth: core.depth, isOverride: isAfterOnce))
    replace(node, by: Settings(values))
  }

  /// What was set in this container.
  package func own(_ node: Node) -> Settings { entries[node.position].own }

  /// What holds in this container.
  package func settings(_ node: Node) -> Settings { entries[node.position].settings }

  /// Selects the context again if `FactoryContext.current` has changed.
  mutating func updateChoice(_ node: Node) {
    let index = node.position
    if entries[index].settings.isCurrent { return }
    let settings = Settings(entries[index].settings.values)
    garbage.add(entries[index].settings)
    if core.parent == nil {
      garbage.add(entries[index].own)
      entries[index].own = settings
    }
    entries[index].settings = settings
    withdraw(node)
  }

  // MARK: Children

  /// Whether the settings of a child were made for this number of its family.
  func isFolded(_ node: Node, for number: UInt64) -> Bool {
    factory_node_family(node) == number
  }

  /// Completes the settings of a child by those of its parent, which were read after the number of the family.
  mutating func fold(_ node: Node, over outer: Settings, for number: UInt64) {
    let index = node.position
    let folded = entries[index].own.inheriting(outer)
    garbage.add(entries[index].settings)
    entries[index].settings = folded
    factory_node_set_is_simple(node, folded.isSimple)
    withdraw(node)
    // After the rest: a lookup reads it first.
    factory_node_set_family(node, number)
  }

  /// Has the parents count this child while the factory, a promised or required one, is registered in it. Called before
  /// the registration.
  mutating func markAsPromise(_ node: Node) {
    if core.parent != nil { entries[node.position].isPromise = true }
  }

  /// Has the parents count what is registered now.
  mutating func updateCount(_ node: Node) {
    let entry = entries[node.position]
    if entry.isPromise { count(node, isRegistered: entry.own.values.registration != nil) }
  }

  /// Updates the counts of all parents, whose nodes exist while the child does.
  mutating func count(_ node: Node, isRegistered: Bool) {
    if entries[node.position].isCounted == isRegistered { return }
    entries[node.position].isCounted = isRegistered
    var next = node.pointee.parent
    while let parent = next {
      factory_node_count_registration_below(parent, isRegistered)
      next = parent.pointee.parent
    }
  }
}
