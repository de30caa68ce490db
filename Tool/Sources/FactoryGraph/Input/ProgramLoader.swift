// Factory, MIT licence; see LICENSE
//
// Parses the files of a program, and finds out which module each of them belongs to.
import Foundation

/// The parsed files of a program, and its modules.
public struct ProgramLoader: Sendable {
  /// What could not be read or parsed, with the reason. The rest is analysed.
  package private(set) var problems: [String]
  package private(set) var files: [SourceFile] = []
  package private(set) var modules: [Module] = []
  /// The files that no target compiles, with the reason. They are not part of the program.
  package private(set) var outside: [(file: SourceFile, reason: String)] = []
  /// Whether there are files that use the library, none of which is part of the program.
  package private(set) var readsNone = false
  /// The first number of the version of Factory that the program has: the lowest, if its packages have
  /// several. Nil if no file says so.
  package private(set) var libraryVersion: Int?

  /// Reads and parses the Swift files at some paths: files, folders and packages.
  ///
  /// - Throws: `PathError` for a path that does not exist.
  public init(paths: [String]) throws(PathError) {
    self.init(try ProgramSources(paths: paths))
  }

  /// - Parameters:
  ///   - sources: the files, as they were read.
  ///   - imports: the modules of the library. Files that import them and that no target compiles are a
  ///     problem.
  ///   - jobs: how many files are parsed at a time.
  ///   - progress: is told how many files are parsed.
  package init(
    _ sources: ProgramSources, imports: Set<String> = LibraryModules.imported,
    jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) {
    problems = sources.problems
    let projects = sources.projects.compactMap { path, text -> XcodeProject? in
      if let project = XcodeProject(text, path: path) { return project }
      problems.append("\(path)/project.pbxproj: cannot be understood, so its targets are unknown")
      return nil
    }
    let results = DeepStack.map(sources.files.count, jobs: jobs, progress: progress) { index in
      Result { () throws(FileError) in
        let (file, content) = sources.files[index]
        return FileFacts(parsing: try FileText.text(of: content, file.path))
      }
    }
    var parsed: [(file: SourceTree.File, facts: FileFacts)] = []
    for ((file, _), result) in zip(sources.files, results) {
      switch result {
      case .success(let facts): parsed.append((file, facts))
      case .failure(let error): problems.append("\(error)")
      }
    }
    var targets = TargetFinder(
      parsed, projects: projects, generated: sources.generated, listed: sources.listed)
    problems += targets.problems
    for (file, facts) in parsed where !targets.isManifest(file, facts) {
      switch targets.membership(of: file, facts) {
      case .modules(let modules):
        files += modules.map { SourceFile(path: file.path, module: ModuleIndex($0), facts: facts) }
      case .none(let reason):
        outside.append(
          (SourceFile(path: file.path, module: ModuleIndex(0), facts: facts), reason))
      }
    }
    modules = targets.linked(files)
    addUnread(imports)
    libraryVersion = sources.resolvedVersion ?? targets.libraryVersion
  }
  /// Says which files use the library and are not part of the program.
  private mutating func addUnread(_ modules: Set<String>) {
    func usesLibrary(_ file: SourceFile) -> Bool {
      file.facts.imports.contains { modules.contains($0.module) }
    }
    let unread = outside.filter { usesLibrary($0.file) }
    guard !unread.isEmpty else { return }
    readsNone = !files.contains(where: usesLibrary)
    problems.append(
      unread.count == 1
        ? "1 Swift file that imports the library was not read:"
        : "\(unread.count) Swift files that import the library were not read:")
    problems += unread.prefix(3).map { "  \($0.file.path): \($0.reason)" }
    if unread.count > 3 { problems.append("  … and \(unread.count - 3) more") }
  }
}
