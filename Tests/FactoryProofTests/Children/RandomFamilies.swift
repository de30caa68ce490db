// Factory, MIT licence; see LICENSE
//
// Random programs in a family of containers: the library finds, builds, keeps, decorates and closes
// what the model does. So no captive dependency is missed, and no other instance is taken for one.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

@Suite("Random families", .container, .onOneProcessor)
struct RandomFamilies {
  /// How many programs; `FACTORY_FAMILIES=n` for long runs.
  private static let seeds =
    ProcessInfo.processInfo.environment["FACTORY_FAMILIES"].flatMap(UInt64.init)
    ?? UInt64(Effort.isLong ? 4000 : Effort.scaled(400))
  /// The seed of the first program; `FACTORY_FIRST_SEED=n` to repeat one.
  private static let firstSeed =
    ProcessInfo.processInfo.environment["FACTORY_FIRST_SEED"].flatMap(UInt64.init) ?? 0

  @Test("A family behaves like the model, with synchronous and asynchronous factories")
  func families() async {
    let log = ExpectedLines(containing: "FactoryProofTests.Member.")
    defer { log.expectReportsOfChildren() }
    var failures = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.seeds {
      let program = FamilyProgram(seed: seed, length: 60)
      guard let difference = await difference(program) else { continue }
      let shrunk = await program.shrunk { await self.difference($0) != nil }
      Issue.record(
        """
        seed \(seed): \(difference)
        shrunk to: \(await self.difference(shrunk) ?? "no difference")
        \(shrunk.steps.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.definitions.enumerated().map { "  \($0): \($1)" }.joined(separator: "\n"))
        \(shrunk.sharing), async: \(shrunk.isAsync)
        """)
      failures += 1
      if failures == 12 { return }
    }
  }

  private func difference(_ program: FamilyProgram) async -> String? {
    await Scope.$singleton.withValue(Scope.Singleton()) {
      defer { for argument in Family.arguments { FactoryContext.removeArg(forKey: argument) } }
      let model = FamilyModel(program)
      let run = FamilyRun(program)
      var members: [Member] = []
      for (number, parent) in Family.parents.enumerated() {
        members.append(Member(number, run, parent: parent.map { members[$0] }))
      }
      // What steps have resolved lives on, for the scope `shared`.
      var expected: [FamilyInstance?] = []
      var actual: [FamilyInstance?] = []
      for (number, step) in program.steps.enumerated() {
        if case .release = step {
          expected = Array(expected.dropFirst())
          actual = Array(actual.dropFirst())
        }
        var log: [String]
        do {
          let (instance, lines) = model.perform(step)
          expected.append(instance)
          log = lines
        }
        let known = run.log.count
        actual.append(await perform(step, members))
        var lines = Array(run.log.elements[known...])
        let unordered = model.unordered.count
        if lines.suffix(unordered).allSatisfy(model.unordered.contains) {
          lines = lines.dropLast(unordered) + log.suffix(unordered)
        }
        if expected.last!?.text != actual.last!?.text || log != lines {
          return """
            step \(number): expected \(expected.last!?.text ?? "nothing") \(log), \
            got \(actual.last!?.text ?? "nothing") \(lines)
            """
        }
      }
      return nil
    }
  }

  private func perform(_ step: FamilyStep, _ members: [Member]) async -> FamilyInstance? {
    switch step {
    case .resolve(let container, let target) where members[0].run.program.isAsync:
      return await members[container].resolveAsync(target)
    case .shutdown(let container): try? await members[container].shutdown(hookLimit: longHookLimit)
    default: return Self.performNow(step, members)
    }
    return nil
  }

  /// Performs a step that suspends nothing.
  static func performNow(_ step: FamilyStep, _ members: [Member]) -> FamilyInstance? {
    switch step {
    case .resolve(let container, let target): return members[container].resolve(target)
    case .existing(let container, let target): return members[container].existing(target)
    case .change(let container, let factory, let change):
      members[container].change(factory, change)
    case .resetContainer(let container, let reset):
      members[container].manager.reset(options: .of(reset))
    case .resetScope(let container, let scope):
      members[container].manager.reset(scope: .of(scope))
    case .push(let container): members[container].push()
    case .pop(let container): members[container].popIfPushed()
    case .defaultScope(let container, let scope):
      members[container].manager.defaultScope = scope.map(Scope.of)
    case .decorator(let container, let isOn):
      let member = members[container]
      member.decorator(isOn ? member.containerDecorator : nil)
    case .setArgument(let argument): FactoryContext.setArg(argument, forKey: argument)
    case .removeArgument(let argument): FactoryContext.removeArg(forKey: argument)
    case .advanceClock(let time): members[0].run.clock.advance(seconds: Double(time))
    case .shutdown: preconditionFailure("a shutdown suspends")
    case .release: break
    }
    return nil
  }
}
