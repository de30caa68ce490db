// Factory, MIT licence; see LICENSE
//
// Random programs of a root container, its children and theirs, in several threads and tasks: nothing
// that a container resolves has a part that only another one's child or sibling has.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

@Suite("Isolation of sibling containers", .container, .oneAtATime)
struct RandomIsolation {
  private static let environment = ProcessInfo.processInfo.environment

  /// How many resolutions are checked; `FACTORY_ISOLATION=n` for long runs, such as the ten million of
  /// the step `isolation` of `.ci/run --long`.
  private static let goal =
    environment["FACTORY_ISOLATION"].flatMap(Int.init)
    ?? (Effort.isLong ? 300_000 : Effort.scaled(50_000))
  /// `FACTORY_FIRST_SEED=n` repeats a program until the goal is reached.
  private static let onlySeed = environment["FACTORY_FIRST_SEED"].flatMap(UInt64.init)

  @Test("Nothing that a container resolves reaches what only a sibling has")
  func isolation() async {
    let log = ExpectedLines(containing: "FactoryProofTests.IsolatedContainer.")
    defer { log.expectReportsOfChildren() }
    var checks = 0
    var programs: UInt64 = 0
    while checks < Self.goal {
      let program = IsolatedProgram(seed: Self.onlySeed ?? programs)
      let (count, finding) = await IsolationRun(program).perform()
      programs += 1
      checks += count
      guard let finding else { continue }
      Issue.record(
        """
        seed \(program.seed), after \(checks) checks of \(programs) programs; to repeat it: \
        FACTORY_FIRST_SEED=\(program.seed)
        \(finding)
        \(program)
        """)
      return
    }
    Effort.printFigures("isolation: \(checks) checks of \(programs) programs")
  }
}
