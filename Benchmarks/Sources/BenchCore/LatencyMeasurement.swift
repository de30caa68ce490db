// Factory, MIT licence; see LICENSE
//
// The time of single calls while other threads work, in microseconds instead of as a ratio.

public struct LatencyMeasurement: Codable, Equatable, Sendable {
  public let name: String
  public let title: String
  /// The median of the samples, in microseconds.
  public let median: Double
  /// The longest sample, in microseconds. It has no budget, because the system may suspend the
  /// thread at any moment.
  public let worst: Double
  /// The maximum of `median`, if there is a budget.
  public let budget: Double?

  /// - Parameter samples: times in microseconds.
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
