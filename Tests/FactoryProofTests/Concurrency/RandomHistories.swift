// Factory, MIT licence; see LICENSE
//
// Random histories of several threads on one container, and what must hold for each.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Concurrent histories")
  struct RandomHistories {
    @Test(
      "Nothing older is resolved on threads after a reset or a registration has returned",
      arguments: [
        KeepingScope.cached, .shared, .session, .optional, .timed, .perParameter, .byDefault,
        .singleton,
      ])
    func threads(scope: KeepingScope) {
      for seed in 0..<UInt64(Effort.scaled(20)) {
        let singletons = Scope.Singleton()
        let history = History(scope)
        onThreads(4) { index in
          Scope.$singleton.withValue(singletons) {
            history.play(index, seed: seed, steps: 500)
          }
        }
        Scope.$singleton.withValue(singletons) { history.check() }
      }
    }
  }
}

/// One container that several threads use at random, and a record of the instances that they got.
///
/// Thread 0 registers and resets, so that the order of its changes is known; all resolve.
private final class History: Sendable {
  private let scope: KeepingScope
  private let container = ProofContainer()
  /// The number of the newest instance when the last completed reset began.
  private let oldest = Counter()
  /// The newest version whose registration has returned.
  private let version = Counter()
  private let changes = Counter()
  private let violations = LockedArray<String>()

  init(_ scope: KeepingScope) {
    self.scope = scope
    scope.prepare(container)
  }

  func play(_ index: Int, seed: UInt64, steps: Int) {
    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(index))
    for _ in 0..<steps {
      if index == 0, generator.chance(4) {
        change(&generator)
      } else {
        let (oldest, version) = (oldest.value, version.value)
        let piece = scope.resolve(container)
        if piece.number <= oldest {
          violations.append("piece \(piece.number) after a reset at \(oldest)")
        }
        if piece.version < version {
          violations.append("version \(piece.version) after \(version) was registered")
        }
      }
    }
  }

  private func change(_ generator: inout SeededGenerator) {
    changes.increment()
    if generator.chance(2) {
      // Instances are numbered when their closure runs, so all up to here are older than the reset.
      let newest = container.made.value
      scope.reset(container)
      oldest.raise(to: newest)
    } else {
      let next = version.value + 1
      scope.register(container, version: next)
      version.raise(to: next)
    }
  }

  func check() {
    #expect(violations.elements == [])
    if scope != .shared {
      #expect(container.made.value <= changes.value + 1, "one construction a generation")
    }
    let last = scope.resolve(container)
    #expect(scope.resolve(container) === last)
    scope.unregister(container)
  }
}
