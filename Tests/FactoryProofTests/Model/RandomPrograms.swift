// Factory, MIT licence; see LICENSE
//
// The library against the reference model, step by step, over random programs.
import FactoryTesting
import Foundation
import Testing

@Suite("Random programs", .serialized)
struct RandomPrograms {
  /// How many programs; `FACTORY_SEEDS=n` for long runs.
  static let seeds =
    ProcessInfo.processInfo.environment["FACTORY_SEEDS"].flatMap(Int.init) ?? 3000

  @Test("The library agrees with the model at every step of random programs")
  func agreement() throws {
    var steps = 0
    for seed in 0..<UInt64(Self.seeds) {
      let program = Program(seed: seed, length: 40)
      steps += program.operations.count
      guard let difference = Self.difference(program) else { continue }
      let shrunk = Self.shrunk(program)
      Issue.record(
        """
        seed \(seed): \(difference)
        shrunk to: \(Self.difference(shrunk) ?? "?")
        \(shrunk.operations.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.definitions.flatMap { $0 }.map { "  \($0)" }.joined(separator: "\n"))
        \(shrunk.autoRegistrations)
        """)
      return
    }
    print("random programs: \(Self.seeds) programs, \(steps) steps agreed with the model")
  }

  @Test("A difference would be found, and shrunk to the steps that matter")
  func shrinking() {
    let program = Program(seed: 7, length: 40)
    // A stand-in for a defect: any program that pushes counts as different.
    func isBad(_ program: Program) -> Bool {
      program.operations.contains { if case .push = $0 { true } else { false } }
    }
    let withPush = Program(
      definitions: program.definitions, autoRegistrations: program.autoRegistrations,
      operations: program.operations + [.push(0)])
    #expect(Self.shrunk(withPush, while: isBad).operations.count == 1)
  }

  /// The first step where the two sides differ, if any.
  static func difference(_ program: Program) -> String? {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let model = ReferenceModel(program)
      let library = LibraryPlayer(program)
      for (index, operation) in program.operations.enumerated() {
        let expected = model.play(operation)
        let actual = library.play(operation)
        if expected != actual {
          return "step \(index): expected \(expected), got \(actual)"
        }
        if model.census.alive != library.census.alive {
          return "step \(index): expected \(model.census.alive) alive, got \(library.census.alive)"
        }
      }
      return nil
    }
  }

  /// A program that still fails, from which no step can be taken.
  static func shrunk(
    _ program: Program, while fails: (Program) -> Bool = { difference($0) != nil }
  ) -> Program {
    var program = program
    var size = program.operations.count / 2
    while size > 0 {
      var start = 0
      while start < program.operations.count {
        var candidate = program
        candidate.operations.removeSubrange(
          start..<min(start + size, program.operations.count))
        if fails(candidate) { program = candidate } else { start += size }
      }
      size /= 2
    }
    return program
  }
}
