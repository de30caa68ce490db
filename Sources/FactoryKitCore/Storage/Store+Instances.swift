// Factory, MIT licence; see LICENSE
//
// The instances of a store: asking for one, and evicting them. And who keeps those of a child.
internal import FactoryCore

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

// MARK: Children

extension Store {
  /// The depth of the container that keeps the factory's instance, or of the outermost parent if the process does: of the
  /// nearest one that overrides the factory, or else of the one that the sharing of the scope leads to, or of the outermost.
  /// - Parameters:
  ///   - settings: those of the factory in this container.
  ///   - flags: those of the factory value.
  package func ownerDepth(
    _ node: Node, _ settings: Settings, _ scope: ScopeReference, _ flags: UInt32
  ) -> UInt32 {
    if parent == nil { return 0 }
    let depth = settings.overrideDepth(flags)
    if scope.kind == .singleton { return depth }
    let isDefault = settings.values.scope.value == nil
    var (node, store) = (node, self)
    while let parent = store.parent, store.core.depth > depth {
      let outer = node.pointee.parent!
      // The parent does not keep the instance if the factory has another scope there. It has none while a reset of the
      // parent removes the definition's, which the parent gets again.
      let scopeOfParent =
        isDefault ? factory_core_any_default_scope(parent.core) : factory_node_scope(outer)
      guard store.shares(scope),
        scopeOfParent == scope.address || !isDefault && scopeOfParent == nil
      else { break }
      (node, store) = (outer, parent)
    }
    return store.core.depth
  }
}
