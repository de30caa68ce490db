// Factory, MIT licence; see LICENSE
//
// The options of all commands that read a program.
#if Tool
  import ArgumentParser
  import FactoryGraph
  import Foundation

  struct SharedOptions: ParsableArguments {
    @Argument(help: "Swift files, folders or packages. None means the current folder.")
    var paths: [String] = []

    @Flag(name: .shortAndLong, help: "Print results only.")
    var quiet = false

    @Flag(name: .long, help: "Print without colours.")
    var noColor = false

    @Flag(name: .long, help: "Read all files again.")
    var noCache = false

    @Option(name: .long, help: "How many files are read at a time.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

    /// The folder of the cache, for the build plugin: it may not write into the user's.
    @Option(name: .long, help: .hidden)
    var cacheFolder: String?

    func validate() throws {
      if jobs < 1 { throw ValidationError("--jobs needs a number above zero.") }
    }

    var roots: [String] { paths.isEmpty ? ["."] : paths }

    var hasColor: Bool {
      // As https://no-color.org says, an empty value means nothing.
      !noColor && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty && isatty(1) == 1
    }

    /// The configuration: a file that was given, or the nearest `factory.yml`.
    func configuration(_ file: String? = nil) throws -> Configuration {
      if let file { return try Configuration(path: file) }
      return try Configuration.find(from: roots[0]).map { try Configuration(path: $0) }
        ?? Configuration()
    }

    private func cache() -> FactsCache? {
      let folder = cacheFolder.map { URL(fileURLWithPath: $0) } ?? FactsCache.userFolder
      return folder.map { FactsCache(folder: $0, paths: roots) }
    }

    /// Reads the program. What cannot be read is printed to standard error.
    func program(_ configuration: Configuration) throws -> Program {
      let loader = try ProgramLoader(
        paths: roots, jobs: jobs, cache: noCache ? nil : cache(),
        isExcluded: { configuration.excludes($0) },
        progress: Terminal.progress(quiet ? nil : "Reading"))
      for problem in loader.problems { Terminal.printError("factory: \(problem)") }
      return Program(files: loader.files, modules: loader.modules)
    }
  }
#endif
