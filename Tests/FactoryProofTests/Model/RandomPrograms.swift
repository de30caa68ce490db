// Factory, MIT licence; see LICENSE
//
// The library against the reference model, step by step, over random programs.
import FactoryModel
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
  func agreement() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await ControlledTasks.run { RandomPrograms.compare() }
    }
    let summary = try #require(
      output(result).split(separator: "\n").first { $0.hasPrefix("random programs:") })
    Effort.printFigures(summary)
  }

  private static func compare() {
    var steps = 0
    for seed in firstSeed..<firstSeed + UInt64(seeds) {
      let program = Program(seed: seed, length: 40)
      steps += program.operations.count
      guard let difference = program.difference else { continue }
      let shrunk = program.shrunk()
      Issue.record(
        """
        seed \(seed): \(difference)
        shrunk to: \(shrunk.difference ?? "no difference: it depends on earlier programs")
        \(shrunk.operations.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.definitions.flatMap { $0 }.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.autoRegistrations)
        not shrunk:
        \(program.operations.map { "  \($0)" }.joined(separator: "\n"))
        """)
      return
    }
    print("random programs: \(seeds) programs, \(steps) steps agreed with the model")
  }

  @Test("A difference would be found, and shrunk to the steps that matter")
  func shrinking() {
    let program = Program(seed: 7, length: 40)
    // Simulates a defect: every program with a `push` counts as different.
    func isBad(_ program: Program) -> Bool {
      program.operations.contains { if case .push = $0 { true } else { false } }
    }
    let withPush = Program(
      definitions: program.definitions, autoRegistrations: program.autoRegistrations,
      operations: program.operations + [.push(0)])
    #expect(withPush.shrunk(while: isBad).operations.count == 1)
  }
}
