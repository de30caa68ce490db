// Factory, MIT licence; see LICENSE
//
// Parses the files of a program, and finds out which module each of them belongs to.
import Foundation

/// The parsed files of a program, and its modules.
public struct ProgramLoader: Sendable {
  /// What could not be read or parsed, with the reason. The rest is analysed.
  public private(set) var problems: [String]
  public private(set) var files: [SourceFile] = []
  public private(set) var modules: [Module] = []
  /// The files that no target compiles. They are not part of the program.
  public private(set) var outside: [SourceFile] = []
  /// The first number of the version of Factory that the program has: the lowest, if its packages have
  /// several. Nil if no file says so.
  public private(set) var libraryVersion: Int?

  /// Reads and parses the Swift files at some paths: files, folders and packages.
  ///
  /// - Throws: `PathError` for a path that does not exist.
  public init(paths: [String]) throws(PathError) {
    self.init(try ProgramSources(paths: paths))
  }

  /// - Parameters:
  ///   - sources: the files, as they were read.
  ///   - jobs: how many files are parsed at a time.
  ///   - progress: is told how many files are parsed.
  public init(
    _ sources: ProgramSources, jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
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
    var targets = TargetFinder(parsed, projects: projects, listed: sources.listed)
    problems += targets.problems
    for (file, facts) in parsed where !targets.isManifest(file, facts) {
      let modules = targets.modules(of: file, facts)
      files += modules.map { SourceFile(path: file.path, module: ModuleIndex($0), facts: facts) }
      if modules.isEmpty {
        outside.append(SourceFile(path: file.path, module: ModuleIndex(0), facts: facts))
      }
    }
    modules = targets.linked(files)
    libraryVersion = sources.resolvedVersion ?? targets.libraryVersion
  }
}
