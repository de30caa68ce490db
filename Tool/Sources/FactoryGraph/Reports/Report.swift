// Factory, MIT licence; see LICENSE
//
// The formats of `factory check`.
/// The findings of a check, and the formats in which they are printed.
public struct Report: Sendable {
  public struct Summary: Codable, Sendable, Equatable {
    public var errors: Int
    public var warnings: Int
    public var files: Int
    public var containers: Int
    public var factories: Int
    /// The rules that did not run, because they need a program, and the files are a library.
    public var notRun: [String]
  }

  /// What was checked.
  public struct Size: Codable, Sendable, Equatable {
    public var files: Int
    public var containers: Int
    public var factories: Int
    public var hasProgram: Bool

    public init(_ program: Program) {
      files = Set(program.files.map(\.path)).count
      let copies = FileCopies(program)
      containers = program.containerDeclarations(copies).count {
        !program.factories(of: $0.original).isEmpty
      }
      factories = program.declarations(of: copies).count
      hasProgram = program.isWhole
    }
  }

  public var diagnostics: [Diagnostic]
  public var size: Size
  /// What could not be understood in files that could be read, such as the targets of a project.
  public var problems: [String] = []
  /// What is said of the rules in formats that describe them.
  public var rules: [RuleInfo]

  public init(
    _ diagnostics: [Diagnostic], of program: Program, rules: [any Rule] = Rules.all
  ) {
    self.init(diagnostics, size: Size(program), rules: rules)
  }

  init(_ diagnostics: [Diagnostic], size: Size, rules: [any Rule]) {
    self.diagnostics = diagnostics
    self.size = size
    self.rules = rules.map(\.info)
  }

  public var summary: Summary {
    Summary(
      errors: diagnostics.count { $0.severity == .error },
      warnings: diagnostics.count { $0.severity == .warning }, files: size.files,
      containers: size.containers, factories: size.factories,
      notRun: size.hasProgram || size.factories == 0
        ? [] : rules.filter(\.needsProgram).map(\.name))
  }

  /// One line for each finding and note.
  ///
  /// - Parameters:
  ///   - colors: whether the severities are coloured, for terminals.
  ///   - isVerbose: whether findings without a fix say why.
  public func text(colors: Bool = false, isVerbose: Bool = false) -> String {
    func label(_ name: String, _ color: Int) -> String {
      colors ? "\u{1B}[1;\(color)m\(name):\u{1B}[0m" : "\(name):"
    }
    return diagnostics.map { found in
      let severity = label(found.severity.rawValue, found.severity == .error ? 31 : 33)
      let first =
        "\(found.path):\(found.line):\(found.column): \(severity) "
        + "\(found.message) [\(found.rule)]\n"
      return first
        + found.notes.filter { isVerbose || !$0.isAboutFix }.map {
          "\($0.path):\($0.line):\($0.column): \(label("note", 36)) \($0.message)\n"
        }.joined()
    }.joined()
  }

  /// The totals, as one sentence, and what was not checked.
  public func totals() -> String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    return count(summary.errors, "error") + ", " + count(summary.warnings, "warning") + " in "
      + count(summary.files, "file") + " with \(summary.factories) "
      + (summary.factories == 1 ? "factory" : "factories")
      + (summary.notRun.isEmpty
        ? ""
        : "; without a program, these rules did not run: "
          + summary.notRun.joined(separator: ", "))
  }

  public func json() -> String {
    struct Document: Encodable {
      var diagnostics: [Diagnostic]
      var summary: Summary
    }
    return JSON.pretty(Document(diagnostics: diagnostics, summary: summary))
  }

  /// Workflow commands, which GitHub shows in the changed files.
  public func github() -> String {
    diagnostics.map { found in
      let notes = found.notes.filter { !$0.isAboutFix }.map {
        "\n\($0.path):\($0.line): \($0.message)"
      }.joined()
      return "::\(found.severity.rawValue) file=\(Self.property(found.path)),line=\(found.line),"
        + "col=\(found.column),title=\(Self.property(found.rule))::"
        + Self.escaped(found.message + notes) + "\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { ["%": "%25", "\r": "%0D", "\n": "%0A"][$0] }
  }

  private static func property(_ text: String) -> String {
    escaped(text).replacingScalars { [":": "%3A", ",": "%2C"][$0] }
  }
}
