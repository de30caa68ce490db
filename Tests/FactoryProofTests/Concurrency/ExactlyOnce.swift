// Factory, MIT licence; see LICENSE
//
// Threads and tasks that race for an instance share one, also if some only look whether there is one.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Exactly once")
  struct ExactlyOnce {
    @Test(
      "Threads that race for a first resolution share one construction",
      arguments: KeepingScope.allCases)
    func threads(scope: KeepingScope) {
      for _ in 0..<Effort.scaled(200) {
        Scope.singleton.reset()
        let container = ProofContainer()
        scope.prepare(container)
        let pieces = onThreads(4) { _ in scope.resolve(container) }
        #expect(container.made.value == 1)
        #expect(Set(pieces.map(ObjectIdentifier.init)).count == 1)
        Scope.singleton.reset()
      }
    }

    @Test("A thousand tasks that wait for one slow singleton all get it")
    func manyTasks() async {
      let container = ProofContainer()
      let isBuilding = Gate()
      let mayEnd = Gate()
      container.cached.register { [unowned container] in
        isBuilding.open()
        mayEnd.wait()
        return container.make()
      }
      let opener = TestThread {
        isBuilding.wait()
        mayEnd.open()
      }
      let pieces = await inTasks(1000) { _ in container.cached() }
      opener.join()
      #expect(container.made.value == 1)
      #expect(Set(pieces.map(ObjectIdentifier.init)).count == 1)
    }

    @Test("Containers that race for a singleton share one construction")
    func singletonOfSeveralContainers() {
      for _ in 0..<Effort.scaled(200) {
        Scope.singleton.reset()
        let containers = (0..<4).map { _ in ProofContainer() }
        let pieces = onThreads(4) { containers[$0].singleton() }
        #expect(containers.map(\.made.value).reduce(0, +) == 1)
        #expect(Set(pieces.map(ObjectIdentifier.init)).count == 1)
        Scope.singleton.reset()
      }
    }

    @Test("Threads that race for nil all get nil")
    func nothing() {
      for _ in 0..<Effort.scaled(200) {
        let container = ProofContainer()
        let nothing = Factory<Piece?>(container, key: "nothing") { nil }.cached
        #expect(onThreads(4) { _ in nothing() == nil } == [true, true, true, true])
      }
    }

    @Test("On many threads, resolvedOrNil() is nil or the instance that one of them has built")
    func readAndBuild() {
      let container = ProofContainer()
      let pieces = onThreads(8) { index in
        (0..<100).compactMap { round in
          index == 0 && round == 50 ? container.cached() : container.cached.resolvedOrNil()
        }
      }
      let piece = container.cached()
      #expect(pieces.joined().allSatisfy { $0 === piece })
      #expect(pieces[0].count == 50)
      #expect(container.made.value == 1)
    }
  }
}
