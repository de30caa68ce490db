// Factory, MIT licence; see LICENSE
//
// Findings that are one mistake are reported as one.
extension Checker {
  /// The first finding of each group, with what the others of its group have to say, and the findings
  /// without a group.
  ///
  /// - Parameter findings: sorted, as `findings(_:)` returns them.
  public static func grouped(_ findings: [Diagnostic]) -> [Diagnostic] {
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
      result[index].notes.append(own.note("also: \(group.note)"))
      result[index].notes += own.notes
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
