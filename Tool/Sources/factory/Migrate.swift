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
    let loader = try shared.load(configuration, imports: from.modules)
    let texts = texts(of: loader)
    let migration = Migration(from: from)
    // The migration parses the files and visits their trees, which is recursive.
    let result = DeepStack.run { migration.migrate(loader.files, loader.modules, texts: texts) }
    var isComplete = true
    for new in result.files where new.isChanged {
      if dryRun {
        Terminal.print(UnifiedDiff.text(new.path, old: texts[new.path]!, new: new.text))
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
    let facts = DeepStack.run {
      result.files.filter(\.isChanged).reduce(into: [:]) { facts, file in
        facts[file.path] = FileFacts(parsing: file.text)
      }
    }
    printOldImports(facts, loader)
    check(facts, result, loader, configuration)
    if !isComplete { throw ExitCode(2) }
  }

  /// The texts of the files that can be read; what cannot be is reported.
  private func texts(of loader: ProgramLoader) -> [String: String] {
    Set(loader.files.map(\.path)).sorted().reduce(into: [:]) { texts, path in
      do {
        texts[path] = try FileText.read(path)
      } catch {
        Terminal.printError("factory: \(error)")
      }
    }
  }

  /// Lists the files that import the old library, also those that no target compiles.
  private func printOldImports(_ changed: [String: FileFacts], _ loader: ProgramLoader) {
    var modules = from.modules
    // The module of 2.x from 2.5 on, and of this version, is the new one.
    modules.subtract(["FactoryKit", "FactoryTesting"])
    let files = loader.files + loader.outside.map(\.file)
    let paths = files.filter { file in
      (changed[file.path] ?? file.facts).imports.contains { modules.contains($0.module) }
    }.map(\.path)
    if paths.isEmpty { return }
    let old = Set(paths).sorted()
    Terminal.printError(
      "\(Self.count(old.count, "file still imports", "files still import")) the old library:")
    for path in old { Terminal.printError("  \(path)") }
  }

  /// Checks the program as it is now, and prints what was not found in it before.
  ///
  /// - Parameter changed: the facts of the files that were changed.
  private func check(
    _ changed: [String: FileFacts], _ result: Migration.Result, _ loader: ProgramLoader,
    _ configuration: Configuration
  ) {
    guard !changed.isEmpty else { return }
    let notes = result.files.flatMap(\.notes)
    let mayHaveUses = notes.contains { $0.isResolutionOfUnknownType }
    let (report, unused) = DeepStack.run {
      let rules = Rules.all(roots: configuration.roots)
      let checker = Checker(rules: rules, severities: configuration.severities)
      let known = Baseline(
        checker.findings(Program(files: loader.files, modules: loader.modules)))
      var files = loader.files
      for index in files.indices {
        if let facts = changed[files[index].path] { files[index].facts = facts }
      }
      let program = Program(files: files, modules: loader.modules)
      let found = known.filter(checker.findings(program))
      // What the program resolves by a type that is not known may be any of these.
      let isUncertain = { (finding: Diagnostic) in
        mayHaveUses && finding.rule == "unused-factory"
      }
      return (
        Report(Checker.grouped(found.filter { !isUncertain($0) }), of: program, rules: rules),
        found.count(where: isUncertain)
      )
    }
    if !report.diagnostics.isEmpty {
      Terminal.printError(report.text().trimmingCharacters(in: .newlines))
    }
    if shared.quiet { return }
    Terminal.printError("New findings of `factory check`: \(Self.count(report)).")
    if unused > 0 {
      Terminal.printError(
        "\(Self.count(unused, "factory", "factories")) without a use that is known: the marked "
          + "resolutions by type may be theirs.")
    }
  }

  private static func count(_ report: Report) -> String {
    if report.diagnostics.isEmpty { return "none" }
    return count(report.summary.errors, "error", "errors") + ", "
      + count(report.summary.warnings, "warning", "warnings")
  }

  private static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
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
