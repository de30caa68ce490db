// Factory, MIT licence; see LICENSE
//
// Stores what was read in the files of a program, so that the next run reads only those that changed.
import Foundation

/// The facts that an earlier run has read in a program's files, by the content of the files.
///
/// A program has one file in the cache. If it is damaged, what is damaged is not used.
public struct FactsCache: Sendable {
  private let file: CacheFile
  private let content: FactsPack

  /// The cache of a program.
  ///
  /// - Parameters:
  ///   - folder: the folder of all programs' files. It is made when the first one is written.
  ///   - paths: what the program is read from.
  public init(folder: URL, paths: [String]) {
    // Facts contain no paths, so all ways to write the same paths share one file.
    let program = paths.map(FilePaths.absolute).sorted().joined(separator: "\n")
    file = CacheFile(folder: folder, kind: "facts", key: program)
    content = file.read().map { FactsPack($0) } ?? FactsPack()
  }

  /// The folder for the tool's data in the current user's folder for caches.
  public static var userFolder: URL? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
      .appendingPathComponent("factory")
  }

  /// The facts of a file with some content, and their bytes; nil if no earlier run has read it.
  func facts(of content: ContentHash) -> (FileFacts, ArraySlice<UInt8>)? {
    self.content.facts(of: content)
  }

  /// Stores the facts of the program's files, and those alone.
  ///
  /// - Parameter hasNew: whether `facts(of:)` did not have all of them.
  /// - Throws: an error of the file system. What was stored before is still there then.
  func store(_ blocks: [ContentHash: ArraySlice<UInt8>], hasNew: Bool) throws {
    if !hasNew, content.count == blocks.count { return file.keep() }
    try file.write(FactsPack.data(of: blocks))
  }
}
