// Factory, MIT licence; see LICENSE
//
// Programs of several files, in modules.
import FactoryGraph
import FactoryMigrate

extension Migration {
  /// A file of a program in the module that is named, or that its path names: the folder after
  /// `Sources` or `Tests`.
  struct File {
    var path: String
    var text: String
    var module: String?

    init(path: String, text: String, module: String? = nil) {
      self.path = path
      self.text = text
      self.module = module
    }

    fileprivate var moduleOfPath: String? {
      let parts = path.split(separator: "/")
      guard ["Sources", "Tests"].contains(parts.first), parts.count > 2 else { return nil }
      return String(parts[1])
    }
  }

  /// Migrates files, of which each module depends on those that its files import. The results have the
  /// same order.
  func migrate(_ files: [File]) -> Result {
    let grouped = Dictionary(grouping: files) { $0.module ?? $0.moduleOfPath ?? "Program" }
    let modules = grouped.sorted { $0.key < $1.key }.map { name, files in
      let imports = files.flatMap { FileFacts(parsing: $0.text).imports.map(\.module) }
      return SourceModule(
        name, kind: files[0].path.hasPrefix("Tests/") ? .test : .library, dependencies: imports,
        files: Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) }))
    }
    var result = migrate(modules)
    result.files = files.map { file in result.files.first { $0.path == file.path }! }
    return result
  }
}

/// Migrates files, and returns the results by path.
func migrate(
  _ source: Migration.Source, files: KeyValuePairs<String, String>
) -> [String: Migration.MigratedFile] {
  let result = Migration(from: source).migrate(files.map { .init(path: $0.key, text: $0.value) })
  return Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0) })
}

extension [String: Migration.MigratedFile] {
  func text(_ path: String) -> String { self[path]?.text ?? "" }
}
