// Factory, MIT licence; see LICENSE
//
// How much more than its budget a row may take before the check fails.

/// How much more than their budgets rows may take.
///
/// The ratio of two times differs between kinds of machine, even for the same executable. For rows
/// whose instructions are compared with a record, that comparison finds smaller changes on any
/// machine, so their times are only checked for large ones.
public struct Slack: Sendable {
  /// As a part of the budget: 0.3 is thirty per cent.
  private let usual: Double
  /// The same for the rows whose instructions are compared with a record. Their time may differ
  /// more between kinds of machine.
  private let counted: Double
  private let countedNames: Set<Substring>

  /// - Parameter record: the text of a record: a row's name, a space and a number in each line, and
  ///   comments after `#`.
  public init(usual: Double, counted: Double = 0, record: String = "") {
    self.usual = usual
    self.counted = counted
    countedNames = Set(
      record.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: " ").first })
  }

  public func of(_ name: String) -> Double {
    countedNames.contains(name[...]) ? counted : usual
  }
}
