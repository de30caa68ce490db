// Factory, MIT licence; see LICENSE
//
// Reads source files: their paths, texts, lines and hashes.
import Foundation

/// The text of a Swift file that can be parsed.
package enum FileText {
  /// Files with more bytes than this are not read: their syntax trees take about 150 times as much memory.
  package static let sizeLimit = 10_000_000

  /// Reads a file, and checks that the parser can cope with it.
  ///
  /// - Throws: `FileError`, with a message for the person who runs the tool.
  package static func read(_ path: String) throws(FileError) -> String {
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
  package static func write(_ text: String, to path: String) throws(FileError) {
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
package struct FileError: Error, CustomStringConvertible {
  package var path: String
  package var message: String
  package var description: String { "\(path): \(message)" }

  package init(_ path: String, _ message: String) {
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
  package var reason: String {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain {
      return error.code == Int(ENOENT)
        ? "no such file or folder" : String(cString: strerror(Int32(error.code)))
    }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return cause.reason }
    return error.localizedDescription
  }
}

extension String {
  /// The text of a file in UTF-8, with a byte order mark if it has one; nil if it is in another
  /// encoding. `String(validating:as:)` does the same, from macOS 15 on.
  package init?(utf8 data: Data) {
    guard let text = data.withUnsafeBytes({ Self(valid: $0) }) else { return nil }
    self = text
  }

  private init?(valid bytes: UnsafeRawBufferPointer) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was replaced.
    if !utf8.elementsEqual(bytes) { return nil }
  }

  /// Whether a text is a part of this one. `contains` compares characters, which takes longer.
  func hasText(_ text: String) -> Bool {
    var rest = utf8[...]
    while let start = rest.firstIndex(of: text.utf8.first!) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[start...].dropFirst()
    }
    return false
  }
}

extension [UInt8] {
  var lineStarts: [Int] { withUnsafeBufferPointer { Self.lineStarts($0) } }

  /// The offsets at which the lines of a text in UTF-8 start. Lines end as the parser of Swift counts
  /// them: with a line feed, a carriage return, or both.
  static func lineStarts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 10 || byte == 13 {
      // A carriage return ends a line of its own only without a line feed after it.
      if byte == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { continue }
      starts.append(index + 1)
    }
    return starts
  }
}

/// The 64-bit FNV-1a hash of bytes, and their number. Two different files of a program practically
/// never have the same one; it does not protect against somebody who constructs such files.
struct ContentHash: Sendable {
  var hash: UInt64
  var count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.hash = hash
    count = bytes.count
  }

  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBytes { Self($0) }
  }
}

package enum FilePaths {
  package static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// The path of a file, relative to a folder; nil if the file is elsewhere.
  package static func relative(_ path: String, to folder: String) -> String? {
    let (path, folder) = (absolute(path), absolute(folder))
    return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
  }

  /// The folder that contains a file.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }
}
