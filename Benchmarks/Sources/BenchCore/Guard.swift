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

/// Measures each row until it is not over its budget, at most `attempts` times. Returns the last results of the rows that
/// were over every time.
///
/// On a noisy machine, any row is sometimes slow. A row that is over its budget every time really
/// is. It is measured again before the next row, because some rows change the process: after those with children,
/// many operations take twice as long.
public func persistentlyOver<Result: Budgeted>(
  _ names: [String], slack: Double, attempts: Int,
  measure: (_ name: String, _ attempt: Int) -> Result
) -> [Result] {
  precondition(attempts > 0, "attempts must be positive")
  return names.compactMap { name in
    var result = measure(name, 1)
    var attempt = 1
    while result.isOver(slack: slack), attempt < attempts {
      attempt += 1
      result = measure(name, attempt)
    }
    return result.isOver(slack: slack) ? result : nil
  }
}
