// Factory, MIT licence; see LICENSE
//
// The command line.
import ArgumentParser
import BenchCore
import Foundation

@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measures what the library costs.",
    subcommands: [Run.self, Repetition.self], defaultSubcommand: Run.self)
}

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the rows and prints a table (the default).")

  @Option(help: "Only rows whose name or title contains this text.")
  var filter: String?

  @Flag(help: "List the rows and do not measure.")
  var list = false

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(help: "How many samples to take of each row.")
  var samples: Int?

  @Flag(help: "Fewer and shorter samples.")
  var short = false

  func validate() throws {
    if let samples, samples < 1 { throw ValidationError("--samples must be positive.") }
  }

  func run() throws {
    let rows = allRows.filter { row in
      guard let filter else { return true }
      return row.name.contains(filter) || row.title.contains(filter)
    }
    if list {
      for row in rows {
        print(row.name.padding(toLength: 26, withPad: " ", startingAt: 0), row.title)
      }
      return
    }
    var sampling = short ? Sampling(samples: 15, nanoseconds: 500_000) : Sampling()
    if let samples { sampling.samples = samples }
    let measurements = rows.map(sampling.measure)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
    } else {
      print(table(header: Measurement.header, rows: measurements.map(\.cells)))
    }
  }
}

struct Repetition: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat", abstract: "Repeats one row a number of times, for other tools to watch.",
    shouldDisplay: false)

  @Argument(help: "The row's name.")
  var row: String

  @Option(help: "How often.")
  var times: Int

  func run() throws {
    guard let row = allRows.first(where: { $0.name == row }) else {
      throw ValidationError("There is no row \(row); see bench --list.")
    }
    let prepared = row.prepare()
    _ = prepared.nanoseconds(times)
    prepared.finish()
  }
}
