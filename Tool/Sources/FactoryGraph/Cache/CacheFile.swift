// Factory, MIT licence; see LICENSE
//
// The files of the cache.
import Foundation

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
