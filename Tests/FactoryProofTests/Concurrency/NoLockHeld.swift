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

    @Test("A parameter's == and hash(into:) may use the very factory they are compared for")
    func parameters() {
      let container = AskingContainer()
      let first = container.asked(AskingParameter(number: 1, container: container))
      #expect(container.asked(AskingParameter(number: 1, container: container)) === first)
      #expect(container.asked(AskingParameter(number: 2, container: container)) !== first)
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

    @Test("Two containers whose autoRegister resolves from each other do not deadlock")
    func mutualAutoRegistration() {
      let log = ExpectedLines(containing: "autoRegister() of FactoryProofTests.PartneredContainer")
      let rounds = Effort.scaled(100)
      for _ in 0..<rounds {
        let pair = PartneredContainer.Pair()
        onThreads(2) { index in
          _ = index == 0 ? pair.first.number() : pair.second.number()
        }
        #expect(pair.first.number() == 1)
        #expect(pair.second.number() == 1)
      }
      // If both threads are in `autoRegister` at the same time, one of them continues.
      #expect(log.lines.count <= rounds)
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

private final class AskingContainer: ManagedContainer {
  let manager = ContainerManager()
  let proof = ProofContainer()
  let asking = Counter()

  var asked: ParameterFactory<AskingParameter, Piece> {
    self { _ in self.proof.make() }.scopeOnParameters.cached
  }
}

/// A parameter that resolves factories while it is hashed and compared.
private struct AskingParameter: Hashable {
  let number: Int
  // Not retained, because the container stores the parameter.
  weak var container: AskingContainer?

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ask()
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) { ask() }

  private func ask() {
    // Not inside itself, which would be an endless recursion.
    guard let container, container.asking.increment() == 1 else { return }
    _ = container.asked(AskingParameter(number: number + 10, container: nil))
    container.asked.reset(.registration)
    container.asking.reset()
  }
}

/// A container that resolves from its partner in `autoRegister`.
private final class PartneredContainer: ManagedContainer, AutoRegistering, @unchecked Sendable {
  // Sendable: `partner` is set before any thread sees the pair.
  let manager = ContainerManager()
  unowned var partner: PartneredContainer!
  var number: Factory<Int> { self { 0 } }

  func autoRegister() {
    _ = partner.number()
    number.register { 1 }
  }

  struct Pair: Sendable {
    let first = PartneredContainer()
    let second = PartneredContainer()

    init() {
      first.partner = second
      second.partner = first
    }
  }
}
