// Factory, MIT licence; see LICENSE
//
// Findings that were there before, and are not reported.
import Foundation

/// A list of findings that `factory check --baseline FILE` leaves out. Lines are not recorded, so
/// that changes elsewhere in a file do not bring the findings back.
public struct Baseline: Codable, Sendable, Equatable {
  public struct Entry: Codable, Hashable, Sendable {
    public var rule: String
    public var path: String
    public var message: String
  }

  public var version = 1
  public var entries: [Entry]

  public init(_ diagnostics: [Diagnostic]) {
    entries = Set(diagnostics.map { Entry($0) }).sorted {
      ($0.path, $0.rule, $0.message) < ($1.path, $1.rule, $1.message)
    }
  }

  public init(path: String) throws(ConfigurationError) {
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

  public func write(to path: String) throws(ConfigurationError) {
    do {
      try Data(json().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw ConfigurationError(path, "cannot be written: \(error.reason)")
    }
  }

  func json() -> String { JSON.pretty(self) }

  public func filter(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let known = Set(entries)
    return diagnostics.filter { !known.contains(Entry($0)) }
  }
}

extension Baseline.Entry {
  init(_ diagnostic: Diagnostic) {
    self.init(rule: diagnostic.rule, path: diagnostic.path, message: diagnostic.message)
  }
}
