// Factory, MIT licence; see LICENSE
//
// The memory that one of many objects takes.

public struct MemoryMeasurement: Codable, Equatable, Sendable {
  public let name: String
  public let title: String
  /// Resident bytes, divided by the number of objects.
  public let bytes: Double
  /// The maximum of `bytes`, if there is a budget.
  public let budget: Double?

  public init(name: String, title: String, bytes: Double, budget: Double?) {
    self.name = name
    self.title = title
    self.bytes = bytes
    self.budget = budget
  }

  public static let header = ["memory, 100,000 of them", "bytes each", "budget", ""]

  public var cells: [String] {
    [
      title, digits(bytes, 0), budget.map { digits($0, 0) } ?? "",
      budget == nil ? "" : isOver() ? "OVER" : "ok",
    ]
  }
}

extension MemoryMeasurement: Budgeted {
  public func isOver(slack: Double) -> Bool {
    guard let budget else { return false }
    return bytes > budget * (1 + slack)
  }
}
