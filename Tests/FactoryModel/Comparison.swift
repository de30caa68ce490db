// Factory, MIT licence; see LICENSE
//
// Runs a program on the library and on the model, compares the results, and removes steps as long
// as they still differ.
import FactoryKit

extension Program {
  /// The first step where the library and the model differ, if any. Called inside of `ControlledTasks.run`.
  package var difference: String? {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let model = ReferenceModel(self)
      let library = LibraryPlayer(self)
      let difference = difference(model, library)
      // After a difference, closures may still pause.
      model.end()
      library.end()
      return difference
    }
  }

  private func difference(_ model: ReferenceModel, _ library: LibraryPlayer) -> String? {
    for (index, operation) in operations.enumerated() {
      if let difference = difference(model, library, operation) {
        return "step \(index): \(difference)"
      }
    }
    // What still pauses is continued, so that every closure returns and every task ends.
    while !model.tasks.pauses.numbers.isEmpty {
      if let difference = difference(model, library, .proceed(0)) {
        return "at the end: \(difference)"
      }
    }
    precondition(model.tasks.haveEnded, "a task of the model does not end")
    return nil
  }

  private func difference(
    _ model: ReferenceModel, _ library: LibraryPlayer, _ operation: Operation
  ) -> String? {
    let expected = model.play(operation)
    let actual = library.play(operation)
    if expected != actual { return "expected \(expected), got \(actual)" }
    if model.counts.calls != library.counts.calls {
      return "expected the calls \(model.counts.calls), got \(library.counts.calls)"
    }
    if model.counts.alive != library.counts.alive {
      return "expected \(model.counts.alive) alive, got \(library.counts.alive)"
    }
    return nil
  }

  /// A program that still fails, and from which no step can be removed.
  package func shrunk() -> Program {
    var program = self
    var size = operations.count / 2
    while size > 0 {
      var start = 0
      while start < program.operations.count {
        var candidate = program
        candidate.operations.removeSubrange(
          start..<min(start + size, program.operations.count))
        if candidate.difference != nil { program = candidate } else { start += size }
      }
      size /= 2
    }
    return program
  }
}
