// Factory, MIT licence; see LICENSE
//
// How many threads wait for an instance, for tests that let the closure end only after that.
import FactoryCore
import FactoryTestSupport
import Testing

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

/// Waits until `count` threads wait for the graph instance that the calling closure builds in an asynchronous
/// tree.
func awaitThreadsWaitingForThisClosure(_ count: Int, in container: some ManagedContainer) {
  let store = container.manager.store
  let frame = factory_current_thread().pointee.top!
  let cells = TaskFrame.innermostResolution!.graph!
  let key = GraphKey(store.node(frame.key), nil, store.core)
  let node = store.withLock { cells.node(for: key, nil, of: store, &$0.garbage) }
  guard
    case .building(let construction) = cells.store.withState({ _ in node.entry.pointee.slot.phase })
  else {
    Issue.record("no closure is building the instance")
    return
  }
  while construction.waitingThreads < count { yieldThread() }
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
