// Factory, MIT licence; see LICENSE
//
// Reads the files of a program, without parsing them.
import Foundation

/// The contents of a program's files, and a fingerprint of them: what an earlier run has found in
/// the same files need not be found again.
package struct ProgramSources: Sendable {
  /// What could not be read, with the reason. The rest is analysed.
  package private(set) var problems: [String]
  let files: [(file: SourceTree.File, content: Data)]
  /// The texts of Xcode projects, by their paths.
  let projects: [(path: String, text: String)]
  /// The projects that XcodeGen generates.
  let generated: [XcodeGenProject]
  /// The first number of the version of Factory that the lists of resolved packages name.
  let resolvedVersion: Int?
  /// The targets of a file; nil if neither the plugin nor the configuration lists targets.
  let listed: (@Sendable (String) -> [ListedTarget])?
  /// Whether there are files at the paths, all of which are left out.
  package let isAllExcluded: Bool
  /// Of everything that the program depends on.
  let fingerprint: ContentHash

  /// Reads the Swift files at some paths: files, folders and packages.
  ///
  /// - Parameters:
  ///   - paths: files, folders and packages.
  ///   - jobs: how many files are read at a time.
  ///   - isExcluded: whether a file is left out.
  ///   - listed: the targets of a file, if the plugin or the configuration lists targets.
  /// - Throws: `PathError` for a path that does not exist.
  package init(
    paths: [String], jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    isExcluded: (String) -> Bool = { _ in false },
    targets listed: (@Sendable (String) -> [ListedTarget])? = nil
  ) throws(PathError) {
    let tree = try SourceTree(paths: paths)
    let found = tree.files.filter { !isExcluded($0.path) }
    isAllExcluded = found.isEmpty && !tree.files.isEmpty
    let contents = DeepStack.map(found.count, jobs: jobs) { index in
      Result { () throws(FileError) in
        let content = try FileText.contents(found[index].path)
        return (content, content.withUnsafeBytes { ContentHash($0) })
      }
    }
    problems = tree.problems
    projects = Self.read(tree.projects, &problems)
    generated = XcodeGenProject.all(tree.specifications)
    var files: [(file: SourceTree.File, content: Data)] = []
    resolvedVersion = Self.resolvedVersion(tree.resolved, &problems)
    var parts = tree.manifests + projects.flatMap { [$0.path, $0.text] }
    parts += generated.flatMap(\.texts)
    parts.append("Factory \(resolvedVersion ?? 0)")
    for (file, content) in zip(found, contents) {
      switch content {
      case .success(let (content, hash)):
        files.append((file, content))
        // `nil` without a list, and empty if a list does not have the file: no target compiles it.
        let targets = String(describing: listed?(file.path))
        // A path of a Tuist manifest may start from the root, which is found by other files.
        if TuistProject.manifests.contains(
          file.path.split(separator: "/").last.map(String.init) ?? "")
        {
          let folder = FilePaths.absolute(FilePaths.folder(of: file.path))
          parts.append(TuistProject.root(of: folder))
        }
        parts += [file.path, file.package, "\(hash.hash) \(hash.count)", targets]
      case .failure(let error): problems.append("\(error)")
      }
    }
    self.files = files
    self.listed = listed
    fingerprint = ContentHash((parts + problems).joined(separator: "\n"))
  }

  private static func resolvedVersion(_ paths: [String], _ problems: inout [String]) -> Int? {
    paths.compactMap { path in
      do throws(FileError) {
        return LibraryVersion.major(resolved: try FileText.contents(path))
      } catch {
        problems.append("\(error)")
        return nil
      }
    }.min()
  }

  private static func read(
    _ projects: [String], _ problems: inout [String]
  ) -> [(path: String, text: String)] {
    projects.compactMap { path in
      // An empty bundle is no project.
      guard FileManager.default.fileExists(atPath: "\(path)/project.pbxproj") else { return nil }
      do throws(FileError) {
        let data = try FileText.contents("\(path)/project.pbxproj")
        return (path, String(decoding: data, as: UTF8.self))
      } catch {
        problems.append("\(error)")
        return nil
      }
    }
  }
}
