// Factory, MIT licence; see LICENSE
//
// What was rewritten and what was not, in a few lines.
/// What a migration has done.
public struct MigrationSummary: Sendable, CustomStringConvertible {
  public var source: Migration.Source
  /// The number of files that were given.
  public var files: Int
  public var changedFiles: Int
  /// What was rewritten, with how often, for example `factories`.
  public var rewritten: [String: Int]
  /// The number of places that were left, with a comment.
  public var notes: Int
  /// How many places were left, by kind.
  public var notesByKind: [String: Int]
  /// The number of files that were left as they are, because something in them is not understood.
  public var refusedFiles: Int

  init(_ source: Migration.Source, _ files: [Migration.MigratedFile], _ counts: [[String: Int]]) {
    self.source = source
    self.files = files.count
    changedFiles = files.count(where: \.isChanged)
    notes = files.reduce(0) { $0 + $1.notes.count }
    notesByKind = files.flatMap(\.notes).reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    refusedFiles = files.count { $0.refusal != nil }
    rewritten = counts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
  }

  public var description: String {
    var lines = ["Changed \(changedFiles) of \(Self.number(files, "file"))."]
    for (what, count) in rewritten.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(what): \(count)")
    }
    if notes > 0 {
      lines.append(
        "Left \(Self.number(notes, "place")) to you: search for `\(Migration.mark)`.")
      for (kind, count) in notesByKind.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        lines.append("  \(count) × \(kind)")
      }
    }
    if refusedFiles > 0 {
      lines.append(
        "Left \(Self.number(refusedFiles, "file")) unchanged, with a reason for each above.")
    }
    if changedFiles > 0 { lines.append(manifestAdvice) }
    return lines.joined(separator: "\n")
  }

  private var manifestAdvice: String {
    switch source {
    case .factory1, .factory2:
      "In Package.swift or Xcode, replace the product Factory by FactoryKit."
    case .resolver, .swinject:
      "In Package.swift or Xcode, add the product FactoryKit."
    case .dependencies:
      "In Package.swift or Xcode, add the product FactoryKit, and FactoryTesting for tests."
    }
  }

  private static func number(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
