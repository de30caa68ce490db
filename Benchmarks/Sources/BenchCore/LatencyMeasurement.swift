// Factory, MIT licence; see LICENSE
//
// How long something takes while other threads work: not a ratio, but microseconds.

public struct LatencyMeasurement: Codable, Equatable, Sendable {
  public let name: String
  public let title: String
  /// The middle of the samples, in microseconds.
  public let median: Double
  /// The longest sample, in microseconds. It has no budget: the system may take the processor away
  /// at any moment.
  public let worst: Double
  /// What `median` may be, if there is a budget.
  public let budget: Double?

  /// `samples` are microseconds.
  public init(name: String, title: String, samples: [Double], budget: Double?) {
    self.name = name
    self.title = title
    median = BenchCore.median(samples)
    worst = samples.max()!
    self.budget = budget
  }

  public static let header = ["beside other threads", "median µs", "worst µs", "budget", ""]

  public var cells: [String] {
    [
      title, digits(median, 1), digits(worst, 1), budget.map { digits($0, 0) } ?? "",
      budget == nil ? "" : isOver() ? "OVER" : "ok",
    ]
  }
}

extension LatencyMeasurement: Budgeted {
  public func isOver(slack: Double) -> Bool {
    guard let budget else { return false }
    return median > budget * (1 + slack)
  }
}
