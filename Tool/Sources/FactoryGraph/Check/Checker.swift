// Factory, MIT licence; see LICENSE
//
// Runs the rules over a program.
/// Runs rules, and leaves out what comments and the configuration silence.
public struct Checker {
  public var rules: [any Rule]
  /// The severities that the configuration gives rules; nil turns a rule off.
  public var severities: [String: Diagnostic.Severity?]

  public init(
    rules: [any Rule] = Rules.all, severities: [String: Diagnostic.Severity?] = [:]
  ) {
    // Comments may also name rules that are not the tool's.
    let names = Set((Rules.all + rules).map(\.info.name))
    self.rules = rules.map { $0 is SyntaxRule ? SyntaxRule(known: names) : $0 }
    self.severities = severities
  }

  /// The findings, sorted by path, line and column.
  public func check(_ program: Program) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for rule in rules {
      let info = rule.info
      guard let severity = severities[info.name] ?? info.severity else { continue }
      for finding in rule.check(program) where !isSilenced(finding, info.name, program) {
        found.append(diagnostic(finding, info.name, severity, program))
      }
    }
    return found.sorted {
      ($0.path, $0.line, $0.column, $0.rule, $0.message)
        < ($1.path, $1.line, $1.column, $1.rule, $1.message)
    }
  }

  private func isSilenced(_ finding: Finding, _ rule: String, _ program: Program) -> Bool {
    program.files[finding.location.file].facts.suppressions.contains {
      ($0.line == nil || $0.line == finding.location.place.line) && $0.rules.contains(rule)
    }
  }

  private func diagnostic(
    _ finding: Finding, _ rule: String, _ severity: Diagnostic.Severity, _ program: Program
  ) -> Diagnostic {
    func path(_ location: Location) -> String { program.files[location.file].path }
    let place = finding.location.place
    var diagnostic = Diagnostic(
      rule: rule, severity: severity, path: path(finding.location), line: place.line,
      column: place.column, message: finding.message)
    diagnostic.notes = finding.notes.map {
      Diagnostic.Note(
        path: path($0.location), line: $0.location.place.line,
        column: $0.location.place.column, message: $0.message)
    }
    diagnostic.fix = finding.fix.map { fix in
      Diagnostic.Fix(
        message: fix.message,
        edits: fix.edits.map {
          Diagnostic.Edit(
            path: program.files[$0.file].path, line: $0.range.start.line,
            column: $0.range.start.column, endLine: $0.range.end.line,
            endColumn: $0.range.end.column, text: $0.text)
        })
    }
    return diagnostic
  }
}
