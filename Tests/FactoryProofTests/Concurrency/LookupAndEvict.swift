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
      "Readers always get a valid instance while others reset it, and all are released",
      arguments: KeepingScope.allCases)
    func livingInstances(scope: KeepingScope) {
      let container = ProofContainer()
      scope.prepare(container)
      let wrong = Counter()
      let rounds = Effort.scaled(20_000)
      onThreads(6) { index in
        for _ in 0..<rounds {
          if index < 4 {
            // Numbers start at 1. A freed instance may contain any number, and the sanitizers report the access.
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
  }
}

extension ProofContainer {
  fileprivate var kept: ParameterFactory<Int, Piece> { self { _ in self.make() }.cached }
}
