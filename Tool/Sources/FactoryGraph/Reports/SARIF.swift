// Factory, MIT licence; see LICENSE
//
// SARIF 2.1.0, which code scanning services read. `Scripts/check-sarif` validates it.
import Foundation

extension Report {
  /// The findings in SARIF 2.1.0.
  public func sarif() -> String {
    var columns = SARIFColumns()
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
          // Code scanning accepts 1,024 characters here; `help` has the whole text.
          fullDescription: SARIF.Message(text: rule.firstParagraph),
          help: SARIF.Help(text: rule.why, markdown: rule.page()),
          defaultConfiguration: SARIF.Configuration(level: rule.severity.rawValue))
      })
    return JSON.pretty(
      SARIF(runs: [SARIF.Run(tool: SARIF.Tool(driver: driver), results: results)]))
  }
}

extension RuleInfo {
  fileprivate var firstParagraph: String {
    why.range(of: "\n\n").map { String(why[..<$0.lowerBound]) } ?? why
  }
}

/// The part of the format that findings need.
struct SARIF: Encodable {
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
    /// What ends a line in Swift. Without it, a carriage return of its own would not.
    var newlineSequences = ["\r\n", "\n", "\r"]
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
    /// GitHub shows it with the finding.
    var help: Help
    var defaultConfiguration: Configuration
  }

  struct Help: Encodable {
    var text: String
    var markdown: String
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
