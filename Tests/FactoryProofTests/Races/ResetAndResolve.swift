// Factory, MIT licence; see LICENSE
//
// A container that one thread resets again and again: for the other threads its factories have
// their scopes all the time.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Resolving while the container is reset")
  struct ResetAndResolve {
    /// A change that removes what the factories' definitions have recorded in a container.
    enum Change: CaseIterable, Sendable {
      case reset, resetRegistrations, pushAndPop

      func apply(to container: ProofContainer) {
        switch self {
        case .reset: container.reset()
        case .resetRegistrations: container.reset(options: .registration)
        case .pushAndPop:
          container.manager.push()
          container.manager.pop()
        }
      }
    }

    @Test("A singleton stays one object while its container changes", arguments: Change.allCases)
    func singleton(change: Change) {
      let wrong = race(change, singletons: Scope.Singleton())
      #expect(wrong == 0)
    }

    @Test("A singleton of the process stays one object while its container changes")
    func singletonOfProcess() {
      let wrong = race(.reset, singletons: Scope.singleton)
      #expect(wrong == 0)
      // Other tests must not see these singletons.
      Scope.singleton.reset()
    }

    /// How often a resolution found another singleton than the first one.
    private func race(_ change: Change, singletons: Scope.Singleton) -> Int {
      // The container has never been used: `pop` removes what its first resolution records.
      let container = ProofContainer()
      let first = Scope.$singleton.withValue(singletons) { ProofContainer().singleton() }
      let wrong = Counter()
      whileChanging(Effort.scaled(60_000), readers: 2, singletons: singletons) { _ in
        change.apply(to: container)
      } read: {
        if container.singleton() !== first { wrong.increment() }
      }
      return wrong.value
    }

    @Test("A stored singleton factory resolves to one object while its container is reset")
    func keptValue() {
      let container = ProofContainer()
      let singletons = Scope.Singleton()
      let first = Scope.$singleton.withValue(singletons) { container.singleton() }
      let factory = container.singleton
      let wrong = Counter()
      whileChanging(Effort.scaled(10_000), singletons: singletons) { _ in
        container.reset()
      } read: {
        if factory() !== first { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("Threads that read a definition of several scopes share the instance of the last one")
    func severalScopes() {
      let wrong = Counter()
      let container = ProofContainer()
      let first = container.twice()
      onThreads(4) { _ in
        for _ in 0..<Effort.scaled(10_000) where container.twice() !== first { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("While one parameter's instance is reset, each thread gets that of its parameter")
    func parameters() {
      let container = NumberedContainer()
      let wrong = Counter()
      whileChanging(Effort.scaled(20_000), readers: 2) { _ in
        container.byNumber.reset(.scope, for: 1)
      } read: {
        for number in 1...2 where container.byNumber(number).label != "\(number)" {
          wrong.increment()
        }
      }
      #expect(wrong.value == 0)
      #expect(container.built.elements.filter { $0 == 2 }.count == 1)
    }
  }
}

extension ProofContainer {
  fileprivate var twice: Factory<Piece> { self { self.make() }.shared.unique.cached }
}

private final class NumberedContainer: ManagedContainer {
  let manager = ContainerManager()
  let built = LockedArray<Int>()

  var byNumber: ParameterFactory<Int, TestService> {
    self { [built] in
      built.append($0)
      return TestService("\($0)")
    }.scopeOnParameters.cached
  }
}
