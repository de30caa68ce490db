// Factory, MIT licence; see LICENSE
//
// Random programs in a family of containers whose asynchronous closures resolve everything at the same
// time. The library and the model take the same turns, and find, build, await and keep the same.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

// In a process of its own, because the order of the tasks is controlled.
@Suite("Trees of tasks in families", .onOneProcessor)
struct FamilyTrees {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many programs; `FACTORY_FAMILIES=n` for long runs.
  private static let seeds =
    environment["FACTORY_FAMILIES"].flatMap(UInt64.init)
    ?? UInt64(Effort.isLong ? 4000 : Effort.scaled(200))
  /// The seed of the first program; `FACTORY_FIRST_SEED=n` to repeat one.
  private static let firstSeed = environment["FACTORY_FIRST_SEED"].flatMap(UInt64.init) ?? 0

  @Test("A family behaves like the model while many tasks of a tree resolve")
  func trees() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        await ControlledTasks.run { FamilyTrees.compare() }
      })
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    let summary = try #require(
      output.split(separator: "\n").first { $0.hasPrefix("trees of tasks:") })
    Effort.printFigures(summary)
  }

  private static func compare() {
    var turns = 0
    for seed in firstSeed..<firstSeed + seeds {
      let program = FamilyProgram(seed: seed, length: 60, hasTrees: true)
      let (difference, count) = difference(program, seed)
      turns += count
      guard let difference else { continue }
      let shrunk = program.shrunkNow { self.difference($0, seed).text != nil }
      Issue.record(
        """
        seed \(seed): \(difference)
        shrunk to: \(self.difference(shrunk, seed).text ?? "no difference")
        \(shrunk.steps.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.definitions.enumerated().map { "  \($0): \($1)" }.joined(separator: "\n"))
        \(shrunk.sharing)
        """)
      return
    }
    print("trees of tasks: \(seeds) programs, \(turns) turns agreed with the model")
  }

  private static func difference(
    _ program: FamilyProgram, _ seed: UInt64
  ) -> (text: String?, turns: Int) {
    Scope.$singleton.withValue(Scope.Singleton()) {
      defer { for argument in Family.arguments { FactoryContext.removeArg(forKey: argument) } }
      let model = FamilyModel(program)
      let run = FamilyRun(program)
      var members: [Member] = []
      for (number, parent) in Family.parents.enumerated() {
        members.append(Member(number, run, parent: parent.map { members[$0] }))
      }
      var turns = 0
      for (number, step) in program.steps.enumerated() {
        var expected = ""
        var actual = ""
        let known = run.log.count
        if case .resolve(let container, let target) = step {
          let tree = FamilyTree(seed: seed << 32 | UInt64(number))
          let text = tree.resolve(container, target, model, members[container])
          turns += tree.turns
          if let text { return ("step \(number): \(text)", turns) }
          expected = tree.expected!.text
          actual = tree.actual!.text
        } else {
          expected = model.perform(step).instance?.text ?? ""
          actual = RandomFamilies.performNow(step, members)?.text ?? ""
        }
        // Tasks that have waited for the same instance decorate it in any order.
        let (due, lines) = (model.log.sorted(), Array(run.log.elements[known...]).sorted())
        model.log = []
        if expected != actual || due != lines {
          return ("step \(number): expected \(expected) \(due), got \(actual) \(lines)", turns)
        }
      }
      return (nil, turns)
    }
  }
}

/// One step: the library and the model each resolve a factory in a task.
private final class FamilyTree: @unchecked Sendable {
  // Sendable: all tasks run on one thread; see `ControlledTasks`.
  var expected: FamilyInstance?
  var actual: FamilyInstance?
  private(set) var turns = 0
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns how the two differ in what their tasks wait for.
  func resolve(_ container: Int, _ target: FamilyTarget, _ model: FamilyModel, _ member: Member)
    -> String?
  {
    let (modelTurns, libraryTurns) = (FamilyTurns(), member.run.turns)
    Task { self.actual = await member.resolveAsync(target) }
    ControlledTasks.drain()
    Task {
      let place = FamilyModel.Place(tree: FamilyModel.Tree(modelTurns), branch: nil)
      self.expected = await model.resolve(container, target, in: place)
    }
    ControlledTasks.drain()
    while true {
      let (due, paths) = (modelTurns.paths, libraryTurns.paths)
      if due != paths { return "the model waits in \(due), the library in \(paths)" }
      guard let next = due.randomElement(using: &generator) else { break }
      turns += 1
      libraryTurns.take(next)
      ControlledTasks.drain()
      modelTurns.take(next)
      ControlledTasks.drain()
    }
    if expected == nil || actual == nil { return "a task is not resumed" }
    return nil
  }
}
