// Factory, MIT licence; see LICENSE
//
// Programs of several files, in modules.
import FactoryMigrate

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
