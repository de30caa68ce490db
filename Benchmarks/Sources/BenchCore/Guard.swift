// Factory, MIT licence; see LICENSE
//
// The check of continuous integration: finds the rows that are repeatedly over their budget.

public protocol Budgeted {
  var name: String { get }

  /// Whether the result is over its budget by more than `slack`: 0.3 is thirty per cent. False
  /// without a budget.
  func isOver(slack: Double) -> Bool
}

extension Budgeted {
  public func isOver() -> Bool { isOver(slack: 0) }
}

/// Measures the rows up to `attempts` times, from the second time on only those that were over
/// their budget each time. Returns the last results of the rows that were over every time.
///
/// On a noisy machine, any row is sometimes slow. A row that is over its budget every time really
/// is.
public func persistentlyOver<Result: Budgeted>(
  _ names: [String], slack: Slack, attempts: Int,
  measure: (_ name: String, _ attempt: Int) -> Result
) -> [Result] {
  precondition(attempts > 0, "attempts must be positive")
  var suspects = names
  var over: [Result] = []
  for attempt in 1...attempts where !suspects.isEmpty {
    over = suspects.map { measure($0, attempt) }.filter { $0.isOver(slack: slack[$0.name]) }
    suspects = over.map(\.name)
  }
  return over
}
