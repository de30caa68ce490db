// Factory, MIT licence; see LICENSE
//
// `factory migrate`.
#if Tool
  import ArgumentParser
  import FactoryGraph
  import FactoryMigrate
  import Foundation

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Rewrites a program written for another library, or for Factory 1.x or 2.x.",
      discussion: """
        What it cannot rewrite stays, below a comment `// factory:migrate` that says why and what \
        to write. Give all files of the program together. Commit your work before.
        """)

    @Option(
      help:
        "What the program was written for: factory1, factory2, resolver, swinject, dependencies.")
    var from: Migration.Source

    @ArgumentParser.Flag(help: "Print the changes as a diff, and write nothing.")
    var dryRun = false

    @ArgumentParser.Flag(name: .shortAndLong, help: "Do not print the summary.")
    var quiet = false

    @ArgumentParser.Argument(
      help: "Swift files, folders or packages; the current folder if there is none.")
    var paths: [String] = []

    func run() throws {
      let tree: SourceTree
      do {
        tree = try SourceTree(paths: paths.isEmpty ? ["."] : paths)
      } catch {
        Self.report("\(error)")
        throw ExitCode(2)
      }
      for problem in tree.problems { Self.report(problem) }
      let files = tree.files.compactMap { read($0.path) }
      let result = Migration(from: from).migrate(files)
      var isComplete = true
      for (old, new) in zip(files, result.files) where new.isChanged {
        if dryRun {
          print(UnifiedDiff.text(old.path, old: old.text, new: new.text), terminator: "")
        } else if !write(new) {
          isComplete = false
        }
      }
      for note in result.files.flatMap(\.notes) { Self.report("\(note)") }
      if !quiet { Self.report("\(result.summary)") }
      if !isComplete { throw ExitCode(2) }
    }

    /// Nil if the file cannot be read or is not UTF-8, which is reported.
    private func read(_ path: String) -> Migration.File? {
      do {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data) else {
          Self.report("\(path): is not UTF-8")
          return nil
        }
        return Migration.File(path: path, text: text)
      } catch {
        Self.report("\(path): cannot be read: \(error.localizedDescription)")
        return nil
      }
    }

    private func write(_ file: Migration.MigratedFile) -> Bool {
      do {
        try Data(file.text.utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
        return true
      } catch {
        Self.report("\(file.path): cannot be written: \(error.localizedDescription)")
        return false
      }
    }

    private static func report(_ line: String) {
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
  }

  extension Migration.Source: ExpressibleByArgument {}
#endif
