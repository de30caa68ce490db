// Factory, MIT licence; see LICENSE
//
// Runs a program on the library and on the model, compares the results, and removes steps as long
// as they still differ.
import FactoryKit

extension Program {
  /// The first step where the library and the model differ, if any.
  package var difference: String? {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let model = ReferenceModel(self)
      let library = LibraryPlayer(self)
      for (index, operation) in operations.enumerated() {
        let expected = model.play(operation)
        let actual = library.play(operation)
        if expected != actual {
          return "step \(index): expected \(expected), got \(actual)"
        }
        if model.counts.alive != library.counts.alive {
          return "step \(index): expected \(model.counts.alive) alive, got \(library.counts.alive)"
        }
      }
      return nil
    }
  }

  /// A program that still fails, and from which no step can be removed.
  package func shrunk(while fails: (Program) -> Bool = { $0.difference != nil }) -> Program {
    var program = self
    var size = operations.count / 2
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
