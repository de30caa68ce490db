// Factory, MIT licence; see LICENSE
//
// A factory that one thread registers again and again: each registration makes one instance.
import FactoryTestSupport
import FactoryTesting
import Testing

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
