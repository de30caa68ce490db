// Factory, MIT licence; see LICENSE
//
// Threads and tasks that race for an instance share one.
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

    @Test(
      "Tasks that race for a first resolution share one construction",
      arguments: KeepingScope.allCases)
    func tasks(scope: KeepingScope) async {
      for _ in 0..<Effort.scaled(200) {
        await Scope.$singleton.withValue(Scope.Singleton()) {
          let container = ProofContainer()
          scope.prepare(container)
          let pieces = await inTasks(8) { _ in scope.resolve(container) }
          #expect(container.made.value == 1)
          #expect(Set(pieces.map(ObjectIdentifier.init)).count == 1)
        }
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

    @Test("A lazy property read by several threads is resolved once")
    func lazyProperty() {
      for _ in 0..<Effort.scaled(200) {
        LazyOwner.made = Counter()
        let owner = LazyOwner()
        let pieces = onThreads(4) { _ in owner.piece }
        #expect(LazyOwner.made.value == 1)
        #expect(Set(pieces.map(ObjectIdentifier.init)).count == 1)
      }
    }

    @Test("autoRegister runs once when threads race for a container's first resolution")
    func autoRegistration() {
      for _ in 0..<Effort.scaled(200) {
        let container = SelfRegistering()
        let results = onThreads(4) { _ in container.number() }
        #expect(container.registrations.value == 1)
        #expect(results == [1, 1, 1, 1])
      }
    }
  }
}

private final class LazyOwner: @unchecked Sendable {
  // Sendable: the lazy wrapper is; it is only read.
  nonisolated(unsafe) static var made = Counter()  // replaced between rounds, by one thread
  @LazyInjected(\LazyContainer.piece) var piece
}

private final class LazyContainer: SharedContainer {
  @TaskLocal static var shared = LazyContainer()
  let manager = ContainerManager()

  var piece: Factory<Piece> {
    self { Piece(number: LazyOwner.made.increment(), alive: Counter()) }
  }
}

private final class SelfRegistering: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = SelfRegistering()
  let manager = ContainerManager()
  let registrations = Counter()

  var number: Factory<Int> { self { 0 } }

  func autoRegister() {
    registrations.increment()
    number.register { 1 }
  }
}
