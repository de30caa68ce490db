// Factory, MIT licence; see LICENSE
//
// Tests whose threads run without pause take the processors from each other if they run at the same
// time, and then all of them take several times as long. Tests that keep one processor busy may run
// beside each other, one on each.
import FactoryTestSupport
import Foundation
import Testing

/// Runs the tests with this trait in turn, each case by itself, or as many as there are processors if
/// they need one each. Other tests run beside them.
struct BusyTest: TestTrait, SuiteTrait, TestScoping {
  /// Whether the test has begun its turn, because a suite around it has this trait too.
  @TaskLocal private static var hasTurn = false
  private static let turns = Turns(processors: ProcessInfo.processInfo.activeProcessorCount)

  fileprivate let needsAll: Bool
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    if Self.hasTurn { return try await body() }
    let processors = await Self.turns.begin(needsAll: needsAll)
    defer { Self.turns.end(processors) }
    try await Self.$hasTurn.withValue(true) { try await body() }
  }
}

extension Trait where Self == BusyTest {
  /// For tests that use several threads or tasks for more than a moment. One case runs at a time.
  static var oneAtATime: Self { BusyTest(needsAll: true) }

  /// For tests that use one processor for a large part of a second.
  static var onOneProcessor: Self { BusyTest(needsAll: false) }
}

/// Lets tests begin when enough processors are free, in the order in which they come; a test that needs one processor
/// does not wait for one that needs all. There are few tests, so that one begins in the end.
private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [(processors: Int, gate: TaskGate)] = []

    /// The tests that can begin now.
    mutating func beginning() -> [TaskGate] {
      var gates: [TaskGate] = []
      while let index = waiting.firstIndex(where: { $0.processors <= free }) {
        let (processors, gate) = waiting.remove(at: index)
        free -= processors
        gates.append(gate)
      }
      return gates
    }
  }

  private let all: Int
  private let state: LockedValue<State>

  init(processors: Int) {
    all = processors
    state = LockedValue(State(free: processors))
  }

  /// Returns the number of processors that the test has.
  func begin(needsAll: Bool) async -> Int {
    let (processors, gate) = (needsAll ? all : 1, TaskGate())
    let gates = state.withLock { state in
      state.waiting.append((processors, gate))
      return state.beginning()
    }
    for gate in gates { gate.open() }
    await gate.wait()
    return processors
  }

  func end(_ processors: Int) {
    let gates = state.withLock { state in
      state.free += processors
      return state.beginning()
    }
    for gate in gates { gate.open() }
  }
}

/// Threads do not inherit task-locals, so tests with threads use the process's singletons. Their
/// suites are in this one, and so run one after the other.
@Suite("With the process's singletons", .serialized, .oneAtATime)
enum SharedSingletons {}
