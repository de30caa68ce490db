// Factory, MIT licence; see LICENSE
//
// Tests whose threads run without pause take the processors from each other if they run at the same
// time, and then all of them take several times as long.
import FactoryTestSupport
import Testing

/// Runs one case at a time of all tests with this trait. Other tests run beside it.
struct OneAtATime: TestTrait, SuiteTrait, TestScoping {
  /// Whether the test has begun its turn, because a suite around it has this trait too.
  @TaskLocal private static var hasTurn = false
  private static let turns = Turns()

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    if Self.hasTurn { return try await body() }
    await Self.turns.begin()
    defer { Self.turns.end() }
    try await Self.$hasTurn.withValue(true) { try await body() }
  }
}

extension Trait where Self == OneAtATime {
  /// For tests that use all processors, or one of them for more than a second.
  static var oneAtATime: Self { OneAtATime() }
}

/// Tasks take turns, in the order in which they come.
private final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [TaskGate] = []
  }

  private let state = LockedValue(State())

  func begin() async {
    let gate = state.withLock { state -> TaskGate? in
      guard state.isTaken else {
        state.isTaken = true
        return nil
      }
      let gate = TaskGate()
      state.waiting.append(gate)
      return gate
    }
    await gate?.wait()
  }

  func end() {
    let next = state.withLock { state -> TaskGate? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.open()
  }
}
