// Factory, MIT licence; see LICENSE
//
// Stores what was read in the files of a program, so that the next run reads only those that changed.
#if Tool
  import Foundation

  /// The facts that an earlier run has read in a program's files, by the content of the files.
  ///
  /// A program has one file in the cache's folder, which a run reads at its start and replaces at its
  /// end. Two runs at once therefore do not disturb each other: each reads a whole file, and that of
  /// the last one stays. What does not fit, because it is damaged or another build of the tool has
  /// written it, is not used.
  public struct FactsCache: Sendable {
    /// How long the file of a program that is not checked any more stays, in seconds.
    private static let lifetime: TimeInterval = 30 * 24 * 3600

    private let folder: URL
    private let file: URL
    private let content: FactsPack

    /// The cache of a program.
    ///
    /// - Parameters:
    ///   - folder: the folder of all programs' files. It is made when the first one is written.
    ///   - paths: what the program is read from.
    public init(folder: URL, paths: [String]) {
      let program = paths.map(FilePaths.absolute).sorted().joined(separator: "\n")
      let name = ContentHash(Self.build + "\n" + program)
      self.folder = folder
      file = folder.appendingPathComponent("\(String(name.hash, radix: 16)).facts")
      content = (try? Data(contentsOf: file)).map { FactsPack($0) } ?? FactsPack()
    }

    /// The folder for the tool's data in the current user's folder for caches.
    public static var userFolder: URL? {
      FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
        .appendingPathComponent("factory")
    }

    /// The build of the program that runs: another one may read other facts in the same file.
    private static let build: String = {
      guard let path = Bundle.main.executablePath,
        let attributes = try? FileManager.default.attributesOfItem(atPath: path),
        let size = attributes[.size] as? Int, let date = attributes[.modificationDate] as? Date
      else { return "" }
      return "\(size) \(date.timeIntervalSince1970)"
    }()

    /// The facts of a file with some content, and their bytes; nil if no earlier run has read it.
    func facts(of content: ContentHash) -> (FileFacts, ArraySlice<UInt8>)? {
      self.content.facts(of: content)
    }

    /// Stores the facts of the program's files, and those alone.
    ///
    /// - Parameter hasNew: whether `facts(of:)` did not have all of them.
    /// - Throws: an error of the file system. What was stored before is still there then.
    func store(_ blocks: [ContentHash: ArraySlice<UInt8>], hasNew: Bool) throws {
      if !hasNew, content.count == blocks.count { return keep() }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FactsPack.data(of: blocks).write(to: file, options: .atomic)
      removeOldFiles()
    }

    /// Marks the file as used, once a day.
    private func keep() {
      if age(of: file) > 24 * 3600 {
        // If this is not allowed, the file is written again in a month.
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
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
#endif
