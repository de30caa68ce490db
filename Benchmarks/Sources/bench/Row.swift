// Factory, MIT licence; see LICENSE
//
// A row of the table: an operation to repeat, and its budget.
import BenchCore

struct Row: Sendable {
  /// The name of the row on the command line.
  let name: String
  let title: String
  let budget: Budget?
  /// The row by whose samples the samples of this row are divided.
  let reference: String
  /// The number of operations in one iteration. The time is divided by it.
  let operations: Int
  /// The number of library operations in one iteration. Debug builds are allowed 300 ns for each.
  let calls: Int
  /// The length of the row's samples, relative to that of other rows.
  let sampleLength: Double
  /// Prepares the row, and returns functions to repeat its iteration and to clean up.
  let prepare: @Sendable () -> Repeat

  /// A row whose loop runs on the calling thread.
  init(
    _ name: String, _ title: String, budget: Budget? = nil,
    against reference: String = Budget.direct,
    operations: Int = 1, calls: Int = 1,
    prepare: @escaping @Sendable () -> (_ times: Int) -> Void
  ) {
    let repeating: @Sendable () -> Repeat = { Repeat(run: prepare()) }
    self.init(
      name, title, budget: budget, against: reference, operations: operations, calls: calls,
      repeat: repeating)
  }

  init(
    _ name: String, _ title: String, budget: Budget? = nil,
    against reference: String = Budget.direct,
    operations: Int = 1, calls: Int = 1, sampleLength: Double = 1,
    repeat prepare: @escaping @Sendable () -> Repeat
  ) {
    self.name = name
    self.title = title
    self.budget = budget
    self.reference = budget?.reference ?? reference
    self.operations = operations
    self.calls = calls
    self.sampleLength = sampleLength
    self.prepare = prepare
  }
}

extension Row {
  /// Whether the row measures an operation of the library on one thread.
  var isOperation: Bool {
    !name.hasPrefix(Budget.direct) && !name.hasPrefix("threads.") && !name.contains("limit.")
  }
}

/// A row that is ready to run.
struct Repeat {
  /// Repeats the row's iteration and returns the time in nanoseconds.
  let nanoseconds: (_ times: Int) -> Double
  /// Reverts changes that the preparation has made in the process.
  let finish: () -> Void

  init(finish: @escaping () -> Void = {}, nanoseconds: @escaping (_ times: Int) -> Double) {
    self.nanoseconds = nanoseconds
    self.finish = finish
  }

  init(finish: @escaping () -> Void = {}, run: @escaping (_ times: Int) -> Void) {
    self.init(finish: finish) { times in
      let clock = ContinuousClock()
      let start = clock.now
      run(times)
      return (clock.now - start).nanoseconds
    }
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// Every row, in the order of the table.
let allRows =
  limitRows + unscopedRows + scopeRows + wrapperRows + lifecycleRows + surroundingRows + growthRows
  + applicationRows + contentionRows + kindRows + watchRows + groupRows + hookRows
  + childRows + asyncRows + shutdownRows
