// Factory, MIT licence; see LICENSE
//
// Debug builds against release builds.

/// One row, measured in both builds.
public struct DebugComparison: Equatable, Sendable {
  public let name: String
  public let title: String
  public let debug: Double
  public let release: Double

  public init(name: String, title: String, debug: Double, release: Double) {
    self.name = name
    self.title = title
    self.debug = debug
    self.release = release
  }

  /// What an operation may take in a debug build: eight times its release figure and 300 ns.
  public var limit: Double { 8 * release + 300 }
  public var isOver: Bool { debug > limit }

  /// Joins several reports of each build, row by row; the median of each build counts. A row that
  /// some report lacks is an error of the caller's, so it traps.
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
        release: nanoseconds(row.name, release))
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
