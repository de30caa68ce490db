// Factory, MIT licence; see LICENSE
//
// Lets the build plugin check a package once, although each of its targets has a command.
import Foundation

/// A lock on a program's files in the cache. It is held by one process at a time; the system
/// unlocks it when the process ends.
public final class CacheLock {
  private let descriptor: Int32

  /// Waits until no other process holds the lock.
  ///
  /// Nil if the file cannot be opened. Without the lock, a run does the work that another one may
  /// have done, and nothing else.
  ///
  /// - Parameters:
  ///   - folder: the folder of all programs' files.
  ///   - paths: what the program is read from.
  public init?(folder: URL, paths: [String]) {
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

  public func unlock() { close(descriptor) }
}
