// Factory, MIT licence; see LICENSE
//
// What the module `Factory`, the interface of 1.x, asks of a container's manager beyond what is
// public: whether there is anything, all scopes but one, and one factory's state.
//
// It is compiled into that module. For other programs there are only the few functions that it
// takes, at the end.
import FactoryAtomics

extension ContainerManager {
  /// Whether any factory of this container is registered anew.
  @_alwaysEmitIntoClient
  package var hasRegistrations: Bool {
    entries.contains { Self.isRegistered($0) }
  }

  /// Whether an instance is kept for a scope. One held weakly counts while it lives.
  @_alwaysEmitIntoClient
  package func keepsInstances(in scope: Scope) -> Bool {
    entries.contains { Self.keepsInstance(Self.cell(of: $0), in: scope) }
  }

  /// Drops this container's instances in every scope but one.
  @_alwaysEmitIntoClient
  package func reset(scopesExcept spared: Scope) {
    for entry in entries { Self.invalidate(Self.cell(of: entry), unless: spared) }
  }

  /// What `ManagedContainer.decorator(_:)` set.
  @_alwaysEmitIntoClient
  package var currentDecorator: ((Any) -> Void)? { decorator }
}

/// One factory's state in one container. Its entry is looked up.
package typealias FactoryState = FactoryDefinition

extension FactoryModifying {
  /// What this factory's container knows of it now.
  @_alwaysEmitIntoClient
  package var _state: FactoryDefinition { reset(.none)._definition }
}

extension FactoryDefinition {
  /// The scope that a modifier gave it.
  @_alwaysEmitIntoClient
  package var scope: Scope? { ContainerManager.scope(of: entry!) }

  @_alwaysEmitIntoClient
  package var isRegistered: Bool { ContainerManager.isRegistered(entry!) }

  @_alwaysEmitIntoClient
  package func keepsInstance(in scope: Scope) -> Bool {
    let place = manager.place(of: entry!, in: scope, declaration)
    return withExtendedLifetime(place.owner) {
      ContainerManager.keepsInstance(place.cell, in: scope)
    }
  }

  /// Remembers registration, contexts, scope and instance, a singleton as well; the result puts
  /// them back.
  @_alwaysEmitIntoClient
  package func save() -> () -> Void {
    let place = manager.place(of: entry!, in: scope, declaration)
    let restore = ContainerManager.save(entry!, place.cell)
    return { withExtendedLifetime((self, place.owner)) { restore() } }
  }
}

extension Scope.Singleton {
  /// The scope of all tasks that were not given a clone.
  @_alwaysEmitIntoClient
  package static var processWide: Scope.Singleton { process }
}

// MARK: What it takes

extension ContainerManager {
  @usableFromInline
  static func isRegistered(_ entry: Entry) -> Bool {
    entry.options?.registration != nil
  }

  @usableFromInline
  static func scope(of entry: Entry) -> Scope? { entry.scope }

  /// The cell of the container's own instance.
  @usableFromInline
  static func cell(of entry: Entry) -> Cell {
    entry.cell
  }

  /// The cell of a factory's instance in a scope, and what has to be held while it is used.
  @usableFromInline
  func place(
    of entry: Entry, in scope: Scope?, _ declaration: FactoryDeclaration
  ) -> (cell: Cell, owner: AnyObject) {
    guard let singletons = (scope as? Scope.Singleton)?.current else { return (entry.cell, self) }
    return (
      singletonCell(of: entry, in: singletons, declaration.file, declaration.line), singletons
    )
  }

  @usableFromInline
  static func keepsInstance(_ cell: Cell, in scope: Scope) -> Bool {
    guard let instance = cell.instance, instance.scope == ObjectIdentifier(scope) else {
      return false
    }
    return instance.box.existing != nil
  }

  /// Drops what is kept or being made, unless it is for one scope.
  @usableFromInline
  static func invalidate(_ cell: Cell, unless scope: Scope) {
    cell.invalidate(ObjectIdentifier(scope), isSpared: true)
  }

  /// Remembers an entry, and the instance in a cell, its own or one elsewhere.
  @usableFromInline
  static func save(
    _ entry: Entry, _ cell: Cell
  ) -> () -> Void {
    let saved = entry.save()
    let instance = cell.save()
    return {
      entry.restore(saved)
      cell.restore(instance)
    }
  }
}
