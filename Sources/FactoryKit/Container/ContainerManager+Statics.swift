// Factory, MIT licence; see LICENSE
//
// What the module `Factory`, the interface of 1.x, asks of a container's manager beyond what is
// public: whether there is anything, all scopes but one, and one factory's state.
import FactoryAtomics

extension ContainerManager {
  /// Whether any factory of this container is registered anew.
  package var hasRegistrations: Bool {
    core.entries.contains { $0.isRegistered }
  }

  /// Whether an instance is kept for a scope. One held weakly counts while it lives.
  package func keepsInstances(in scope: Scope) -> Bool {
    core.entries.contains { $0.keepsInstance(in: scope) }
  }

  /// Drops this container's instances in every scope but one.
  package func reset(scopesExcept spared: Scope) {
    for entry in core.entries { entry.cell.invalidate { $0 != ObjectIdentifier(spared) } }
  }

  /// What `ManagedContainer.decorator(_:)` set.
  package var currentDecorator: ((Any) -> Void)? { decorator }
}

extension FactoryModifying {
  /// What this factory's container knows of it now.
  package var _state: FactoryState {
    FactoryState(
      definition: _definition,
      entry: _definition.entry
        ?? _definition.manager.entry(_definition.declaration.name, Self.types))
  }
}

/// One factory's state in one container.
package struct FactoryState {
  fileprivate let definition: FactoryDefinition
  /// Valid: entries live as long as the manager, which `definition` owns.
  fileprivate let entry: Entry

  /// The scope that a modifier gave it.
  package var scope: Scope? { entry.scope }

  package var isRegistered: Bool { entry.isRegistered }

  package func keepsInstance(in scope: Scope) -> Bool {
    guard let singletons = (scope as? Scope.Singleton)?.current else {
      return entry.keepsInstance(in: scope)
    }
    return singletonCell(in: singletons) { $0.keepsInstance(in: scope) }
  }

  /// Remembers registration, contexts, scope and instance, a singleton as well; the result puts
  /// them back.
  package func save() -> () -> Void {
    let saved = entry.save()
    guard let singletons = (entry.scope as? Scope.Singleton)?.current else {
      return { withExtendedLifetime(definition) { entry.restore(saved) } }
    }
    let instance = singletonCell(in: singletons) { $0.save() }
    return {
      withExtendedLifetime(definition) { entry.restore(saved) }
      singletonCell(in: singletons) { $0.restore(instance) }
    }
  }

  /// The factory's cell in a singleton scope, which owns it and is kept meanwhile.
  private func singletonCell<Result>(
    in singletons: Scope.Singleton, _ body: (Cell) -> Result
  ) -> Result {
    withExtendedLifetime(singletons) {
      body(
        definition.manager.singletonCell(
          of: entry, in: singletons, definition.declaration.file, definition.declaration.line))
    }
  }
}

extension Entry {
  fileprivate var isRegistered: Bool { options?.registration != nil }

  fileprivate func keepsInstance(in scope: Scope) -> Bool { cell.keepsInstance(in: scope) }
}

extension Cell {
  fileprivate func keepsInstance(in scope: Scope) -> Bool {
    guard let instance, instance.scope == ObjectIdentifier(scope) else { return false }
    return instance.box.existing != nil
  }
}

extension Scope.Singleton {
  /// The scope of all tasks that were not given a clone.
  package static var processWide: Scope.Singleton { process }
}
