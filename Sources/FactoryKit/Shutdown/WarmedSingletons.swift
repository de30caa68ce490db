// Factory, MIT licence; see LICENSE
//
// The singletons that a service has warmed up, and closes when it ends.
internal import FactoryCore
internal import FactoryKitCore

/// Those of the factories of a warm-up that are singletons. Other singletons are left alone.
final class WarmedSingletons: ClosableOwner {
  // `Node` is not `Sendable`; it is used with the lock of the scope's store, which owns it.
  private nonisolated(unsafe) let nodes: [(node: Node, scope: Scope.Singleton)]

  init(_ steps: [WarmUpStep]) {
    nodes = steps.compactMap { step in
      step.manager.warmedSingleton(step.declaration, step.types, step.scope)
    }
  }

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    for (node, scope) in nodes {
      scope.store.store.forEachClosable(of: node, from: scope.store.firstNumber, body)
    }
  }

  func evictInstancesWithoutHook() {
    for (node, scope) in nodes {
      scope.store.store.evictInstancesWithoutHook(of: node, orBefore: scope.store.firstNumber)
    }
  }
}

extension ContainerManager {
  /// The node of a factory whose instance the process keeps, and its scope.
  fileprivate func warmedSingleton(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ value: ScopeReference?
  ) -> (Node, Scope.Singleton)? {
    guard let node = store.existingNode(declaration.key(types)) else { return nil }
    let settings = store.currentSettings(node)
    guard let scope = store.withState({ $0.scope(of: node, through: value) }),
      scope.kind == .singleton,
      store.ownerDepth(node, settings, scope, declaration.lineAndFlags) == 0
    else { return nil }
    let singletons = scope.singleton.current
    return (
      singletonNode(node, singletons.store, declaration.file, declaration.line), singletons
    )
  }
}
