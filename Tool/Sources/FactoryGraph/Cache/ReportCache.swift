// Factory, MIT licence; see LICENSE
//
// Stores the findings of a program, so that one that did not change is not checked again. The build
// plugin has a command for each target, which all check the same package.
import Foundation

/// The findings of the last check of a program, if it was the same program with the same rules.
package struct ReportCache {
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
  package static var userFolder: URL? {
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
  package init(
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

  package func read() -> Report? {
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
  package func store(_ report: Report) throws {
    let content = Content(
      fingerprint: fingerprint, diagnostics: report.diagnostics, size: report.size,
      problems: report.problems)
    try file.write(JSONEncoder().encode(content))
  }
}

/// A file of the cache, which a run reads at its start and replaces at its end.
///
/// Two runs at once do not disturb each other: each reads a whole file, and that of the last one
/// stays. The file of another build of the tool has another name.
struct CacheFile: Sendable {
  /// How long a file stays that is not used any more, in seconds.
  private static let lifetime: TimeInterval = 30 * 24 * 3600

  private let folder: URL
  let url: URL

  /// - Parameters:
  ///   - folder: the folder of all files. It is made when the first one is written.
  ///   - kind: the extension of the file's name.
  ///   - key: what the file is for.
  init(folder: URL, kind: String, key: String) {
    // If two keys had the same hash, their programs would replace each other's file. Neither would
    // use what is not its own, because the fingerprints differ.
    let name = String(ContentHash(Self.build + "\n" + key).hash, radix: 16)
    self.folder = folder
    url = folder.appendingPathComponent("\(name).\(kind)")
  }

  /// The build of the program that runs: another one may find something else in the same files.
  private static let build: String = {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int, let date = attributes[.modificationDate] as? Date
    else { return "" }
    return "\(size) \(date.timeIntervalSince1970)"
  }()

  func read() -> Data? { try? Data(contentsOf: url) }

  /// - Throws: an error of the file system. What was stored before is still there then.
  func write(_ data: Data) throws {
    try makeFolder()
    try data.write(to: url, options: .atomic)
    removeOldFiles()
  }

  /// - Throws: an error of the file system.
  func makeFolder() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Marks the file as used, once a day.
  func keep() {
    if age(of: url) > 24 * 3600 {
      // If this is not allowed, the file is written again in a month.
      try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: url.path)
    }
  }

  private func removeOldFiles() {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] where age(of: file) > Self.lifetime {
      // Another run may have removed it.
      try? FileManager.default.removeItem(at: file)
    }
  }

  private func age(of file: URL) -> TimeInterval {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return (attributes?[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow } ?? 0
  }
}

/// A lock on a program's files in the cache. It is held by one process at a time; the system
/// unlocks it when the process ends.
package final class CacheLock {
  private let descriptor: Int32

  /// Waits until no other process holds the lock.
  ///
  /// Nil if the file cannot be opened. Without the lock, a run does the work that another one may
  /// have done, and nothing else.
  ///
  /// - Parameters:
  ///   - folder: the folder of all programs' files.
  ///   - paths: what the program is read from.
  package init?(folder: URL, paths: [String]) {
    let key = paths.map(FilePaths.absolute).sorted().joined(separator: "\n")
    let file = CacheFile(folder: folder, kind: "lock", key: key)
    // If the folder cannot be made, the file cannot be opened.
    try? file.makeFolder()
    descriptor = open(file.url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR {
        close(descriptor)
        return nil
      }
    }
  }

  package func unlock() { close(descriptor) }
}
