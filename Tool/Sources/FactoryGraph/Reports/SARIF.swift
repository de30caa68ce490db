// Factory, MIT licence; see LICENSE
//
// SARIF 2.1.0, which code scanning services read. `.ci/run sarif` validates it.
import Foundation

extension Report {
  /// The findings in SARIF 2.1.0: the part of the format that they need.
  package func sarif() -> String {
    var columns = SARIFColumns()
    let indices = Dictionary(
      uniqueKeysWithValues: rules.enumerated().map { ($1.name, $0) })
    let results = diagnostics.map { found -> JSON in
      var result: [String: JSON] = [
        "ruleId": .text(found.rule), "level": .text(found.severity.rawValue),
        "message": .message(found.message),
        "locations": .list([.object(columns.location(found.path, found.line, found.column))]),
      ]
      if let index = indices[found.rule] { result["ruleIndex"] = .number(index) }
      if !found.notes.isEmpty {
        result["relatedLocations"] = .list(
          found.notes.enumerated().map { index, note in
            var location = columns.location(note.path, note.line, note.column)
            location["id"] = .number(index)
            location["message"] = .message(note.message)
            return .object(location)
          })
      }
      if let fix = found.fix { result["fixes"] = .list([columns.fix(fix)]) }
      return .object(result)
    }
    let rules = self.rules.map { rule in
      JSON.object([
        "id": .text(rule.name), "shortDescription": .message(rule.summary),
        // Code scanning accepts 1,024 characters here; `help`, which GitHub shows with the finding, has
        // the whole text.
        "fullDescription": .message(rule.firstParagraph),
        "help": .object(["text": .text(rule.why), "markdown": .text(rule.page())]),
        "defaultConfiguration": .object(["level": .text(rule.severity.rawValue)]),
      ])
    }
    let driver = JSON.object(["name": .text("factory"), "rules": .list(rules)])
    let run = JSON.object([
      "tool": .object(["driver": driver]), "columnKind": .text("unicodeCodePoints"),
      // What ends a line in Swift. Without it, a carriage return of its own would not.
      "newlineSequences": .list([.text("\r\n"), .text("\n"), .text("\r")]),
      "results": .list(results),
    ])
    return JSON.pretty(
      JSON.object([
        "$schema": .text("https://json.schemastore.org/sarif-2.1.0.json"),
        "version": .text("2.1.0"), "runs": .list([run]),
      ]))
  }
}

extension JSON {
  fileprivate static func message(_ text: String) -> JSON { .object(["text": .text(text)]) }
}

extension RuleInfo {
  fileprivate var firstParagraph: String {
    why.range(of: "\n\n").map { String(why[..<$0.lowerBound]) } ?? why
  }
}

/// Converts places. The tool counts columns in bytes of UTF-8; SARIF has code points and units of
/// UTF-16 only, so they are converted with the file's text. A byte order mark counts in neither.
struct SARIFColumns {
  private var lines: [String: [ArraySlice<UInt8>]] = [:]

  mutating func location(_ path: String, _ line: Int, _ column: Int) -> [String: JSON] {
    let region: [String: JSON] = [
      "startLine": .number(line), "startColumn": .number(codePoints(path, line, column)),
    ]
    return [
      "physicalLocation": .object(["artifactLocation": artifact(path), "region": .object(region)])
    ]
  }

  mutating func fix(_ fix: Diagnostic.Fix) -> JSON {
    var changes: [JSON] = []
    for path in Set(fix.edits.map(\.path)).sorted() {
      var replacements: [JSON] = []
      for edit in fix.edits where edit.path == path {
        let region: [String: JSON] = [
          "startLine": .number(edit.line),
          "startColumn": .number(codePoints(path, edit.line, edit.column)),
          "endLine": .number(edit.endLine),
          "endColumn": .number(codePoints(path, edit.endLine, edit.endColumn)),
        ]
        replacements.append(
          .object(["deletedRegion": .object(region), "insertedContent": .message(edit.text)]))
      }
      changes.append(
        .object(["artifactLocation": artifact(path), "replacements": .list(replacements)]))
    }
    return .object(["description": .message(fix.message), "artifactChanges": .list(changes)])
  }

  /// A URI: relative to the current folder if the file is in it, as code scanning services need, or
  /// if the path is relative.
  private func artifact(_ path: String) -> JSON {
    let folder = FileManager.default.currentDirectoryPath
    let path = path.hasPrefix("/") ? FilePaths.relative(path, to: folder) ?? path : path
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
    // A path may start with `./`, which is not part of a normalised URI.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
    let normal = parts.joined(separator: "/")
    let escaped = normal.addingPercentEncoding(withAllowedCharacters: allowed) ?? normal
    return .object(["uri": .text(path.hasPrefix("/") ? "file://" + escaped : escaped)])
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
