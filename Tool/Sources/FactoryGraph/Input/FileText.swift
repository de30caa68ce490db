// Factory, MIT licence; see LICENSE
//
// Reads source files.
import Foundation

/// The text of a Swift file that can be parsed.
public enum FileText {
  /// Files with more bytes than this are not read: their syntax trees take about 150 times as much memory.
  public static let sizeLimit = 10_000_000

  /// Reads a file, and checks that the parser can cope with it.
  ///
  /// - Throws: `FileError`, with a message for the person who runs the tool.
  public static func read(_ path: String) throws(FileError) -> String {
    try text(of: contents(path), path)
  }

  /// The text of a file's contents.
  static func text(of data: Data, _ path: String) throws(FileError) -> String {
    guard let text = String(utf8: data), !data.isUTF16 else {
      throw FileError(
        path, "is not UTF-8. Save it as UTF-8, so that the compiler can read it too.")
    }
    if let problem = Nesting.problem(in: text) { throw FileError(path, problem) }
    return text
  }

  /// Replaces the text of a file, which keeps its permissions. If the path is a link, the file that
  /// it leads to is replaced.
  public static func write(_ text: String, to path: String) throws(FileError) {
    do {
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let manager = FileManager.default
      let permissions =
        manager.fileExists(atPath: file.path)
        ? try manager.attributesOfItem(atPath: file.path)[.posixPermissions] : nil
      // The new file of an atomic write has the permissions of any new file.
      try Data(text.utf8).write(to: file, options: .atomic)
      if let permissions {
        try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
      }
    } catch {
      throw FileError(path, "cannot be written: \(error.reason)")
    }
  }

  static func contents(_ path: String) throws(FileError) -> Data {
    do {
      // Reading a pipe or a device could wait forever. A link has the type of what it leads to.
      let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw FileError(path, "is not a regular file")
      }
      let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
      guard size <= sizeLimit else {
        throw FileError(
          path,
          "has \(size / 1_000_000) MB, and files of more than \(sizeLimit / 1_000_000) MB are not "
            + "read. List it under 'exclude' in factory.yml.")
      }
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(path, "cannot be read: \(error.reason)")
    }
  }
}

/// A file or folder that cannot be used.
public struct FileError: Error, CustomStringConvertible {
  public var path: String
  public var message: String
  public var description: String { "\(path): \(message)" }

  public init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }
}

extension Data {
  /// Whether the text is UTF-16 without a byte order mark, which is also valid UTF-8 if all its
  /// characters are ASCII: one byte of the first two is zero.
  fileprivate var isUTF16: Bool {
    count >= 2 && (self[startIndex] == 0) != (self[startIndex + 1] == 0)
  }
}

extension Error {
  /// Why a file could not be read or written, without the names of domains and keys that
  /// Foundation's description has.
  public var reason: String {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain {
      return error.code == Int(ENOENT)
        ? "no such file or folder" : String(cString: strerror(Int32(error.code)))
    }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return cause.reason }
    return error.localizedDescription
  }
}
