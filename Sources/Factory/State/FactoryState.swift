// Factory, MIT licence; see LICENSE
//
// Members that the module `Factory`, the 1.x interface, needs in addition to the public API:
// whether a container has registrations or instances, a reset of all scopes but some, and the state
// of one factory.
internal import FactoryCore
internal import FactoryKitCore

extension ContainerManager {
  /// Whether any factory of this container has a registration.
  var hasRegistrations: Bool {
    store.withState { state in
      state.nodes.contains { state.settings($0).values.registration != nil }
    }
  }

  /// Whether an instance is cached in a scope. A weakly held instance counts while it exists.
  func cachesInstances(in scope: Scope) -> Bool {
    store.foldAll()
    return store.withLock { state in
      state.nodes.contains { node in
        state.scope(of: node) == ScopeReference(scope) && state.cachesInstance(node)
      }
    }
  }

  /// Evicts this container's instances in all scopes but some.
  func reset(scopesExcept spared: [Scope]) {
    evictInstances(in: spared, areSpared: true)
  }

  /// The decorator set by `ManagedContainer.decorator(_:)`.
  var currentDecorator: ((Any) -> Void)? { decorator }
}

extension StoreState {
  /// Whether an instance is cached, apart from those of single parameters.
  fileprivate mutating func cachesInstance(_ node: Node) -> Bool {
    withSlot(node, nil) { slot, garbage in
      guard let box = slot.cached?.instance else { return false }
      garbage.keepAlive(box)
      return box.isAlive
    } ?? false
  }
}

extension FactoryModifying {
  /// The state that the container stores for this factory.
  var _state: FactoryState {
    FactoryState(
      _definition, _definition.manager.store.node(_definition.declaration.key(Self._types)))
  }
}

/// One factory's state in one container.
final class FactoryState {
  // Keeps the container's store, and so the node, alive.
  private let definition: FactoryDefinition
  private let node: Node

  fileprivate init(_ definition: FactoryDefinition, _ node: Node) {
    self.definition = definition
    self.node = node
  }

  private var store: Store { definition.manager.store }
  private var settings: SettingValues { store.currentSettings(node).values }

  /// The scope that a modifier has set.
  var scope: Scope? { settings.scope.value?.scope }

  var isRegistered: Bool { settings.registration != nil }

  func cachesInstance(in scope: Scope) -> Bool {
    let (store, node) = place(in: scope)
    return store.withLock { $0.cachesInstance(node) }
  }

  /// Saves registration, contexts, scope and instance, including a singleton. The returned closure
  /// restores them.
  func save() -> () -> Void {
    let saved = store.savedEntry(node)
    let singleton = (scope as? Scope.Singleton).map { place(in: $0) }
    let savedSingleton = singleton.map { $0.savedEntry($1) }
    return { [self] in
      store.restore(node, saved)
      if let singleton, let savedSingleton {
        singleton.store.restore(singleton.node, savedSingleton)
      }
    }
  }

  /// Where the factory's instance in a scope is kept.
  private func place(in scope: Scope) -> (store: Store, node: Node) {
    guard let singletons = (scope as? Scope.Singleton)?.current.store else { return (store, node) }
    let declaration = definition.declaration
    return (
      singletons.store,
      definition.manager.singletonNode(node, singletons, declaration.file, declaration.line)
    )
  }
}

extension Scope.Singleton {
  /// The scope of every task in which `Scope.singleton` has no other value.
  static var processWide: Scope.Singleton { process }
}
