// Factory, MIT licence; see LICENSE
//
// Random programs for families, in several threads and tasks: nothing of a child is reachable from what its parent or the
// process keeps and, if nothing is changed meanwhile, each result is the model's, whichever thread asks first.
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

  @Test("Nothing that a parent or the process keeps reaches what only a child has")
  func isolation() async {
    let log = ExpectedLines.ofFamilies
    defer { log.expectReportsOfChildren() }
    var (checks, programs) = (0, 0 as UInt64)
    while checks < Self.goal {
      let seed = Self.onlySeed ?? programs
      let program = FamilyProgram.concurrent(seed: seed, isStable: !seed.isMultiple(of: 3))
      let rounds = FamilyRounds(program)
      let findings = await rounds.perform()
      programs += 1
      checks += rounds.checks
      guard !findings.isEmpty else { continue }
      Issue.record(
        """
        seed \(seed), after \(checks) checks of \(programs) programs; to repeat it: \
        FACTORY_FIRST_SEED=\(seed)
        \(findings.prefix(4).joined(separator: "\n"))
        \(program)
        """)
      return
    }
    Effort.printFigures("isolation: \(checks) checks of \(programs) programs")
  }
}
