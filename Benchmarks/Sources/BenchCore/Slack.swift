// Factory, MIT licence; see LICENSE

/// How much more than its budget each row may take before the check fails.
///
/// The ratio of two times differs between kinds of machine, even for the same executable. For rows
/// whose instructions are compared with a record, that comparison finds smaller changes on any
/// machine, so their times are only checked for large ones.
public struct Slack: Sendable {
  /// As a part of the budget: 0.3 is thirty per cent.
  private let timed: Double
  /// For the rows of the record.
  private let counted: Double
  private let countedNames: Set<Substring>

  /// - Parameter record: the text of a record: a row's name, a space and a number in each line, and
  ///   comments after `#`.
  public init(timed: Double, counted: Double, record: String) {
    self.timed = timed
    self.counted = counted
    countedNames = Set(
      record.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: " ").first })
  }

  public subscript(row: String) -> Double {
    countedNames.contains(row[...]) ? counted : timed
  }
}
