// Factory, MIT licence; see LICENSE
//
// `factory migrate`.
import ArgumentParser
import FactoryGraph
import FactoryMigrate
import Foundation

struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Rewrites a program written for another library, or for Factory 1.x or 2.x.",
    discussion: """
      Commit your work first, and pass all files of the program in one run. Code that the command \
      cannot rewrite stays as it is, below a comment `// factory:migrate` that says why and what \
      to write. At the end, the command checks the result and prints the findings that are new.
      """)

  @Option(
    help:
      "The library that the program uses: factory1, factory2, resolver, swinject or dependencies.")
  var from: Migration.Source

  @ArgumentParser.Flag(help: "Print the changes as a diff, and write nothing.")
  var dryRun = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let configuration = try shared.configuration()
    let loader = try shared.load(configuration)
    let modules = Dictionary(
      loader.files.map { ($0.path, loader.modules[$0.module]) }, uniquingKeysWith: { $1 })
    let files = loader.files.compactMap { file in
      // Where no manifest names the module, the path does.
      read(file.path, modules[file.path].flatMap { $0.isInPackage ? $0.name : nil })
    }
    let migration = Migration(from: from)
    // The migration parses the files and visits their trees, which is recursive.
    let result = DeepStack.run { migration.migrate(files) }
    var isComplete = true
    for (old, new) in zip(files, result.files) where new.isChanged {
      if dryRun {
        Terminal.print(UnifiedDiff.text(old.path, old: old.text, new: new.text))
      } else if !write(new) {
        isComplete = false
      }
    }
    for file in result.files {
      for note in file.notes { Terminal.printError("\(note)") }
      if let reason = file.refusal {
        Terminal.printError("\(file.path): note: left as it is: \(reason)")
      }
    }
    if !shared.quiet { Terminal.printError("\(result.summary)") }
    check(result, loader, configuration)
    if !isComplete { throw ExitCode(2) }
  }

  /// Nil if the file cannot be read, which is reported.
  private func read(_ path: String, _ module: String?) -> Migration.File? {
    do {
      return Migration.File(path: path, text: try FileText.read(path), module: module)
    } catch {
      Terminal.printError("factory: \(error)")
      return nil
    }
  }

  /// Checks the program as it is now, and prints what was not found in it before.
  private func check(
    _ result: Migration.Result, _ loader: ProgramLoader, _ configuration: Configuration
  ) {
    let texts = Dictionary(
      result.files.filter(\.isChanged).map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
    guard !texts.isEmpty else { return }
    let report = DeepStack.run {
      let rules = Rules.all(roots: configuration.roots)
      let checker = Checker(rules: rules, severities: configuration.severities)
      let known = Baseline(
        checker.findings(Program(files: loader.files, modules: loader.modules)))
      var files = loader.files
      for index in files.indices {
        if let text = texts[files[index].path] {
          files[index].facts = FileFacts(parsing: text)
        }
      }
      let program = Program(files: files, modules: loader.modules)
      let new = Checker.grouped(known.filter(checker.findings(program)))
      return Report(new, of: program, rules: rules)
    }
    if !report.diagnostics.isEmpty {
      Terminal.printError(report.text().trimmingCharacters(in: .newlines))
    }
    if !shared.quiet {
      Terminal.printError("New findings of `factory check`: \(Self.count(report)).")
    }
  }

  private static func count(_ report: Report) -> String {
    if report.diagnostics.isEmpty { return "none" }
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    return count(report.summary.errors, "error") + ", "
      + count(report.summary.warnings, "warning")
  }

  private func write(_ file: Migration.MigratedFile) -> Bool {
    do {
      try FileText.write(file.text, to: file.path)
      return true
    } catch {
      Terminal.printError("factory: \(error)")
      return false
    }
  }
}

extension Migration.Source: ExpressibleByArgument {}
