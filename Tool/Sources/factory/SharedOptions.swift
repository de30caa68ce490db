// Factory, MIT licence; see LICENSE
//
// The options that commands share.
import ArgumentParser
import FactoryGraph
import Foundation

/// The options of all commands.
struct CommonOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print the results only.")
  var quiet = false

  @Flag(name: .long, help: "Print without colours.")
  var noColor = false

  @Flag(name: .long, help: "Neither read nor write the cache.")
  var noCache = false

  @Option(name: .long, help: "How many files to read at the same time.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs needs a number above zero.") }
  }
}

/// The options of the commands that read a program.
struct SharedOptions: ParsableArguments {
  @Argument(help: "Swift files, folders or packages. Without any, the current folder.")
  var paths: [String] = []

  @OptionGroup var common: CommonOptions

  /// The folder of the cache, for the build plugin: it may not write into the user's.
  @Option(name: .long, help: .hidden)
  var cacheFolder: String?

  /// A file with the targets and their files, for the build plugin.
  @Option(name: .customLong("targets"), help: .hidden)
  var targetList: String?

  var quiet: Bool { common.quiet }

  var roots: [String] { paths.isEmpty ? ["."] : paths }

  var hasColor: Bool {
    // As https://no-color.org says, an empty value means nothing.
    !common.noColor && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
      && isatty(1) == 1
  }

  /// The configuration: a file that was given, or the nearest `factory.yml`.
  func configuration(_ file: String? = nil) throws -> Configuration {
    if let file { return try Configuration(path: file) }
    return try Configuration.find(from: roots[0]).map { try Configuration(path: $0) }
      ?? Configuration()
  }

  /// The folder of the cache; nil if there is none.
  private var cache: URL? {
    common.noCache ? nil : cacheFolder.map { URL(fileURLWithPath: $0) } ?? ReportCache.userFolder
  }

  /// The targets of a file, as the plugin or else the configuration lists them.
  private func targets(
    _ configuration: Configuration
  ) throws -> (@Sendable (String) -> [ListedTarget])? {
    guard let targetList else { return configuration.targetsOfPath }
    let list = try TargetList(path: targetList)
    return { list.targets(of: $0) }
  }

  private func sources(_ configuration: Configuration) throws -> ProgramSources {
    try ProgramSources(
      paths: roots, jobs: common.jobs, isExcluded: { configuration.excludes($0) },
      targets: try targets(configuration))
  }

  /// Reads and parses the files of the program. What cannot be read is printed to standard error.
  ///
  /// - Parameter imports: the modules of the library that the program uses.
  /// - Throws: if the program has files that use the library, and no target compiles one of them.
  func load(
    _ configuration: Configuration, imports: Set<String> = LibraryModules.imported
  ) throws -> ProgramLoader {
    try load(try sources(configuration), imports: imports)
  }

  private func load(
    _ sources: ProgramSources, imports: Set<String> = LibraryModules.imported
  ) throws -> ProgramLoader {
    let loader = ProgramLoader(
      sources, imports: imports, jobs: common.jobs,
      progress: Terminal.progress(quiet ? nil : "Reading"))
    printProblems(loader.problems)
    if loader.readsNone { throw ExitCode(2) }
    if loader.files.isEmpty, !loader.outside.isEmpty {
      Terminal.printError(
        "factory: no target compiles the Swift files in \(roots.joined(separator: ", "))")
    } else if loader.files.isEmpty {
      let paths = roots.joined(separator: ", ")
      Terminal.printError(
        sources.isAllExcluded
          ? "factory: 'exclude' in factory.yml leaves out all Swift files in \(paths)"
          : loader.problems.isEmpty
            ? "factory: no Swift files in \(paths)"
            : "factory: no Swift file in \(paths) could be read")
    }
    return loader
  }

  private func printProblems(_ problems: [String]) {
    for problem in problems { Terminal.printError("factory: \(problem)") }
  }

  func program(_ configuration: Configuration) throws -> Program {
    Program(try load(configuration), configuration)
  }

  /// Checks the program, or finds in the cache what an earlier run has found in it. The findings are
  /// not yet grouped.
  ///
  /// - Parameters:
  ///   - isVerbose: whether to print the files that no target compiles.
  ///   - isShared: whether other runs may check the same program at this time. This one then waits for
  ///     them, to find in the cache what they have found.
  func report(
    _ configuration: Configuration, isVerbose: Bool = false, isShared: Bool = false
  ) throws -> Report {
    let lock = isShared ? cache.flatMap { CacheLock(folder: $0, paths: roots) } : nil
    defer { lock?.unlock() }
    let sources = try sources(configuration)
    let rules = Rules.all(roots: configuration.roots)
    let known = cache.map {
      ReportCache(folder: $0, paths: roots, sources, configuration, rules: rules)
    }
    // Only a run that parses the files knows which of them no target compiles.
    if !isVerbose, let report = known?.read() {
      printProblems(sources.problems + report.problems)
      return report
    }
    let loader = try load(sources)
    if isVerbose {
      for (file, reason) in loader.outside {
        Terminal.printError("factory: \(file.path): \(reason)")
      }
    }
    let program = Program(loader, configuration)
    // A file that was not read completely may declare what the configuration names.
    let isComplete =
      loader.problems.isEmpty && program.files.allSatisfy { $0.facts.syntaxErrors.isEmpty }
    if isComplete, !loader.files.isEmpty {
      try configuration.checkRoots(program, paths: roots)
    }
    let checker = Checker(rules: rules, severities: configuration.severities)
    var report = Report(
      Fixer.keepingComments(checker.findings(program)), of: program, rules: rules)
    // The next run knows the others without parsing.
    report.problems = Array(loader.problems.dropFirst(sources.problems.count))
    guard !loader.files.isEmpty else { return report }
    do {
      try known?.store(report)
    } catch {
      Terminal.printError(
        "factory: the cache was not written, so the next run checks again: \(error.reason)")
    }
    return report
  }
}
