// Factory, MIT licence; see LICENSE
//
// What a rule finds.
/// A finding, with its place as text.
public struct Diagnostic: Codable, Hashable, Sendable {
  public enum Severity: String, Codable, Sendable, CaseIterable { case warning, error }

  public struct Note: Codable, Hashable, Sendable {
    public var path: String
    public var line: Int
    public var column: Int
    public var message: String

    /// Whether it says why there is no fix, which text has only with `--verbose`.
    public var isAboutFix: Bool { message.hasPrefix(Self.unfixed) }

    static let unfixed = "not fixed by --fix: "
  }

  /// What makes it one mistake with other findings of its rule.
  public struct Group: Codable, Hashable, Sendable {
    /// The same for all findings of the group.
    public var name: String
    /// What the first finding of the group says about this one.
    public var note: String
  }

  /// Edits that mend what was found.
  public struct Fix: Codable, Hashable, Sendable {
    public var message: String
    public var edits: [Edit]
  }

  /// Replaces the text between two places.
  public struct Edit: Codable, Hashable, Sendable {
    public var path: String
    public var line: Int
    public var column: Int
    public var endLine: Int
    public var endColumn: Int
    public var text: String
  }

  public var rule: String
  public var severity: Severity
  public var path: String
  public var line: Int
  public var column: Int
  public var message: String
  public var notes: [Note] = []
  public var fix: Fix?
  /// Nil if it is a mistake of its own, or if it stands for its whole group.
  public var group: Group?

  /// A note at the place of the finding.
  func note(_ message: String) -> Note {
    Note(path: path, line: line, column: column, message: message)
  }

  /// Removes the fix, and says why.
  mutating func leaveUnfixed(_ reason: String) {
    fix = nil
    notes.append(note(Note.unfixed + reason))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity, forKey: .severity)
    try container.encode(path, forKey: .path)
    try container.encode(line, forKey: .line)
    try container.encode(column, forKey: .column)
    try container.encode(message, forKey: .message)
    try container.encode(notes, forKey: .notes)
    // `null` if there is none, so that all findings have the same keys.
    try container.encode(fix, forKey: .fix)
    try container.encodeIfPresent(group, forKey: .group)
  }
}
