// Factory, MIT licence; see LICENSE
//
// What was measured of one row, and what it may be.

/// How much a row may cost: `limit` times what the row named `reference` costs in the same run.
public struct Budget: Codable, Equatable, Sendable {
  /// The row that calls an allocating closure directly: D in the tables.
  public static let direct = "direct"

  /// The same in a task, which may run on another thread, where allocating costs something else.
  public static let directInTask = "direct.task"

  public let limit: Double
  public let reference: String

  public init(_ limit: Double, of reference: String = Budget.direct) {
    self.limit = limit
    self.reference = reference
  }
}

public struct Measurement: Codable, Equatable, Sendable {
  public let name: String
  public let title: String
  /// Median of the samples, for one operation.
  public let nanoseconds: Double
  /// See `spread(_:)`.
  public let spread: Double
  /// Median of each sample's ratio to the sample of the reference taken next to it.
  public let ratio: Double
  /// The row that `ratio` refers to.
  public let reference: String
  /// What `ratio` may be, if there is a budget.
  public let budget: Double?
  /// How many operations of the library it consists of.
  public let calls: Int

  public init(
    name: String, title: String, samples: [Double], references: [Double], reference: String,
    budget: Double?, calls: Int = 1
  ) {
    self.name = name
    self.title = title
    nanoseconds = median(samples)
    spread = BenchCore.spread(samples)
    ratio = median(zip(samples, references).map { $0 / $1 })
    self.reference = reference
    self.budget = budget
    self.calls = calls
  }
}

extension Measurement: Budgeted {
  public func isOver(slack: Double) -> Bool {
    guard let budget else { return false }
    return ratio > budget * (1 + slack)
  }
}
