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
      What it cannot rewrite stays, below a comment `// factory:migrate` that says why and what \
      to write. Give all files of the program together. Commit your work first.
      """)

  @Option(
    help:
      "What the program was written for: factory1, factory2, resolver, swinject, dependencies.")
  var from: Migration.Source

  @ArgumentParser.Flag(help: "Print the changes as a diff, and write nothing.")
  var dryRun = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let tree = try SourceTree(paths: shared.roots)
    for problem in tree.problems { Terminal.printError("factory: \(problem)") }
    let configuration = try shared.configuration()
    let files = tree.files.filter { !configuration.excludes($0.path) }
      .compactMap { read($0.path) }
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
    for note in result.files.flatMap(\.notes) { Terminal.printError("\(note)") }
    if !shared.quiet { Terminal.printError("\(result.summary)") }
    if !isComplete { throw ExitCode(2) }
  }

  /// Nil if the file cannot be read, which is reported.
  private func read(_ path: String) -> Migration.File? {
    do {
      return Migration.File(path: path, text: try FileText.read(path))
    } catch {
      Terminal.printError("factory: \(error)")
      return nil
    }
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
