// Factory, MIT licence; see LICENSE
//
// Places and paths of files in SARIF.
import Foundation

/// Converts places. The tool counts columns in bytes of UTF-8; SARIF has code points and units of
/// UTF-16 only, so they are converted with the file's text. A byte order mark counts in neither.
struct SARIFColumns {
  private var lines: [String: [ArraySlice<UInt8>]] = [:]

  mutating func location(_ path: String, _ line: Int, _ column: Int) -> SARIF.PhysicalLocation {
    SARIF.PhysicalLocation(
      artifactLocation: artifact(path),
      region: SARIF.Region(startLine: line, startColumn: codePoints(path, line, column)))
  }

  mutating func fix(_ fix: Diagnostic.Fix) -> SARIF.Fix {
    var changes: [SARIF.Change] = []
    for path in Set(fix.edits.map(\.path)).sorted() {
      var replacements: [SARIF.Replacement] = []
      for edit in fix.edits where edit.path == path {
        replacements.append(
          SARIF.Replacement(
            deletedRegion: SARIF.Region(
              startLine: edit.line, startColumn: codePoints(path, edit.line, edit.column),
              endLine: edit.endLine,
              endColumn: codePoints(path, edit.endLine, edit.endColumn)),
            insertedContent: SARIF.Message(text: edit.text)))
      }
      changes.append(
        SARIF.Change(artifactLocation: artifact(path), replacements: replacements))
    }
    return SARIF.Fix(description: SARIF.Message(text: fix.message), artifactChanges: changes)
  }

  /// A URI: relative to the current folder if the file is in it, as code scanning services need, or
  /// if the path is relative.
  private func artifact(_ path: String) -> SARIF.Artifact {
    let folder = FileManager.default.currentDirectoryPath
    let path = path.hasPrefix("/") ? FilePaths.relative(path, to: folder) ?? path : path
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
    // A path may start with `./`, which is not part of a normalised URI.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
    let normal = parts.joined(separator: "/")
    let escaped = normal.addingPercentEncoding(withAllowedCharacters: allowed) ?? normal
    return SARIF.Artifact(uri: path.hasPrefix("/") ? "file://" + escaped : escaped)
  }

  private mutating func codePoints(_ path: String, _ line: Int, _ column: Int) -> Int {
    let text = lines[path] ?? read(path)
    lines[path] = text
    guard text.indices.contains(line - 1) else { return column }
    // The bytes that start a code point.
    return text[line - 1].prefix(column - 1).count { $0 & 0xC0 != 0x80 } + 1
  }

  private func read(_ path: String) -> [ArraySlice<UInt8>] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = Array(data.starts(with: mark) ? data.dropFirst(3) : data)
    let starts = bytes.lineStarts + [bytes.count]
    return zip(starts, starts.dropFirst()).map { bytes[$0..<$1] }
  }
}
