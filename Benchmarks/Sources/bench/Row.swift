// Factory, MIT licence; see LICENSE
//
// A row of the table: something to repeat, and what it may cost.
import BenchCore

struct Row: Sendable {
  /// What the command line calls it.
  let name: String
  let title: String
  let budget: Budget?
  /// The row whose sample each of this one's is divided by.
  let reference: String
  /// How many operations an iteration counts for.
  let operations: Int
  /// How many operations of the library an iteration consists of; debug builds get 300 ns for each.
  let calls: Int
  /// How much longer its samples are than those of other rows.
  let sampleLength: Double
  /// Makes what the row needs, and returns how to repeat it.
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
  /// Whether the library does it, on one thread.
  var isOperation: Bool {
    !name.hasPrefix(Budget.direct) && !name.hasPrefix("threads.") && !name.contains("limit.")
  }
}

/// A row that is ready to run.
struct Repeat {
  /// Repeats the row's iteration and returns how many nanoseconds that took.
  let nanoseconds: (_ times: Int) -> Double
  /// Takes back what the preparation changed in the process.
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
  + applicationRows + contentionRows
