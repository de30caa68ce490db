// Factory, MIT licence; see LICENSE
//
// What happens to a factory while its closure is running: changes return at once, and none of
// them is lost.
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Overtaking a construction")
  struct Overtaking {
    @Test(
      "register returns while the old closure runs, and holds for the next resolution",
      arguments: KeepingScope.allCases)
    func registerWhileBuilding(scope: KeepingScope) {
      let world = Blocked(scope)
      scope.register(world.container, version: 2)
      let newer = scope.resolve(world.container)
      #expect(newer.version == 2)
      let older = world.unblock()
      #expect(older.version == 1)
      #expect(scope.resolve(world.container) === newer)
      scope.unregister(world.container)
    }

    @Test(
      "reset returns while the closure runs, and what that makes is not kept",
      arguments: KeepingScope.allCases)
    func resetWhileBuilding(scope: KeepingScope) {
      let world = Blocked(scope)
      scope.reset(world.container)
      let older = world.unblock()
      let newer = scope.resolve(world.container)
      #expect(newer !== older)
      #expect(scope.resolve(world.container) === newer)
      scope.unregister(world.container)
    }

    /// Runs something on one thread while two others resolve the factory.
    private func whileOthersResolve(
      _ container: ProofContainer, _ body: @escaping @Sendable () -> Void
    ) {
      let meeting = Barrier(3)
      onThreads(3) { index in
        meeting.wait()
        if index == 0 { return body() }
        for _ in 0..<4 { _ = container.unscoped() }
      }
    }

    @Test("A resolution that began in the scope before leaves nothing behind in the next")
    func scopeChangedMeanwhile() {
      var wrong = 0
      for _ in 0..<Effort.scaled(5_000) {
        let container = ProofContainer()
        _ = container.unscoped.cached
        whileOthersResolve(container) {
          _ = container.unscoped.shared
          let held = container.unscoped()
          // The second hit takes the fast path.
          _ = container.unscoped()
          withExtendedLifetime(held) {}
        }
        // Nobody holds it, so a shared instance is gone.
        let number = container.unscoped().number
        if container.unscoped().number == number { wrong += 1 }
      }
      #expect(wrong == 0)
    }

    @Test("A resolution that began in the scope before does not drop what the next one keeps")
    func keptInNextScope() {
      let wrong = Counter()
      for _ in 0..<Effort.scaled(5_000) {
        let container = ProofContainer()
        _ = container.unscoped.shared
        whileOthersResolve(container) {
          _ = container.unscoped.cached
          let kept = container.unscoped()
          for _ in 0..<4 where container.unscoped() !== kept { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
    }

    @Test(
      "Those who waited for an overtaken construction get its instance",
      arguments: KeepingScope.allCases)
    func waitersOfOvertaken(scope: KeepingScope) {
      let world = Blocked(scope)
      let waited = Collected<Piece>()
      let isAsking = Gate()
      let waiter = inBackground {
        isAsking.open()
        waited.append(scope.resolve(world.container))
      }
      isAsking.wait()
      scope.reset(world.container)
      let older = world.unblock()
      waiter.wait()
      // The waiter came before the reset and got the old one, or after it and made its own.
      let got = waited.elements[0]
      #expect(got === older || got === scope.resolve(world.container))
      scope.unregister(world.container)
    }
  }
}

/// A container in which another thread is inside the closure of a factory.
private final class Blocked: Sendable {
  let container = ProofContainer()
  private let mayEnd = Gate()
  private let builder: Background
  private let built = Collected<Piece>()

  init(_ scope: KeepingScope) {
    Scope.singleton.reset()
    scope.prepare(container)
    let isInside = Gate()
    let block: @Sendable (Bool) -> Void = { [mayEnd] isFirst in
      guard isFirst else { return }
      isInside.open()
      mayEnd.wait()
    }
    scope.register(container, version: 1, running: block)
    builder = inBackground { [container, built] in built.append(scope.resolve(container)) }
    isInside.wait()
  }

  /// Lets the closure end, and returns what it made.
  func unblock() -> Piece {
    mayEnd.open()
    builder.wait()
    return built.elements[0]
  }
}

extension KeepingScope {
  /// Registers a closure that first calls `body`, with true the first time.
  fileprivate func register(
    _ container: ProofContainer, version: Int, running body: @escaping @Sendable (Bool) -> Void
  ) {
    let calls = Counter()
    let make = { [unowned container] in
      body(calls.increment() == 1)
      return container.make(version: version)
    }
    register(container, making: make)
  }
}
