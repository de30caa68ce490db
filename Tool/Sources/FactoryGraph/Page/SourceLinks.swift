// Factory, MIT licence; see LICENSE
//
// `factory graph --link TEMPLATE`: the addresses of places in the code.
import Foundation

/// A template for the addresses of places, with `{path}`, a file's path in its repository, or `{file}`,
/// its whole path; and with `{line}`, if it should have the line.
public struct SourceLinks: Sendable {
  /// Templates that have a name.
  public static let named = [
    "xcode": "xcode://open?file={file}&line={line}", "vscode": "vscode://file{file}:{line}",
  ]
  /// What a browser runs instead of opening it.
  private static let programs: Set = ["javascript", "data", "vbscript"]

  let template: String

  /// - Parameter text: A template, or the name of one.
  /// - Throws: if there is nothing to open, or nothing to replace.
  public init(_ text: String) throws(LinkError) {
    template = Self.named[text] ?? text
    let scheme = template.prefix { $0 != ":" }
    guard scheme.endIndex < template.endIndex, scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else {
      let names = Self.named.keys.sorted(by: >).map { "'\($0)'" }.joined(separator: ", ")
      throw LinkError(
        "'\(text)' is not an address such as 'https://example.com/{path}#L{line}', and not one of "
          + "the names \(names) and 'none'.")
    }
    if Self.programs.contains(scheme.lowercased()) {
      throw LinkError("an address that begins with '\(scheme):' opens no file.")
    }
    let names = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } }
    if let unknown = names.first(where: { !["path", "file", "line"].contains($0) }) {
      throw LinkError("'{\(unknown)}' is unknown. There are {path}, {file} and {line}.")
    }
    if names.contains("path") == names.contains("file") {
      throw LinkError(
        "an address needs either {path}, the path in the repository, or {file}, the whole path.")
    }
  }

  /// What the page needs: a template with `{path}` and `{line}`, and what to put for the path of each
  /// file.
  struct Page: Encodable {
    var template: String
    var paths: [String: String]
  }

  func page(for paths: Set<String>) -> Page {
    let isWhole = template.contains("{file}")
    var repositories = Repositories()
    let values = paths.map { path in
      (path, Self.encoded(isWhole ? FilePaths.absolute(path) : repositories.path(of: path)))
    }
    return Page(
      template: template.replacingOccurrences(of: "{file}", with: "{path}"),
      paths: Dictionary(uniqueKeysWithValues: values))
  }

  /// Without characters that have a meaning in an address.
  private static func encoded(_ path: String) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let allowed = CharacterSet(charactersIn: letters + letters.uppercased() + "0123456789-._~/")
    return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
  }
}

public struct LinkError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The repositories that files are in: the nearest folders with `.git`, or else the current folder.
private struct Repositories {
  private var known: [String: String] = [:]

  mutating func path(of file: String) -> String {
    let folder = FilePaths.folder(of: FilePaths.absolute(file))
    let root = root(of: folder)
    return FilePaths.relative(file, to: root) ?? file
  }

  private mutating func root(of folder: String) -> String {
    if let root = known[folder] { return root }
    let isRoot = FileManager.default.fileExists(atPath: folder + "/.git")
    let root =
      isRoot
      ? folder : folder == "/" ? FilePaths.absolute(".") : root(of: FilePaths.folder(of: folder))
    known[folder] = root
    return root
  }
}
