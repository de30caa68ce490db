// Factory, MIT licence; see LICENSE
//
// Lookups by many threads while instances are evicted.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Lookups while instances are evicted")
  struct LookupAndEvict {
    @Test(
      "Readers always get a valid instance while others reset it",
      arguments: [KeepingScope.cached, .singleton, .session])
    func livingInstances(scope: KeepingScope) {
      let container = ProofContainer()
      let wrong = Counter()
      let rounds = Effort.scaled(50_000)
      onThreads(6) { index in
        for _ in 0..<rounds {
          if index < 4 {
            // Numbers start at 1. A freed instance may contain any number, and the sanitizers
            // report the access.
            if scope.resolve(container).number < 1 { wrong.increment() }
          } else {
            scope.reset(container)
          }
        }
      }
      #expect(wrong.value == 0)
      scope.reset(container)
      #expect(container.alive.value == 0)
    }

    @Test("More threads than there are hazard slots get the one instance")
    func moreThreadsThanSlots() {
      let container = ProofContainer()
      let kept = container.cached()
      let wrong = Counter()
      let meeting = Barrier(200)
      onThreads(200, stackSize: TestThread.smallStack) { _ in
        for _ in 0..<50 where container.cached() !== kept { wrong.increment() }
        // No thread ends before all have resolved.
        meeting.wait()
        if container.cached() !== kept { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("A lookup may hold the last reference to its container")
    func lastReference() {
      // The container is released when the function returns, its manager when the resolution ends.
      func factory(_ made: inout Piece?) -> Factory<Piece> {
        let container = ProofContainer()
        made = container.cached()
        // The second hit takes the fast path.
        _ = container.cached()
        return container.cached
      }
      var made: Piece?
      for _ in 0..<100 {
        let found = factory(&made)()
        #expect(made === found)
      }
    }

    @Test(
      "A factory that is scoped on its parameters during lookups returns valid instances")
    func scopedMeanwhile() {
      let wrong = Counter()
      for _ in 0..<Effort.scaled(1_000) {
        let container = ProofContainer()
        _ = container.kept(1)
        onThreads(3) { index in
          for _ in 0..<10 {
            if index == 0 { _ = container.kept.scopeOnParameters }
            if container.kept(1).number < 1 { wrong.increment() }
          }
        }
      }
      #expect(wrong.value == 0)
    }

    @Test("The fast path finds the task's singleton, not the process's")
    func taskSingletons() {
      let container = ProofContainer()
      let kept = container.singleton()
      // Twice: the second hit takes the fast path.
      #expect(container.singleton() === kept && container.singleton() === kept)
      Scope.$singleton.withValue(Scope.Singleton()) {
        #expect(container.singleton() !== kept)
      }
      #expect(container.singleton() === kept)
      container.singleton.reset()
    }

    @Test("A lazily injected instance is read by many threads while others read it again")
    func lazyReads() {
      let container = ProofContainer()
      ProofContainer.$shared.withValue(container) {
        let owner = LazyOwner()
        let first = owner.piece
        let wrong = Counter()
        onThreads(4) { _ in
          for _ in 0..<Effort.scaled(10_000) where owner.piece !== first { wrong.increment() }
        }
        #expect(wrong.value == 0)
      }
    }
  }
}

extension ProofContainer {
  fileprivate var kept: ParameterFactory<Int, Piece> { self { _ in self.make() }.cached }
}

private final class LazyOwner: @unchecked Sendable {
  // Sendable: the property is never assigned to; reading it from several threads is safe.
  @LazyInjected(\ProofContainer.unscoped) var piece
}
