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
    core.entries.contains { $0.settings(core).values.registration != nil }
  }

  /// Whether an instance is cached in a scope. A weakly held instance counts while it exists.
  func cachesInstances(in scope: Scope) -> Bool {
    core.entries.contains { entry in
      entry.withLock(core) { locked, garbage in
        locked.scope == ScopeReference(scope)
          && locked.cell.cachesInstance(&garbage)
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

extension LockedCell {
  /// Whether an instance is cached, apart from those of single parameters.
  fileprivate func cachesInstance(_ garbage: inout Garbage) -> Bool {
    guard let box = machine.pointee.cached?.instance else { return false }
    garbage.keepAlive(box)
    return box.isAlive
  }
}

extension FactoryModifying {
  /// The state that the container stores for this factory.
  var _state: FactoryState {
    FactoryState(
      _definition, _definition.manager.core.entry(_definition.declaration.key(Self._types)))
  }
}

/// One factory's state in one container.
final class FactoryState {
  // Keeps the container's storage, and so the entry, alive.
  fileprivate let definition: FactoryDefinition
  fileprivate let entry: Entry

  fileprivate init(_ definition: FactoryDefinition, _ entry: Entry) {
    self.definition = definition
    self.entry = entry
  }

  private var core: ContainerCore { definition.manager.core }

  /// The scope that a modifier has set.
  var scope: Scope? { entry.settings(core).values.scope.value?.scope }

  var isRegistered: Bool { entry.settings(core).values.registration != nil }

  func cachesInstance(in scope: Scope) -> Bool {
    let (cell, owner) = cell(in: scope)
    return withExtendedLifetime(owner) {
      cell.withLock { locked, garbage in locked.cachesInstance(&garbage) }
    }
  }

  /// Saves registration, contexts, scope and instance, including a singleton. The returned closure
  /// restores them.
  func save() -> () -> Void {
    let saved = entry.withLock(core) { locked, _ in locked.savedState() }
    let singleton = (scope as? Scope.Singleton).map { singletonCell($0.current) }
    let savedSingleton = singleton.map { $0.cell.saved() }
    return { [self] in
      entry.withLock(core) { locked, garbage in
        locked.willChange()
        locked.restore(saved, &garbage)
      }
      if let singleton, let savedSingleton {
        singleton.cell.restore(savedSingleton)
      }
    }
  }

  /// The cell of the factory's instance in a scope, and the owner of the cell.
  private func cell(in scope: Scope) -> (cell: Cell, owner: AnyObject) {
    guard let singletons = (scope as? Scope.Singleton)?.current else {
      return (entry.cell, definition.manager)
    }
    return singletonCell(singletons)
  }

  private func singletonCell(_ singletons: Scope.Singleton) -> (cell: Cell, owner: AnyObject) {
    let declaration = definition.declaration
    let (cell, owner) = entry.withLock(core) { locked, _ in
      definition.manager.singletonCell(locked, singletons, declaration.file, declaration.line)
    }
    return (cell, owner ?? singletons)
  }
}

extension Scope.Singleton {
  /// The scope of every task in which `Scope.singleton` has no other value.
  static var processWide: Scope.Singleton { process }
}
