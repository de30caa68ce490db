// Factory, MIT licence; see LICENSE
//
// The configuration of `factory check`.
import Foundation
import Yams

/// What `factory.yml` says.
public struct Configuration: Sendable, Equatable {
  /// The severities of rules; nil turns a rule off.
  package var severities: [String: Diagnostic.Severity?] = [:]
  /// Patterns of files that are left out, relative to the file's folder.
  package var exclude: [String] = []
  /// The factories that other programs or languages use.
  package var roots: [String] = []
  /// The patterns of the files of targets, by name. Files that match none have the targets of their
  /// package or project.
  package var targets: [String: [String]] = [:]
  /// The first number of the version of Factory; nil if the file does not say so.
  package var libraryVersion: Int?
  /// The folder of the file.
  package var folder = "."
  /// The file, for messages.
  private var path = "factory.yml"

  public init() {}

  /// Reads a file.
  package init(path: String) throws(ConfigurationError) {
    self.path = path
    folder = FilePaths.folder(of: path)
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(utf8: data)
    else { throw ConfigurationError(path, "cannot be read") }
    let loaded: Any?
    do {
      loaded = try Yams.load(yaml: text)
    } catch {
      throw ConfigurationError(path, "is not YAML: \(error)")
    }
    guard let loaded else { return }
    guard let keys = loaded as? [String: Any] else {
      throw ConfigurationError(
        path, "should have the keys \(Self.keys)")
    }
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "rules": try read(value)
      case "exclude": exclude = try strings(value, key)
      case "roots": roots = try strings(value, key)
      case "targets": try readTargets(value)
      case "factory":
        // A version such as 2.5 is a number in YAML, and 2.5.3 is a text.
        guard let major = Int("\(value)".prefix { $0 != "." }), major > 0 else {
          throw ConfigurationError(
            path, "'factory' should be the version of Factory that the program has, such as 2")
        }
        libraryVersion = major
      default:
        throw ConfigurationError(
          path, "has the unknown key '\(key)'; the keys are \(Self.keys)")
      }
    }
  }

  private static let keys = "'rules', 'exclude', 'roots', 'targets' and 'factory'"

  private mutating func read(_ value: Any) throws(ConfigurationError) {
    if value is NSNull { return }
    let known = Set(Rules.all.map(\.info.name))
    guard let levels = value as? [String: Any] else {
      throw ConfigurationError(path, "'rules' should list rules, such as 'unused-factory: off'")
    }
    for (rule, level) in levels.sorted(by: { $0.key < $1.key }) {
      guard known.contains(rule) else {
        throw ConfigurationError(
          path, "there is no rule '\(rule)'; 'factory rules' lists them")
      }
      // YAML reads `off` as false.
      switch level {
      case let isOn as Bool where !isOn: severities[rule] = .some(nil)
      case "off" as String: severities[rule] = .some(nil)
      case let name as String where Diagnostic.Severity(rawValue: name) != nil:
        severities[rule] = Diagnostic.Severity(rawValue: name)
      default:
        throw ConfigurationError(
          path, "the level of '\(rule)' is '\(level)'; it should be off, warning or error")
      }
    }
  }

  private mutating func readTargets(_ value: Any) throws(ConfigurationError) {
    if value is NSNull { return }
    guard let names = value as? [String: Any] else {
      throw ConfigurationError(
        path, "'targets' should list the patterns of each target, such as 'App: [Sources/**]'")
    }
    for (name, patterns) in names {
      targets[name] = try strings(patterns, name)
    }
  }

  private func strings(_ value: Any, _ key: String) throws(ConfigurationError) -> [String] {
    if value is NSNull { return [] }
    guard let list = value as? [Any], let strings = list as? [String] else {
      throw ConfigurationError(path, "'\(key)' should be a list of strings")
    }
    return strings
  }

  /// Finds `factory.yml` in a folder, or in the folders above it.
  package static func find(from path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while true {
      let file = folder.appendingPathComponent("factory.yml").path
      if FileManager.default.fileExists(atPath: file) { return file }
      let above = folder.deletingLastPathComponent()
      if above.path == folder.path || folder.path == "/" { return nil }
      folder = above
    }
  }

  /// The targets that compile a file; nil if the configuration has none.
  package var targetsOfPath: (@Sendable (String) -> [ListedTarget])? {
    if targets.isEmpty { return nil }
    let globs = targets.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map { Glob($0) }) }
    return { [folder] path in
      guard let relative = FilePaths.relative(path, to: folder) else { return [] }
      return globs.filter { $0.1.contains { $0.matches(relative) } }
        .map { ListedTarget(name: $0.0) }
    }
  }

  /// Whether a file is left out.
  package func excludes(_ path: String) -> Bool {
    guard !exclude.isEmpty, let relative = FilePaths.relative(path, to: folder) else {
      return false
    }
    return exclude.contains { Glob($0).matches(relative) }
  }
}

extension Configuration {
  /// Checks that the program has the factories that `roots` names.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - paths: what the program is read from. If the folder of the configuration is not part of it,
  ///     other files may have the factories.
  package func checkRoots(
    _ program: Program, paths: [String]
  ) throws(ConfigurationError) {
    let isRead = paths.contains {
      FilePaths.absolute($0) == FilePaths.absolute(folder)
        || FilePaths.relative(folder, to: $0) != nil
    }
    guard isRead, !roots.isEmpty else { return }
    let graph = program.graph
    let unknown = graph.unknownNames(roots: roots)
    if unknown.isEmpty { return }
    let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
    throw ConfigurationError(
      path,
      "'roots' names factories that the program does not have: \(names)."
        + graph.suggestion(for: unknown))
  }
}

/// A configuration that cannot be used.
public struct ConfigurationError: Error, CustomStringConvertible {
  public var description: String

  init(_ path: String, _ message: String) { description = "\(path): \(message)" }
}
