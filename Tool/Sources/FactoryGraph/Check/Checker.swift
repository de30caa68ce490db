// Factory, MIT licence; see LICENSE
//
// Runs the rules over a program.
/// Runs rules, and leaves out what comments and the configuration silence.
public struct Checker {
  package var rules: [any Rule]
  /// The severities that the configuration gives rules; nil turns a rule off.
  package var severities: [String: Diagnostic.Severity?]

  public init(
    rules: [any Rule] = Rules.all, severities: [String: Diagnostic.Severity?] = [:]
  ) {
    // Comments may also name rules that are not the tool's.
    let names = Set((Rules.all + rules).map(\.info.name))
    self.rules = rules.map { $0 is SyntaxRule ? SyntaxRule(known: names) : $0 }
    self.severities = severities
  }

  /// The findings, sorted by path, line and column. Those that are one mistake are one finding.
  public func check(_ program: Program) -> [Diagnostic] { Self.grouped(findings(program)) }

  /// The findings one by one, for a baseline and for fixes: each place may be accepted or mended
  /// without the others. `grouped(_:)` joins those that are one mistake.
  package func findings(_ program: Program) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for rule in rules {
      let info = rule.info
      let configured = severities[info.name]
      if case .some(.none) = configured { continue }
      if let since = info.since, let version = program.libraryVersion, version < since { continue }
      let findings = rule.check(program).filter { !isSilenced($0, info.name, program) }
      // The targets that compile a file have findings at the same place.
      let targets = Dictionary(grouping: findings) { finding in
        PathPlace(program.files[finding.location.file].path, finding.location.place)
      }
      let kept = findings.filter { finding in
        let file = finding.location.file
        let same = targets[PathPlace(program.files[file].path, finding.location.place)] ?? []
        return file == same.map(\.location.file).min()
      }
      found += kept.map { finding in
        var finding = finding
        if restsOnGuess(finding, info, program) {
          finding.severity = .warning
          finding.notes.append(Finding.Note(finding.location, Self.guess))
        }
        let severity = (configured ?? nil) ?? finding.severity ?? info.severity
        return diagnostic(finding, info.name, severity, program)
      }
    }
    return found.sorted {
      ($0.path, $0.line, $0.column, $0.rule, $0.message)
        < ($1.path, $1.line, $1.column, $1.rule, $1.message)
    }
  }

  /// Whether a finding would be an error that is only true if a guess of the tool is: that the files
  /// of a folder are one target, or a whole program.
  private func restsOnGuess(_ finding: Finding, _ rule: RuleInfo, _ program: Program) -> Bool {
    let file = finding.location.file
    guard finding.severity ?? rule.severity == .error,
      program.modules[program.files[file].module].isGuessed
    else { return false }
    return rule.needsProgram || finding.notes.contains { $0.location.file != file }
  }

  private static let guess =
    "a warning, because no manifest or project says that these files are one target; 'targets' in "
    + "factory.yml can say so"

  private struct PathPlace: Hashable {
    var path: String
    var place: Place

    init(_ path: String, _ place: Place) {
      self.path = path
      self.place = place
    }
  }

  private func isSilenced(_ finding: Finding, _ rule: String, _ program: Program) -> Bool {
    program.suppressions(at: finding.location).contains { kind in
      if case .rules(let rules) = kind { rules.contains(rule) } else { false }
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
    if let reason = finding.noFix { diagnostic.leaveUnfixed(reason) }
    diagnostic.group = finding.group.map { Diagnostic.Group(name: $0.name, note: $0.note) }
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

extension Checker {
  /// The first finding of each group, with what the others of its group have to say, and the findings
  /// without a group.
  ///
  /// - Parameter findings: sorted, as `findings(_:)` returns them.
  package static func grouped(_ findings: [Diagnostic]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var first: [[String]: Int] = [:]
    for finding in findings {
      var own = finding
      own.group = nil
      guard let group = finding.group else {
        result.append(own)
        continue
      }
      guard let index = first[[finding.rule, group.name]] else {
        first[[finding.rule, group.name]] = result.count
        result.append(own)
        continue
      }
      let notes = [own.note("also: \(group.note)")] + own.notes
      result[index].notes += notes.filter { !result[index].notes.contains($0) }
      if let fix = own.fix {
        let edits = (result[index].fix?.edits ?? []) + fix.edits
        result[index].fix = Diagnostic.Fix(
          message: result[index].fix?.message ?? fix.message, edits: edits)
      }
    }
    return merged(result)
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
      let notes = [diagnostic.note("also: \(diagnostic.message)")] + diagnostic.notes
      merged[merged.count - 1].notes += notes.filter { !last.notes.contains($0) }
    }
    return merged
  }
}

extension Program {
  /// What comments silence at a place.
  func suppressions(at location: Location) -> [Suppression.Kind] {
    files[location.file].facts.suppressions.filter {
      $0.line == nil || $0.line == location.place.line
    }.map(\.kind)
  }
}
