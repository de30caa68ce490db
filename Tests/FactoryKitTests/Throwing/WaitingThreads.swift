// Factory, MIT licence; see LICENSE
//
// How many threads wait for an instance, for tests that let the closure end only after that.
import FactoryCore
import FactoryTestSupport

@testable import FactoryKit
@testable import FactoryKitCore

extension FactoryModifying {
  /// The number of threads that wait for the instance that another one is building.
  private var waitingThreads: Int {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    var (store, node) = (manager.store, manager.store.node(declaration.key(Self._types)))
    if store.withState({ $0.scope(of: node)?.kind }) == .singleton {
      let singletons = Scope.singleton.current.store
      node = manager.singletonNode(node, singletons, declaration.file, declaration.line)
      store = singletons.store
    }
    guard case .building(let construction) = store.withState({ _ in node.entry.pointee.slot.phase })
    else { return 0 }
    return construction.waitingThreads
  }

  /// Returns when `count` threads wait. Called by the closure that builds the instance, on a thread
  /// with the singletons of the others.
  func awaitWaitingThreads(_ count: Int) {
    while waitingThreads < count { yieldThread() }
  }
}

extension Construction {
  fileprivate var waitingThreads: Int {
    WaitGraph.lock.withLock(.waitGraph) {
      var count = 0
      var next = waiters
      while let thread = next {
        count += 1
        next = thread.pointee.next_waiter
      }
      return count
    }
  }
}
