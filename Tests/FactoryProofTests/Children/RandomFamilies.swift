// Factory, MIT licence; see LICENSE
//
// Random programs for families of containers: each resolution of the library finds or builds what the model
// does. In several threads and tasks, nothing of a child is reachable from what its parent or the process keeps
// and, if nothing is changed meanwhile, each result is the model's, whichever thread asks first.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

private let environment = ProcessInfo.processInfo.environment
/// How many checks each test makes; `FACTORY_ISOLATION=n` for long runs, such as the ten million of the step
/// `isolation` of `.ci/run --long`.
private let goal = environment["FACTORY_ISOLATION"].flatMap(Int.init)
/// The seed of the first program; `FACTORY_FIRST_SEED=n` to repeat one.
private let firstSeed = environment["FACTORY_FIRST_SEED"].flatMap(UInt64.init)

extension ExpectedLines {
  /// What random families log. The process logs some reports once, so their tests, which run one after the
  /// other, use this one.
  fileprivate static let ofFamilies = ExpectedLines(containing: "FactoryProofTests.FamilyInstance")

  /// Expects that the lines are reports of registrations that were passed over, of unclosed instances and, in
  /// debug builds, of registrations that a context outranks, each of which is logged once.
  fileprivate func expectReportsOfChildren() {
    let lines = lines
    #expect(Set(lines).count == lines.count)
    var reports = ["passed over: ", " was released without a shutdown, so the "]
    #if DEBUG
      reports.append(" is not used, because the factory has a closure for the context ")
    #endif
    for line in lines where !reports.contains(where: line.contains) {
      Issue.record("\(line)")
    }
  }
}

@Suite("Random families", .container, .onOneProcessor)
struct RandomFamilies {
  /// How many programs, without a number of checks; `FACTORY_FAMILIES=n` for long runs.
  private static let programs =
    environment["FACTORY_FAMILIES"].flatMap(UInt64.init)
    ?? UInt64(Effort.isLong ? 20_000 : Effort.scaled(2000))

  @Test("Instances are built by their owners, whatever asks first, as in the model")
  func families() async {
    let log = ExpectedLines.ofFamilies
    defer { log.expectReportsOfChildren() }
    var (checks, failures, programs) = (0, 0, 0 as UInt64)
    var lines = log.lines.count
    var known = Self.reports(log.lines[...])
    while goal.map({ checks < $0 }) ?? (programs < Self.programs) {
      let seed = (firstSeed ?? 0) + programs
      let program = FamilyProgram(seed: seed, length: 60)
      if environment["FACTORY_PRINT"] != nil { print("seed \(seed)\n\(program)") }
      let result = await compare(program)
      let reports = Self.reports(log.lines.dropFirst(lines))
      lines = log.lines.count
      checks += result.checks
      programs += 1
      if let difference = result.difference {
        let shrunk = await program.shrunk { await self.compare($0).difference != nil }
        Issue.record(
          """
          seed \(seed): \(difference)
          shrunk to: \(await compare(shrunk).difference ?? "no difference")
          \(shrunk)
          """)
        failures += 1
      } else if let difference = result.reports?.difference(from: reports, known: known) {
        Issue.record("seed \(seed): \(difference)\n\(program)")
        failures += 1
      }
      known.formUnion(reports)
      if failures == 12 { return }
    }
    Effort.printFigures("families: \(checks) checks of \(programs) programs")
  }

  private struct Comparison {
    var difference: String?
    var reports: ExpectedReports?
    var checks = 0
  }

  /// The factories whose registrations reports say were not used: "… was built without the registration of B in …". The kept
  /// factory may be the outermost of several with the same owner, so that is not compared.
  private static func reports(_ lines: ArraySlice<String>) -> Set<String> {
    let form = /(?s).*passed over: .* is kept .* of (.*?) in .*/
    return Set(lines.compactMap { $0.wholeMatch(of: form) }.map { key($0.1) })
  }

  /// A factory's name and line, because those of another kind are others.
  private static func key(_ description: some StringProtocol) -> String {
    let match = String(description).firstMatch(of: /([cd][0-9])<.*?swift:([0-9]+)/)
    return match.map { "\($0.1):\($0.2)" } ?? ""
  }

