// Factory, MIT licence; see LICENSE
//
// What happens to a factory while its closure is running: changes return at once, and none of
// them is lost.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Changes during a construction")
  struct ChangesDuringConstruction {
    @Test(
      "register returns while the old closure runs, and applies to the next resolution",
      arguments: KeepingScope.allCases)
    func registerWhileBuilding(scope: KeepingScope) {
      let blocked = Blocked(scope)
      scope.register(blocked.container, version: 2)
      let newer = scope.resolve(blocked.container)
      #expect(newer.version == 2)
      let older = blocked.unblock()
      #expect(older.version == 1)
      #expect(scope.resolve(blocked.container) === newer)
      scope.unregister(blocked.container)
    }

    @Test(
      "reset returns while the closure runs, and its instance is not kept",
      arguments: KeepingScope.allCases)
    func resetWhileBuilding(scope: KeepingScope) {
      let blocked = Blocked(scope)
      scope.reset(blocked.container)
      let older = blocked.unblock()
      let newer = scope.resolve(blocked.container)
      #expect(newer !== older)
      #expect(scope.resolve(blocked.container) === newer)
      scope.unregister(blocked.container)
    }

    /// The changes that `KeepingScope` does not make.
    enum OtherChange: CaseIterable, Sendable {
      case factoryReset, containerReset, containerScopes, singletons, otherScope, pop

      var scope: KeepingScope {
        switch self {
        case .containerScopes: .perParameter
        case .singletons: .singleton
        default: .cached
        }
      }

      func apply(to container: ProofContainer) {
        switch self {
        case .factoryReset: container.cached.reset()
        case .containerReset: container.manager.reset()
        case .containerScopes: container.manager.reset(options: .scope)
        case .singletons: Scope.singleton.reset()
        case .otherScope: _ = container.cached.scope(ProofContainer.session)
        case .pop: container.manager.pop()
        }
      }
    }

    @Test(
      "Any other change returns while the closure runs, and the next resolution does not wait",
      arguments: OtherChange.allCases)
    func otherChanges(change: OtherChange) {
      let blocked = Blocked(change.scope, isPushed: change == .pop)
      change.apply(to: blocked.container)
      let newer = change.scope.resolve(blocked.container)
      let older = blocked.unblock()
      #expect(newer !== older)
      #expect(change.scope.resolve(blocked.container) === newer)
      change.scope.unregister(blocked.container)
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

    @Test("A resolution that began in the previous scope caches no instance in the new one")
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
        // Nothing retains it, so a shared instance has been released.
        let number = container.unscoped().number
        if container.unscoped().number == number { wrong += 1 }
      }
      #expect(wrong == 0)
    }

    @Test("A resolution that began in the previous scope evicts no instance of the new one")
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
      "Threads that waited for a superseded construction get its instance",
      arguments: KeepingScope.allCases)
    func waitersOfOvertaken(scope: KeepingScope) {
      let blocked = Blocked(scope)
      let waited = LockedArray<Piece>()
      let isAsking = Gate()
      let waiter = TestThread {
        isAsking.open()
        waited.append(scope.resolve(blocked.container))
      }
      isAsking.wait()
      scope.reset(blocked.container)
      let older = blocked.unblock()
      waiter.join()
      // The waiter resolved before the reset and got the old instance, or after it and created a new one.
      let got = waited.elements[0]
      #expect(got === older || got === scope.resolve(blocked.container))
      scope.unregister(blocked.container)
    }
  }
}

/// A container in which another thread is inside the closure of a factory.
private final class Blocked: Sendable {
  let container = ProofContainer()
  private let mayEnd = Gate()
  private let builder: TestThread
  private let built = LockedArray<Piece>()

  init(_ scope: KeepingScope, isPushed: Bool = false) {
    Scope.singleton.reset()
    scope.prepare(container)
    let isInside = Gate()
    let block: @Sendable (Bool) -> Void = { [mayEnd] isFirst in
      guard isFirst else { return }
      isInside.open()
      mayEnd.wait()
    }
    scope.register(container, version: 1, running: block)
    if isPushed { container.manager.push() }
    builder = TestThread { [container, built] in built.append(scope.resolve(container)) }
    isInside.wait()
  }

  /// Lets the closure return, and returns its instance.
  func unblock() -> Piece {
    mayEnd.open()
    builder.join()
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
