// Factory, MIT licence; see LICENSE
//
// Compares debug builds with release builds.

/// One row, measured in both builds.
public struct DebugComparison: Equatable, Sendable {
  public let name: String
  public let title: String
  public let debug: Double
  public let release: Double
  /// The number of library operations in one iteration of the row.
  public let calls: Int

  public init(name: String, title: String, debug: Double, release: Double, calls: Int = 1) {
    self.name = name
    self.title = title
    self.debug = debug
    self.release = release
    self.calls = calls
  }

  /// The maximum for a debug build, in nanoseconds: eight times the release figure, plus 300 ns per
  /// operation.
  public var limit: Double { 8 * release + 300 * Double(calls) }
  public var isOver: Bool { debug > limit }

  /// Combines several reports of each build, row by row, and compares the medians. Traps if a row
  /// is missing from a report.
  public static func comparing(debug: [Report], release: [Report]) -> [DebugComparison] {
    guard let rows = release.first?.rows else { return [] }
    func nanoseconds(_ name: String, _ reports: [Report]) -> Double {
      median(
        reports.map { report in
          guard let row = report.rows.first(where: { $0.name == name }) else {
            preconditionFailure("A report lacks the row \(name).")
          }
          return row.nanoseconds
        })
    }
    return rows.map { row in
      DebugComparison(
        name: row.name, title: row.title, debug: nanoseconds(row.name, debug),
        release: nanoseconds(row.name, release), calls: row.calls)
    }
  }

  public static let header = ["operation", "debug ns", "release ns", "×", "limit ns", ""]

  public var cells: [String] {
    [
      title, digits(debug, 0), digits(release, 0), digits(debug / release, 1), digits(limit, 0),
      isOver ? "OVER" : "ok",
    ]
  }
}
