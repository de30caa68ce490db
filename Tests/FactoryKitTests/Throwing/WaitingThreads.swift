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
    let entry = manager.core.entry(declaration.key(Self._types))
    let phase = entry.withLock(manager.core) { locked, _ in
      guard locked.scope?.kind == .singleton else { return locked.cell.machine.pointee.phase }
      let (cell, _) = manager.singletonCell(
        locked, Scope.singleton.current, declaration.file, declaration.line)
      return cell.withLock { locked, _ in locked.machine.pointee.phase }
    }
    guard case .building(let construction) = phase else { return 0 }
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
  let core = container.manager.core
  let frame = factory_current_thread().pointee.top!
  var garbage = Garbage()
  let cell = TaskFrame.innermostResolution!.graph!.cell(
    for: GraphKey(core.entry(frame.key), nil, core), nil, core, &garbage)
  garbage.release()
  guard
    case .building(let construction) = cell.withLock({ locked, _ in locked.machine.pointee.phase })
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
