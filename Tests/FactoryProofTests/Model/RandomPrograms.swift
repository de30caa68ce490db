// Factory, MIT licence; see LICENSE
//
// The library against the reference model, step by step, over random programs, and a difference that these have found.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

// In processes of their own, because the order of a program's tasks is controlled.
@Suite("Random programs", .onOneProcessor)
struct RandomPrograms {
  /// How many programs; `FACTORY_SEEDS=n` for long runs.
  static let seeds =
    ProcessInfo.processInfo.environment["FACTORY_SEEDS"].flatMap(Int.init)
    ?? (Effort.isBrief ? 200 : 3000)

  /// The seed of the first program; `FACTORY_FIRST_SEED=n` to repeat one.
  static let firstSeed =
    ProcessInfo.processInfo.environment["FACTORY_FIRST_SEED"].flatMap(UInt64.init) ?? 0

  @Test("The library agrees with the model at every step of random programs")
  func agreement() async {
    await #expect(processExitsWith: .success) {
      await ControlledTasks.run { RandomPrograms.compare() }
    }
  }

  private static func compare() {
    for seed in firstSeed..<firstSeed + UInt64(seeds) {
      let program = Program(seed: seed, length: 40)
      guard let difference = program.difference else { continue }
      let shrunk = program.shrunk()
      Issue.record(
        """
        seed \(seed): \(difference)
        shrunk to: \(shrunk.difference ?? "no difference: it depends on earlier programs")
        \(shrunk.operations.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.definitions.flatMap { $0 }.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.autoRegistrations)
        """)
      return
    }
  }
}

@Suite("The graph scope and the time to live")
struct GraphTimeToLive {
  @Test("An asynchronous resolution shares an instance of the graph scope however long it takes")
  func asynchronous() async {
    let container = GraphContainer()
    let (first, second) = await container.pair()
    #expect(first === second)
  }
}

private final class GraphPart: Sendable {}

private final class GraphContainer: ManagedContainer, Sendable {
  let manager = ContainerManager()
  private let clock = ManualClock()

  init() {
    manager.clock = clock.reading
  }

  var part: Factory<GraphPart> { self { GraphPart() }.graph.timeToLive(60) }
  var pair: AsyncFactory<(GraphPart, GraphPart), Never> {
    self { () async in
      let first = self.part()
      self.clock.advance(seconds: 61)
      return (first, self.part())
    }
  }
}
