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
    subcommands: [Run.self, Repetition.self, Memory.self, Comparison.self],
    defaultSubcommand: Run.self)
}

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the rows and prints a table (the default).")

  @Option(help: "Only rows whose name or title contains this text.")
  var filter: String?

  @Flag(help: "List the rows and do not measure.")
  var list = false

  @Flag(help: "Only operations of the library on one thread: no limits, threads or memory.")
  var operations = false

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(help: "How many samples to take of each row.")
  var samples: Int?

  @Flag(help: "Fewer and shorter samples.")
  var short = false

  @Flag(help: "Measure the rows with a budget and fail when one is over it three times in a row.")
  var check = false

  @Option(
    parsing: .unconditional,
    help: """
      How much more than its budget a row may take before --check fails, as a part of the budget. \
      With -0.9 hardly anything passes, which shows that it can fail.
      """)
  var slack = 0.3

  func validate() throws {
    if let samples, samples < 1 { throw ValidationError("--samples must be positive.") }
    if slack <= -1 { throw ValidationError("--slack must be more than -1.") }
  }

  private func matches(_ name: String, _ title: String) -> Bool {
    guard let filter else { return true }
    return name.contains(filter) || title.contains(filter)
  }

  private var rows: [Row] {
    allRows.filter { matches($0.name, $0.title) && (!operations || $0.isOperation) }
  }

  private var latencies: [LatencyRow] {
    operations ? [] : latencyRows.filter { matches($0.name, $0.title) }
  }

  private var memory: [MemoryRow] {
    operations ? [] : memoryRows.filter { matches($0.name, $0.title) }
  }

  private var sampling: Sampling {
    var sampling = short ? Sampling.short : Sampling()
    if let samples { sampling.samples = samples }
    return sampling
  }

  func run() throws {
    if rows.isEmpty, latencies.isEmpty, memory.isEmpty { throw ValidationError("No row matches.") }
    if list {
      let names =
        rows.map { ($0.name, $0.title) } + latencies.map { ($0.name, $0.title) }
        + memory.map { ($0.name, $0.title) }
      let width = names.map(\.0.count).max()! + 2
      for (name, title) in names {
        print(name.padding(toLength: width, withPad: " ", startingAt: 0) + title)
      }
      return
    }
    if check { return try checkBudgets() }
    let report = Report(
      rows: rows.map(sampling.measure), latencies: latencies.map { $0.measured() },
      memory: try measurable(memory).map { try $0.measureApart() })
    print(json ? try report.json() : report.text)
  }

  private func measurable(_ rows: [MemoryRow]) -> [MemoryRow] {
    if canMeasureMemory || rows.isEmpty { return rows }
    write("Memory is measured on Linux only; those rows are left out.")
    return []
  }

  private func checkBudgets() throws {
    /// Prints a measurement.
    func show(_ name: String, _ attempt: Int, _ value: String, _ limit: String, isOver: Bool) {
      print("\(attempt): \(name) \(value), at most \(limit)\(isOver ? ": OVER" : "")")
    }
    let rows = rows.filter { $0.budget != nil }
    let latencies = latencies.filter { $0.budget != nil }
    let memory = measurable(memory.filter { $0.budget != nil })
    let over = persistentlyOver(rows.map(\.name), slack: slack, attempts: 3) {
      name, attempt in
      let measurement = sampling.measure(Sampling.row(named: name))
      show(
        name, attempt, "\(digits(measurement.ratio, 2)) × \(measurement.reference)",
        digits(measurement.budget! * (1 + slack), 2),
        isOver: measurement.isOver(slack: slack))
      return measurement
    }
    let slow = persistentlyOver(latencies.map(\.name), slack: slack, attempts: 3) {
      name, attempt in
      let measurement = latencies.first { $0.name == name }!.measured()
      show(
        name, attempt, "\(digits(measurement.median, 1)) µs",
        digits(measurement.budget! * (1 + slack), 0),
        isOver: measurement.isOver(slack: slack))
      return measurement
    }
    let measured = try Dictionary(
      uniqueKeysWithValues: memory.map { ($0.name, try $0.measureApart()) })
    let heavy = persistentlyOver(memory.map(\.name), slack: slack, attempts: 1) { name, _ in
      measured[name]!
    }
    let names = over.map(\.name) + slow.map(\.name) + heavy.map(\.name)
    let count = rows.count + latencies.count + memory.count
    print("\(count) rows with a budget; \(names.count) over it.")
    if names.isEmpty { return }
    print(Report(rows: over, latencies: slow, memory: heavy).text)
    write("bench: over budget: \(names.joined(separator: ", "))")
    throw ExitCode.failure
  }

  private func write(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
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

  @Option(help: "How many types to create first, which moves the types that the row creates.")
  var types = 0

  func run() throws {
    guard let row = allRows.first(where: { $0.name == row }) else {
      throw ValidationError("There is no row \(row); see bench --list.")
    }
    createTypes(types, around: Int.self)
    let prepared = row.prepare()
    _ = prepared.nanoseconds(times)
    prepared.finish()
  }
}

/// Creates the metadata of `count` types in the memory where the runtime also creates the types of the
/// services. Their addresses are hashed, so a factory gets another place in a container's table.
private func createTypes<T>(_ count: Int, around type: T.Type) {
  if count > 0 { createTypes(count - 1, around: [T].self) }
}

struct Memory: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the bytes of one memory row.", shouldDisplay: false)

  @Argument(help: "The row's name.")
  var row: String

  func run() throws {
    guard let row = memoryRows.first(where: { $0.name == row }) else {
      throw ValidationError("There is no row \(row); see bench --list.")
    }
    print(row.measure())
  }
}

struct Comparison: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares reports of debug builds with those of release builds.",
    shouldDisplay: false)

  @Option(parsing: .upToNextOption, help: "What `bench --json` printed in a debug build.")
  var debug: [String]

  @Option(parsing: .upToNextOption, help: "The same of a release build.")
  var release: [String]

  func run() throws {
    func reports(_ paths: [String]) throws -> [Report] {
      try paths.map { try Report(json: String(contentsOfFile: $0, encoding: .utf8)) }
    }
    let rows = DebugComparison.comparing(debug: try reports(debug), release: try reports(release))
    print(table(header: DebugComparison.header, rows: rows.map(\.cells)))
    let over = rows.filter(\.isOver).map(\.name)
    if over.isEmpty { return }
    print("Too slow in debug builds: \(over.joined(separator: ", "))")
    throw ExitCode.failure
  }
}
