// Factory, MIT licence; see LICENSE
//
// The result of one row, and its budget.

/// The maximum cost of a row: `limit` times the cost of the row named `reference` in the same run.
public struct Budget: Codable, Equatable, Sendable {
  /// The row that calls an allocating closure directly: D in the tables.
  public static let direct = "direct"

  /// The same in a task, which may run on another thread, where the cost of allocations differs.
  public static let directInTask = "direct.task"

  /// The row that calls an allocating `async` closure directly.
  public static let directAsync = "direct.async"

  public let limit: Double
  public let reference: String

  public init(_ limit: Double, of reference: String) {
    self.limit = limit
    self.reference = reference
  }
}

public struct Measurement: Codable, Equatable, Sendable {
  public let name: String
  public let title: String
  /// The median of the samples, per operation.
  public let nanoseconds: Double
  /// See `spread(_:)`.
  public let spread: Double
  /// The median of the ratios of each sample to the adjacent sample of the reference.
  public let ratio: Double
  /// The row that `ratio` refers to.
  public let reference: String
  /// The maximum of `ratio`, if there is a budget.
  public let budget: Double?
  /// The number of library operations in one iteration.
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
