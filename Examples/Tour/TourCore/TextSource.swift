// Factory, MIT licence; see LICENSE
//
// Reads texts from files, or returns a sample to try the program without files.
import Foundation

package protocol TextSource: AnyObject, Sendable {
  /// Asynchronous, so that a source may wait for a server.
  func text(at path: String) async throws(UnreadableFile) -> String
}

/// A file that could not be read, and the reason.
package struct UnreadableFile: Error, Equatable, CustomStringConvertible {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "cannot read \(path): \(reason)" }
}

package final class FileTextSource: TextSource {
  package init() {}

  package func text(at path: String) throws(UnreadableFile) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw UnreadableFile(path: path, reason: "there is no such file")
    }
    if isDirectory.boolValue {
      throw UnreadableFile(path: path, reason: "it is a directory")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UnreadableFile(path: path, reason: "permission was denied")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UnreadableFile(path: path, reason: "it is not UTF-8 text")
    }
    return text
  }
}

/// Returns the same sample for every path.
package final class SampleTextSource: TextSource {
  package init() {}

  package func text(at path: String) -> String {
    """
    # A sample

    Kettles sing. [Kettles](https://example.com/kettles) boil.

    ```
    # in code, not a heading
    ```
    """
  }
}
