// Factory, MIT licence; see LICENSE
//
// Stores the findings of a program, so that one that did not change is not checked again.
import Foundation

/// The findings of the last check of a program, if it was the same program with the same rules.
public struct ReportCache {
  private struct Content: Codable {
    /// Of the check: its files and its configuration.
    var fingerprint: String
    var diagnostics: [Diagnostic]
    var size: Report.Size
    var problems: [String]
  }

  private let file: CacheFile
  private let fingerprint: String
  private let rules: [any Rule]

  /// The folder for the tool's data in the current user's folder for caches.
  public static var userFolder: URL? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
      .appendingPathComponent("factory")
  }

  /// - Parameters:
  ///   - folder: the folder of all programs' files. It is made when the first one is written.
  ///   - paths: what the program is read from.
  ///   - sources: the files of the program.
  ///   - configuration: what the rules were told.
  ///   - rules: those that are checked. Apart from their names, they depend only on the
  ///     configuration and on the build.
  public init(
    folder: URL, paths: [String], _ sources: ProgramSources, _ configuration: Configuration,
    rules: [any Rule]
  ) {
    // The paths as they are given, because findings show them.
    let key = ([FilePaths.absolute(".")] + paths).joined(separator: "\n")
    file = CacheFile(folder: folder, kind: "findings", key: key)
    let severities = configuration.severities.map { "\($0): \($1?.rawValue ?? "off")" }
    fingerprint =
      "\(sources.fingerprint.hash) \(sources.fingerprint.count) \(severities.sorted()) "
      + "\(configuration.roots) "
      + "\(configuration.libraryVersion ?? 0) "
      + "\(FilePaths.absolute(configuration.folder)) "
      + rules.map(\.info.name).joined(separator: " ")
    self.rules = rules
  }

  public func read() -> Report? {
    guard let data = file.read(),
      let content = try? JSONDecoder().decode(Content.self, from: data),
      content.fingerprint == fingerprint
    else { return nil }
    file.keep()
    var report = Report(content.diagnostics, size: content.size, rules: rules)
    report.problems = content.problems
    return report
  }

  /// - Throws: an error of the file system. What was stored before is still there then.
  public func store(_ report: Report) throws {
    let content = Content(
      fingerprint: fingerprint, diagnostics: report.diagnostics, size: report.size,
      problems: report.problems)
    try file.write(JSONEncoder().encode(content))
  }
}
