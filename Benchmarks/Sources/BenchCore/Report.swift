// Factory, MIT licence; see LICENSE
//
// The output of `bench --json`.
import Foundation

public struct Report: Codable, Equatable, Sendable {
  public var rows: [Measurement]
  public var latencies: [LatencyMeasurement]
  public var memory: [MemoryMeasurement]

  public init(
    rows: [Measurement], latencies: [LatencyMeasurement] = [], memory: [MemoryMeasurement]
  ) {
    self.rows = rows
    self.latencies = latencies
    self.memory = memory
  }

  public init(json: String) throws {
    self = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
  }

  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// The tables that have rows.
  public var text: String {
    var tables: [String] = []
    if !rows.isEmpty {
      tables.append(table(header: Measurement.header, rows: rows.map(\.cells)))
    }
    if !latencies.isEmpty {
      tables.append(table(header: LatencyMeasurement.header, rows: latencies.map(\.cells)))
    }
    if !memory.isEmpty {
      tables.append(table(header: MemoryMeasurement.header, rows: memory.map(\.cells)))
    }
    return tables.joined(separator: "\n\n")
  }
}
