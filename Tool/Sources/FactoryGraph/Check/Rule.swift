// Factory, MIT licence; see LICENSE
//
// A rule of `factory check`.
/// Finds one kind of mistake in a program.
public protocol Rule: Sendable {
  var info: RuleInfo { get }
  func check(_ program: Program) -> [Finding]
}

/// What a rule's page says.
public struct RuleInfo: Sendable {
  public var name: String
  public var severity: Diagnostic.Severity
  /// What is wrong, in one line.
  public var summary: String
  /// Whether findings can have a fix.
  public var hasFix: Bool
  /// Whether it finds that something is missing, which only a whole program can show.
  public var needsProgram: Bool
  /// The first number of the library's version that it is for; nil if it is for all.
  public var since: Int?
  /// Code that the rule finds, and the same code as it should be. Lines that begin with `- ` are in the
  /// first only, and those that begin with `+ ` in the second.
  public var example: String
  /// Why it matters, and what the rule does not find.
  public var why: String

  public init(
    _ name: String, _ severity: Diagnostic.Severity, _ summary: String, hasFix: Bool = false,
    needsProgram: Bool = false, since: Int? = nil, example: String, why: String
  ) {
    self.name = name
    self.severity = severity
    self.summary = summary
    self.hasFix = hasFix
    self.needsProgram = needsProgram
    self.since = since
    self.example = example
    self.why = why
  }
}

extension RuleInfo {
  /// The code that the rule finds.
  package var wrong: String { lines(of: "-") }
  /// The same code as it should be.
  package var right: String { lines(of: "+") }

  private func lines(of side: Character) -> String {
    example.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      guard let mark = line.first, mark == "-" || mark == "+" else { return String(line) }
      return mark == side ? String(line.dropFirst(2)) : nil
    }.joined(separator: "\n")
  }

  /// The rule's page, in Markdown.
  package func page() -> String {
    """
    # \(name)

    \(summary). (\(severity.rawValue))

    Wrong:

    ```swift
    \(wrong)
    ```

    Right:

    ```swift
    \(right)
    ```

    \(why)

    \(hasFix ? "`factory check --fix` can fix most cases. With `--verbose`, it says why it leaves one.\n\n" : "")\
    To silence a finding, write `// factory:disable \(name) - REASON` on the line above it.

    """
  }
}

/// What a rule has found, before it has a path.
public struct Finding: Sendable {
  public struct Note: Sendable {
    public var location: Location
    public var message: String

    public init(_ location: Location, _ message: String) {
      self.location = location
      self.message = message
    }
  }

  /// Text to put in the place of a range.
  package struct Edit: Sendable {
    var file: FileIndex
    var range: PlaceRange
    var text: String

    init(_ file: FileIndex, _ range: PlaceRange, _ text: String) {
      self.file = file
      self.range = range
      self.text = text
    }

    /// Inserts text.
    init(_ file: FileIndex, at place: Place, _ text: String) {
      self.init(file, PlaceRange(start: place, end: place), text)
    }
  }

  public var location: Location
  public var message: String
  public var notes: [Note]
  /// Its own severity, if it is not the rule's. What the configuration says counts more.
  public var severity: Diagnostic.Severity?
  /// What the edits do, and the edits; nil if there is no fix.
  package var fix: (message: String, edits: [Edit])?
  /// Why there is no fix, if the rule has fixes.
  package var noFix: String?
  /// The findings of a rule with the same name are one mistake: the first is reported, with a note for
  /// each of the others.
  public var group: (name: String, note: String)?

  public init(
    _ location: Location, _ message: String, notes: [Note] = [],
    group: (name: String, note: String)? = nil
  ) {
    self.location = location
    self.message = message
    self.notes = notes
    self.group = group
  }

  init(
    _ location: Location, _ message: String, notes: [Note] = [],
    fix: (message: String, edits: [Edit])?, noFix: String? = nil,
    group: (name: String, note: String)? = nil
  ) {
    self.init(location, message, notes: notes, group: group)
    self.fix = fix
    self.noFix = fix == nil ? noFix : nil
  }

  init(
    _ location: Location, _ message: String, notes: [Note] = [], noFix: String,
    group: (name: String, note: String)? = nil
  ) {
    self.init(location, message, notes: notes, fix: nil, noFix: noFix, group: group)
  }
}
