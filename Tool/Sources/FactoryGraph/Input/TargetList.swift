// Factory, MIT licence; see LICENSE
//
// The targets that are listed for the tool, which need not read them from a package or a project.
import Foundation

/// A target whose files the configuration or the build plugin lists.
package struct ListedTarget: Codable, Sendable, Equatable {
  package var name: String
  /// Nil if it is not known, so that the files have to show it.
  package var kind: ModuleKind?
  /// The names of the targets and products that it depends on.
  package var dependencies: [String]?

  package init(
    name: String, kind: ModuleKind? = nil, dependencies: [String]? = nil
  ) {
    self.name = name
    self.kind = kind
    self.dependencies = dependencies
  }
}

/// The targets of a program as the build plugin knows them: a file with
/// `[{"target": {"name", "kind", "dependencies"}, "files": [PATH]}]`.
package struct TargetList: Sendable {
  private struct Entry: Codable {
    var target: ListedTarget
    var files: [String]
  }

  private var targetsOfFile: [String: [ListedTarget]] = [:]

  package init(path: String) throws(ConfigurationError) {
    guard let data = FileManager.default.contents(atPath: path),
      let entries = try? JSONDecoder().decode([Entry].self, from: data)
    else { throw ConfigurationError(path, "is not a list of targets") }
    for entry in entries {
      for file in entry.files {
        targetsOfFile[FilePaths.absolute(file), default: []].append(entry.target)
      }
    }
  }

  /// The targets that compile a file.
  package func targets(of path: String) -> [ListedTarget] {
    targetsOfFile[FilePaths.absolute(path)] ?? []
  }
}
