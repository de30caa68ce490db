// Factory, MIT licence; see LICENSE
//
// What continuous integration decides: which rows are over their budget time and again.

public protocol Budgeted {
  var name: String { get }

  /// Whether it is over its budget, allowing `slack` more: 0.3 is thirty per cent. False where there
  /// is no budget.
  func isOver(slack: Double) -> Bool
}

extension Budgeted {
  public func isOver() -> Bool { isOver(slack: 0) }
}

/// Measures again what is over, and only that, up to `attempts` times in all; returns what was over
/// each time, as measured last.
///
/// A noisy machine makes any row look slow now and then, but a row that is too slow each time is.
public func persistentlyOver<Result: Budgeted>(
  _ names: [String], slack: Double, attempts: Int,
  measure: (_ name: String, _ attempt: Int) -> Result
) -> [Result] {
  precondition(attempts > 0, "a guard that never looks")
  var suspects = names
  var over: [Result] = []
  for attempt in 1...attempts where !suspects.isEmpty {
    over = suspects.map { measure($0, attempt) }.filter { $0.isOver(slack: slack) }
    suspects = over.map(\.name)
  }
  return over
}
