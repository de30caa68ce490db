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
    let copies = Dictionary(grouping: program.files.indices) { program.files[$0].path }
    var found: [Diagnostic] = []
    for rule in rules {
      let info = rule.info
      guard let severity = severities[info.name] ?? info.severity else { continue }
      let findings = rule.check(program).filter { !isSilenced($0, info.name, program) }
      // The targets that compile a file have findings at the same place.
      let targets = Dictionary(grouping: findings) { finding in
        PathPlace(program.files[finding.location.file].path, finding.location.place)
      }
      var kept: [Finding] = []
      for finding in findings {
        let file = finding.location.file
        let all = copies[program.files[file].path] ?? []
        if all.count > 1 {
          let same = targets[PathPlace(program.files[file].path, finding.location.place)] ?? []
          let files = Set(same.map(\.location.file))
          guard file == files.min(),
            files.count == all.count || !Self.aboutAbsence.contains(info.name)
          else { continue }
        }
        kept.append(finding)
      }
      found += Self.grouped(kept, program).map {
        diagnostic($0, info.name, severity, program)
      }
    }
    return Self.merged(
      found.sorted {
        ($0.path, $0.line, $0.column, $0.rule, $0.message)
          < ($1.path, $1.line, $1.column, $1.rule, $1.message)
      })
  }

  /// The first finding of each group, with what the others of its group have to say, and the findings
  /// without a group.
  private static func grouped(_ findings: [Finding], _ program: Program) -> [Finding] {
    func order(_ finding: Finding) -> (String, Place) {
      (program.files[finding.location.file].path, finding.location.place)
    }
    var result: [Finding] = []
    var first: [String: Int] = [:]
    for finding in findings.sorted(by: { order($0) < order($1) }) {
      guard let group = finding.group, let index = first[group.name] else {
        if let group = finding.group { first[group.name] = result.count }
        result.append(finding)
        continue
      }
      result[index].notes.append(Finding.Note(finding.location, "also: \(group.note)"))
      result[index].notes += finding.notes
      if let fix = finding.fix {
        let edits = (result[index].fix?.edits ?? []) + fix.edits
        result[index].fix = (result[index].fix?.message ?? fix.message, edits)
      } else if let reason = finding.noFix {
        result[index].notes.append(
          Finding.Note(finding.location, Diagnostic.Note.noFix + reason))
      }
    }
    return result
  }

  /// Findings of one rule at one place are one mistake, which one change mends, such as an injected
  /// property of a type that several containers build. The first one has notes for the others.
  private static func merged(_ found: [Diagnostic]) -> [Diagnostic] {
    var merged: [Diagnostic] = []
    for diagnostic in found {
      guard let last = merged.last, last.rule == diagnostic.rule, last.path == diagnostic.path,
        last.line == diagnostic.line, last.column == diagnostic.column,
        diagnostic.rule != "syntax"
      else {
        merged.append(diagnostic)
        continue
      }
      let note = Diagnostic.Note(
        path: diagnostic.path, line: diagnostic.line, column: diagnostic.column,
        message: "also: \(diagnostic.message)")
      let notes = [note] + diagnostic.notes
      merged[merged.count - 1].notes += notes.filter { !last.notes.contains($0) }
    }
    return merged
  }

  /// The rules that find that something is missing. In a file of several targets, another one may
  /// have it.
  private static let aboutAbsence: Set = [
    "unused-factory", "unreachable-factory", "promise-unregistered",
  ]

  private struct PathPlace: Hashable {
    var path: String
    var place: Place

    init(_ path: String, _ place: Place) {
      self.path = path
      self.place = place
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
    if let reason = finding.noFix {
      diagnostic.notes.append(
        Diagnostic.Note(
          path: diagnostic.path, line: place.line, column: place.column,
          message: Diagnostic.Note.noFix + reason))
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
