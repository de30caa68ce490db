// Factory, MIT licence; see LICENSE
//
// Findings that were there before, and are not reported.
import Foundation

/// A list of findings that `factory check --baseline FILE` leaves out. Lines are not recorded, so
/// that changes elsewhere in a file do not bring the findings back. Findings that are one mistake are
/// recorded one by one, so that a new place is found.
package struct Baseline: Codable, Sendable, Equatable {
  package struct Entry: Codable, Hashable, Sendable {
    package var rule: String
    package var path: String
    package var message: String
    /// How many findings of the file have this message; nil if it is one.
    package var count: Int?
  }

  package var version = 1
  package var entries: [Entry]

  /// - Parameter diagnostics: the findings one by one, as `Checker.findings(_:)` returns them.
  package init(_ diagnostics: [Diagnostic]) {
    entries = Self.places(diagnostics).map { entry, places in
      var entry = entry
      entry.count = places.count == 1 ? nil : places.count
      return entry
    }.sorted {
      ($0.path, $0.rule, $0.message) < ($1.path, $1.rule, $1.message)
    }
  }

  package init(path: String) throws(ConfigurationError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConfigurationError(path, "cannot be read")
    }
    do {
      self = try JSONDecoder().decode(Baseline.self, from: data)
    } catch {
      throw ConfigurationError(
        path, "is not a baseline. Delete it, and run the command again to write a new one.")
    }
  }

  package func write(to path: String) throws(ConfigurationError) {
    do {
      try Data(json().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw ConfigurationError(path, "cannot be written: \(error.reason)")
    }
  }

  func json() -> String { JSON.pretty(self) }

  /// The findings that are new. If a file has more findings with one message than were recorded, it
  /// is not known which of them are new: they are all reported, the first one says how many were
  /// there, and none is mended.
  package func filter(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let known = Dictionary(
      entries.map { (Entry($0), $0.count ?? 1) }, uniquingKeysWith: { max($0, $1) })
    let places = Self.places(diagnostics)
    var explained: Set<Entry> = []
    return diagnostics.compactMap { diagnostic in
      let entry = Entry(diagnostic)
      guard let accepted = known[entry] else { return diagnostic }
      let count = places[entry]?.count ?? 0
      guard count > accepted else { return nil }
      var diagnostic = diagnostic
      if diagnostic.fix != nil { diagnostic.leaveUnfixed("it may be one that is not new") }
      if explained.insert(entry).inserted {
        diagnostic.notes.append(
          diagnostic.note(
            "\(accepted) of the \(count) findings with this message in this file "
              + (accepted == 1 ? "is" : "are") + " not new"))
      }
      return diagnostic
    }
  }

  private static func places(_ diagnostics: [Diagnostic]) -> [Entry: Set<Place>] {
    var places: [Entry: Set<Place>] = [:]
    for diagnostic in diagnostics {
      places[Entry(diagnostic), default: []].insert(
        Place(line: diagnostic.line, column: diagnostic.column))
    }
    return places
  }
}

extension Baseline.Entry {
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(rule: diagnostic.rule, path: diagnostic.path, message: diagnostic.message)
  }

  /// Without the count.
  fileprivate init(_ entry: Self) {
    self.init(rule: entry.rule, path: entry.path, message: entry.message)
  }
}