  /// The registrations that a program passes over.
  private struct ExpectedReports {
    let due: Set<String>
    let possible: Set<String>

    /// Nil if a task may not know the container of a closure that a definition has set in another one.
    init?(_ run: FamilyRun, _ model: FamilyModel) {
      let features = run.program.features
      if features.contains(.tasks), !features.isDisjoint(with: [.groups, .layers, .decorators]) {
        return nil
      }
      func keys(_ pairs: Set<FamilyPair>) -> Set<String> {
        Set(pairs.map { key(run.describe($0.passedOver)) })
      }
      (due, possible) = (keys(model.passedOver), keys(model.maybePassedOver))
    }

    /// - Parameter known: those that were reported before. A pair of factories is reported once in a process.
    func difference(from reports: Set<String>, known: Set<String>) -> String? {
      if due.subtracting(known).isSubset(of: reports),
        reports.isSubset(of: due.union(possible))
      {
        return nil
      }
      return "expected reports of \(due), and perhaps of \(possible), got \(reports)"
    }
  }

  private func compare(_ program: FamilyProgram) async -> Comparison {
    let run = FamilyRun(program)
    return await run.perform(singletons: Scope.Singleton()) {
      var model = FamilyModel(program)
      var results = (expected: [FamilyInstance](), actual: [FamilyInstance]())
      var difference: String?
      for (number, step) in program.steps.enumerated() {
        if case .release = step {
          results = (Array(results.expected.dropFirst()), Array(results.actual.dropFirst()))
        }
        let known = run.log.count
        model.log = []
        let expected = perform(step, &model, results.expected)
        let actual =
          program.releasesChildren
          ? performNow(step, run, results.actual) : await perform(step, run, results.actual)
        if case .shutdown(let container) = step {
          try? await run[container].shutdown(hookLimit: longHookLimit)
        }
        let due = expected.map(\.text) + model.log
        let got = actual.map(\.text) + run.log.elements[known...]
        if due != got {
          difference = "step \(number), \(step): expected \(due), got \(got)"
          break
        }
        // What steps have resolved lives on, for the scope `shared` and for wrappers.
        results.expected += expected
        results.actual += actual
      }
      return Comparison(
        difference: difference, reports: ExpectedReports(run, model), checks: run.made.value)
    }
  }

  private func perform(_ step: FamilyStep, _ model: inout FamilyModel, _ results: [FamilyInstance])
    -> [FamilyInstance]
  {
    switch step {
    case .resolve(let need): return model.resolveOutermost(need)
    case .read(let number, let shared) where !results.isEmpty:
      return model.readAll(results[number % results.count], shared: shared)
    case .finishTasks: return model.finishTasks()
    default:
      model.perform(step)
      return []
    }
  }

  private func perform(_ step: FamilyStep, _ run: FamilyRun, _ results: [FamilyInstance]) async
    -> [FamilyInstance]
  {
    switch step {
    case .resolve(let need): return await FamilyCode(run[0]).performAsync(need, isStep: true)
    case .finishTasks: return await run.finishTasks()
    default: return performNow(step, run, results)
    }
  }

  /// Performs a step that suspends nothing.
  private func performNow(_ step: FamilyStep, _ run: FamilyRun, _ results: [FamilyInstance])
    -> [FamilyInstance]
  {
    switch step {
    case .resolve(let need): return FamilyCode(run[0]).perform(need, isStep: true)
    case .read(let number, let shared) where !results.isEmpty:
      return run.read(results[number % results.count], shared: shared)
    default:
      run.perform(step)
      return []
    }
  }
}

@Suite("Isolation of sibling containers", .container, .oneAtATime)
struct RandomIsolation {
  private static let checks = goal ?? (Effort.isLong ? 300_000 : Effort.scaled(50_000))

  @Test("Nothing that a parent or the process keeps reaches what only a child has")
  func isolation() async {
    let log = ExpectedLines.ofFamilies
    defer { log.expectReportsOfChildren() }
    var (checks, programs) = (0, 0 as UInt64)
    while checks < Self.checks {
      let seed = firstSeed ?? programs
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
