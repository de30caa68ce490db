// Factory, MIT licence; see LICENSE
//
// `factory check`.
import ArgumentParser
import FactoryGraph
import FactoryMigrate
import Foundation

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds mistakes in the use of factories.",
    discussion: """
      The exit status is 0 if there is no error, 1 if there is one, and 2 if the tool could not do \
      its work. With --strict, a warning counts as an error.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, sarif, github }

  @OptionGroup var shared: SharedOptions

  @Option(help: "The format in which the findings are printed.")
  var format = Format.text

  @Flag(help: "Fix the findings that have a fix.")
  var fix = false

  @Flag(help: "With --fix, print the changes as a diff, and write nothing.")
  var dryRun = false

  @Flag(help: "Exit with 1 if there is a warning, too.")
  var strict = false

  @Flag(help: "Say why a finding has no fix, and list the files that no target compiles.")
  var verbose = false

  @Option(
    help: "The configuration file. Without it, factory.yml in the first path or a folder above it.")
  var config: String?

  @Option(
    help:
      "A file with accepted findings, which are not reported. If it does not exist, it is written with all current findings."
  )
  var baseline: String?

  /// A file with the paths of the files whose findings are shown, for the build plugin.
  @Option(help: .hidden)
  var shown: String?

  /// A file that is written if there is no error, for the build plugin. Runs with it share one
  /// check.
  @Option(help: .hidden)
  var stamp: String?

  func validate() throws {
    if dryRun && !fix { throw ValidationError("--dry-run needs --fix.") }
  }

  func run() throws {
    let configuration = try shared.configuration(config)
    let accepted = try acceptedFindings()
    func check() throws -> Report {
      var report = try shared.report(configuration, isVerbose: verbose, isShared: stamp != nil)
      if let accepted { report.diagnostics = accepted.filter(report.diagnostics) }
      return report
    }
    var report = try check()
    var isMended = true
    if fix {
      isMended = try mend(report.diagnostics) { try check().diagnostics }
      if !dryRun { report = try check() }
    }
    if let baseline, accepted == nil, !dryRun {
      let new = Baseline(report.diagnostics)
      try new.write(to: baseline)
      if !shared.quiet {
        Terminal.printError("factory: \(new.entries.count) findings written to \(baseline)")
      }
      report.diagnostics = []
    }
    if let shown {
      let files = try Set(String(contentsOfFile: shown, encoding: .utf8).split(separator: "\n"))
      report.diagnostics = report.diagnostics.filter {
        files.contains(FilePaths.absolute($0.path)[...])
      }
    }
    report.diagnostics = Checker.grouped(report.diagnostics)
    if !dryRun { output(report) }
    if !isMended { throw ExitCode(2) }
    let isFailure = report.summary.errors > 0 || strict && report.summary.warnings > 0
    if isFailure { throw ExitCode(1) }
    if let stamp {
      try Data("// Checked by factory.\n".utf8).write(
        to: URL(fileURLWithPath: stamp), options: .atomic)
    }
  }

  /// What the baseline accepts; nil if there is none yet.
  private func acceptedFindings() throws -> Baseline? {
    guard let baseline, FileManager.default.fileExists(atPath: baseline) else { return nil }
    return try Baseline(path: baseline)
  }

  /// Applies fixes until there are none, because one fix may be in the way of another. False if a
  /// file cannot be written.
  private func mend(
    _ found: [Diagnostic], again check: () throws -> [Diagnostic]
  ) throws -> Bool {
    var found = found
    for _ in 0..<10 {
      var fixer = Fixer(found)
      if dryRun {
        for (path, text) in fixer.texts.sorted(by: { $0.key < $1.key }) {
          let old = FileManager.default.contents(atPath: path) ?? Data()
          Terminal.print(
            UnifiedDiff.text(path, old: String(decoding: old, as: UTF8.self), new: text))
        }
        return true
      }
      if fixer.texts.isEmpty { return true }
      fixer.write()
      for problem in fixer.problems { Terminal.printError("factory: \(problem)") }
      if !fixer.problems.isEmpty { return false }
      if !shared.quiet {
        for fixed in fixer.fixed {
          Terminal.printError("\(fixed.path):\(fixed.line): fixed [\(fixed.rule)]")
        }
      }
      found = try check()
    }
    return true
  }

  private func output(_ report: Report) {
    switch format {
    case .text:
      Terminal.print(report.text(colors: shared.hasColor, isVerbose: verbose))
      if !shared.quiet { Terminal.printError(report.totals()) }
    case .json: Terminal.print(report.json())
    case .sarif: Terminal.print(report.sarif())
    case .github: Terminal.print(report.github())
    }
  }
}
