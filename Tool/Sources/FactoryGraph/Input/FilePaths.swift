// Factory, MIT licence; see LICENSE
//
// Paths as text.
import Foundation

public enum FilePaths {
  public static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// The path of a file, relative to a folder; nil if the file is elsewhere.
  public static func relative(_ path: String, to folder: String) -> String? {
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
