// Factory, MIT licence; see LICENSE
//
// SARIF 2.1.0, which code scanning services read.
#if Tool
  import Foundation

  extension Report {
    /// The findings in SARIF 2.1.0.
    public func sarif() -> String {
      var columns = ColumnConverter()
      let indices = Dictionary(
        uniqueKeysWithValues: rules.enumerated().map { ($1.name, $0) })
      let results = diagnostics.map { found in
        SARIF.Result(
          ruleId: found.rule, ruleIndex: indices[found.rule], level: found.severity.rawValue,
          message: SARIF.Message(text: found.message),
          locations: [
            SARIF.Location(
              physicalLocation: columns.location(found.path, found.line, found.column))
          ],
          relatedLocations: found.notes.isEmpty
            ? nil
            : found.notes.enumerated().map { index, note in
              SARIF.Location(
                id: index, message: SARIF.Message(text: note.message),
                physicalLocation: columns.location(note.path, note.line, note.column))
            },
          fixes: found.fix.map { [columns.fix($0)] })
      }
      let driver = SARIF.Driver(
        rules: rules.map { rule in
          SARIF.Rule(
            id: rule.name, shortDescription: SARIF.Message(text: rule.summary),
            fullDescription: SARIF.Message(text: rule.why),
            defaultConfiguration: SARIF.Configuration(level: rule.severity.rawValue))
        })
      return PrettyJSON.encode(
        SARIF(runs: [SARIF.Run(tool: SARIF.Tool(driver: driver), results: results)]))
    }
  }

  private struct SARIF: Encodable {
    var schema = "https://json.schemastore.org/sarif-2.1.0.json"
    var version = "2.1.0"
    var runs: [Run]

    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version, runs
    }

    struct Run: Encodable {
      var tool: Tool
      var columnKind = "unicodeCodePoints"
      var results: [Result]
    }

    struct Tool: Encodable { var driver: Driver }

    struct Driver: Encodable {
      var name = "factory"
      var rules: [Rule]
    }

    struct Rule: Encodable {
      var id: String
      var shortDescription: Message
      var fullDescription: Message
      var defaultConfiguration: Configuration
    }

    struct Configuration: Encodable { var level: String }

    struct Message: Encodable { var text: String }

    struct Result: Encodable {
      var ruleId: String
      var ruleIndex: Int?
      var level: String
      var message: Message
      var locations: [Location]
      var relatedLocations: [Location]?
      var fixes: [Fix]?
    }

    struct Location: Encodable {
      var id: Int?
      var message: Message?
      var physicalLocation: PhysicalLocation
    }

    struct PhysicalLocation: Encodable {
      var artifactLocation: Artifact
      var region: Region
    }

    struct Artifact: Encodable { var uri: String }

    struct Region: Encodable {
      var startLine: Int
      var startColumn: Int
      var endLine: Int?
      var endColumn: Int?
    }

    struct Fix: Encodable {
      var description: Message
      var artifactChanges: [Change]
    }

    struct Change: Encodable {
      var artifactLocation: Artifact
      var replacements: [Replacement]
    }

    struct Replacement: Encodable {
      var deletedRegion: Region
      var insertedContent: Message
    }
  }

  /// SARIF counts columns in code points, so columns in bytes are converted with the file's text.
  private struct ColumnConverter {
    private var lines: [String: [Substring.UTF8View]] = [:]

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

    /// A URI, relative if the path is.
    private func artifact(_ path: String) -> SARIF.Artifact {
      let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
      let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
      return SARIF.Artifact(uri: path.hasPrefix("/") ? "file://" + escaped : escaped)
    }

    private mutating func codePoints(_ path: String, _ line: Int, _ column: Int) -> Int {
      let text = lines[path] ?? read(path)
      lines[path] = text
      guard text.indices.contains(line - 1) else { return column }
      // The bytes that start a code point.
      return text[line - 1].prefix(column - 1).count { $0 & 0xC0 != 0x80 } + 1
    }

    private func read(_ path: String) -> [Substring.UTF8View] {
      guard let data = FileManager.default.contents(atPath: path) else { return [] }
      var text = String(decoding: data, as: UTF8.self)
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.utf8)
    }
  }
#endif
