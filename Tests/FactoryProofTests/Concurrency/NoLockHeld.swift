// Factory, MIT licence; see LICENSE
//
// No lock is held while user code runs: a closure that blocks does not block other threads.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("No lock is held while user code runs")
  struct NoLockHeld {
    @Test("A closure that blocks does not stop anything else", arguments: KeepingScope.allCases)
    func closures(blocking scope: KeepingScope) {
      Scope.singleton.reset()
      let container = BlockingContainer()
      let builder = TestThread { _ = container.blocking() }
      container.isInside.wait()
      exercise(container.proof, scope)
      exercise(ProofContainer(), scope)
      #expect(container.other() == 1)
      #expect(container.newcomer() == 2)
      container.manager.push()
      container.manager.pop()
      container.manager.reset(options: .context)
      container.manager.reset(scope: .shared)
      container.mayEnd.open()
      builder.join()
      Scope.singleton.reset()
    }

    @Test("A decorator that blocks does not stop its own factory")
    func decorators() {
      let container = ProofContainer()
      let (isInside, mayEnd, calls) = (Gate(), Gate(), Counter())
      container.decorator { _ in
        if calls.increment() == 1 {
          isInside.open()
          mayEnd.wait()
        }
      }
      let first = TestThread { _ = container.cached() }
      isInside.wait()
      _ = container.cached()
      #expect(container.made.value == 1)
      mayEnd.open()
      first.join()
    }

    @Test("A parameter's closure that blocks does not stop the factory for another parameter")
    func otherParameter() {
      let container = ProofContainer()
      let (isInside, mayEnd) = (Gate(), Gate())
      container.perParameter.register { [unowned container] parameter in
        if parameter.value == 1 {
          isInside.open()
          mayEnd.wait()
        }
        return container.make()
      }
      let first = TestThread { _ = container.perParameter(CollidingParameter(value: 1)) }
      isInside.wait()
      let two = container.perParameter(CollidingParameter(value: 2))
      #expect(container.perParameter(CollidingParameter(value: 2)) === two)
      mayEnd.open()
      first.join()
    }

    @Test("An instance's deinit may resolve during its eviction")
    func deinitialisers() {
      let container = ProofContainer()
      let last = Factory(container, key: "last") { ResolvingOnDeinit(container) }.cached
      let evictions: [() -> Void] = [
        { last.reset(.scope) },
        { container.manager.reset(options: .scope) },
        { last.register { [unowned container] in ResolvingOnDeinit(container) } },
        { container.manager.reset() },
      ]
      for (number, evict) in evictions.enumerated() {
        _ = last()
        container.cached.reset(.scope)
        evict()
        #expect(container.made.value == number + 1)
      }
      #expect(container.cached() === container.cached())
    }

    @Test("autoRegister that blocks does not stop other containers")
    func autoRegistration() {
      let (isInside, mayEnd) = (Gate(), Gate())
      let container = AutoContainer { container, _ in
        isInside.open()
        mayEnd.wait()
        container.service.register { TestService("auto") }
      }
      let first = TestThread { _ = container.service() }
      isInside.wait()
      exercise(ProofContainer(), .cached)
      mayEnd.open()
      first.join()
      #expect(container.service().label == "auto")
    }

    private func exercise(_ container: ProofContainer, _ scope: KeepingScope) {
      scope.prepare(container)
      let piece = scope.resolve(container)
      #expect(scope.resolve(container) === piece)
      scope.reset(container)
      #expect(scope.resolve(container) !== piece)
    }
  }
}

private final class BlockingContainer: SharedContainer {
  @TaskLocal static var shared = BlockingContainer()
  let manager = ContainerManager()
  let isInside = Gate()
  let mayEnd = Gate()
  let proof = ProofContainer()

  var blocking: Factory<Piece> {
    self {
      self.isInside.open()
      self.mayEnd.wait()
      return self.proof.make()
    }.singleton
  }
  var other: Factory<Int> { self { 1 }.cached }
  var newcomer: Factory<Int> { self { 2 }.singleton }
}

private final class ResolvingOnDeinit: Sendable {
  let container: ProofContainer

  init(_ container: ProofContainer) { self.container = container }

  deinit { _ = container.cached() }
}
