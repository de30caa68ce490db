// Factory, MIT licence; see LICENSE
//
// A container that one thread resets again and again: for the other threads its factories have
// their scopes all the time. A factory that one thread registers again and again: each registration
// makes one instance.
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

extension SharedSingletons {
  @Suite("Resolving while another thread registers")
  struct RegisterAndResolve {
    @Test(
      "A registered closure runs once, and all that get its instance get the same object",
      arguments: [
        KeepingScope.cached, .singleton, .session, .perParameter, .perParameterSingleton,
      ])
    func oneInstance(scope: KeepingScope) {
      let container = ProofContainer()
      let known = LockedValue([Int: Piece]())
      let (again, wrong) = (Counter(), Counter())
      whileChanging(Effort.scaled(60_000), readers: 2) { number in
        let calls = Counter()
        scope.register(container) { [unowned container] in
          if calls.increment() > 1 { again.increment() }
          return container.make(version: number)
        }
      } read: {
        for piece in [scope.resolve(container), scope.resolve(container)] {
          let first = known.withLock { known in
            if known[piece.version] == nil { known[piece.version] = piece }
            return known[piece.version]
          }
          if first !== piece { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
      #expect(again.value == 0)
    }

    @Test(
      "An instance that is resolved during a registration is not evicted by its end",
      arguments: [
        KeepingScope.cached, .shared, .singleton, .session, .perParameter, .perParameterSingleton,
      ])
    func inTheMiddle(scope: KeepingScope) {
      let container = ProofContainer()
      let found = LockedArray<Piece>()
      Scope.$singleton.withValue(Scope.Singleton()) {
        // The captures of the first registration are released when the second one replaces it.
        register(
          scope, container,
          onRelease: { [unowned container] in
            found.append(scope.resolve(container))
          })
        scope.register(container) { [unowned container] in container.make(version: 2) }
        let after = scope.resolve(container)
        #expect(after.version == 2)
        #expect(found.elements.count == 1)
        #expect(found.elements.allSatisfy { $0.version != 2 || $0 === after })
        container.manager.reset()
      }
    }

    /// Registers a closure that calls `body` when it is released.
    private func register(
      _ scope: KeepingScope, _ container: ProofContainer,
      onRelease body: @escaping @Sendable () -> Void
    ) {
      let action = DeinitAction(body)
      scope.register(container) { [unowned container] in container.make(version: action.version) }
    }
  }
}

/// Calls a closure when it is deinitialised.
private final class DeinitAction: Sendable {
  let version = 1
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
