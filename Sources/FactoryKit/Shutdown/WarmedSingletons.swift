// Factory, MIT licence; see LICENSE
//
// The singletons that a service has warmed up, and closes when it ends.
internal import FactoryCore
internal import FactoryKitCore

/// Those of the factories of a warm-up that are singletons. Other singletons are left alone.
final class WarmedSingletons: ClosableOwner {
  // `Cell` is not `Sendable`; it may be used from any thread, with its lock. The scope owns its memory.
  private nonisolated(unsafe) let cells: [(cell: Cell, scope: Scope.Singleton)]

  init(_ steps: [WarmUpStep]) {
    cells = steps.compactMap { step in
      step.manager.warmedSingleton(step.declaration, step.types, step.scope)
    }
  }

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    for (cell, scope) in cells {
      scope.forEachClosable(in: cell, body)
    }
  }

  func evictInstancesWithoutHook() {
    for (cell, scope) in cells { scope.evictInstancesWithoutHook(in: cell) }
  }
}

extension ContainerManager {
  /// The cell of a factory whose instance the process caches, and its scope.
  fileprivate func warmedSingleton(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ value: ScopeReference?
  ) -> (Cell, Scope.Singleton)? {
    guard let entry = core.existingEntry(declaration.key(types)) else { return nil }
    return entry.withLock(core) { locked, garbage in
      guard let scope = locked.scope(of: value), scope.kind == .singleton,
        locked.ownerDepth(scope, declaration.lineAndFlags) == 0
      else { return nil }
      let singletons = scope.singleton.current
      let (cell, owner) = singletonCell(locked, singletons, declaration.file, declaration.line)
      if let owner { garbage.add(owner) }
      return (cell, singletons)
    }
  }
}
