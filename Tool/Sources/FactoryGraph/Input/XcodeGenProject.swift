// Factory, MIT licence; see LICENSE
//
// Reads the targets of an Xcode project from XcodeGen's `project.yml`, without running XcodeGen.
import Foundation
import Yams

/// The targets of a project that XcodeGen generates. Its specification is newer than the project
/// file, which is often not in the repository at all.
struct XcodeGenProject: Sendable {
  /// The specification, as messages show it.
  let path: String
  /// The name of the Xcode project that XcodeGen makes.
  private(set) var name: String?
  private(set) var targets: [ProjectTarget] = []
  /// Whether it has sources that cannot be read, such as those in environment variables.
  private(set) var hasOtherTargets = false
  /// The first number of Factory's version, if the specification requires it.
  private(set) var libraryVersion: Int?
  /// The specification and those that it includes, for the cache.
  private(set) var texts: [String] = []
  /// The absolute paths of the specifications that it includes.
  private(set) var included: Set<String> = []

  /// The specifications among some files, without those that another one includes.
  static func all(_ paths: [String]) -> [XcodeGenProject] {
    let found = paths.compactMap { XcodeGenProject(path: $0) }
    let parts = Set(found.flatMap(\.included))
    return found.filter { !parts.contains(FilePaths.absolute($0.path)) }
  }

  /// Nil if the file is not a specification.
  private init?(path: String) {
    self.path = path
    let spec = load(path, folder: FilePaths.folder(of: path), depth: 0)
    guard let targets = spec["targets"] as? YAML ?? (hasOtherTargets ? [:] : nil) else {
      return nil
    }
    name = spec["name"] as? String
    let templates = spec["targetTemplates"] as? YAML ?? [:]
    let all = targets.compactMap { name, value in
      (value as? YAML).map { (name, target: Self.expanded($0, name, templates, depth: 0)) }
    }.sorted { $0.0 < $1.0 }
    let kinds = Dictionary(uniqueKeysWithValues: all.map { ($0.0, Self.kind($0.target)) })
    for (name, target) in all { read(target, name, kinds) }
    libraryVersion = (spec["packages"] as? YAML ?? [:]).values.compactMap { package in
      (package as? YAML).flatMap { LibraryVersion.major(specification: $0) }
    }.min()
  }

  private typealias YAML = [String: Any]

  // MARK: Specifications

  /// The specification at a path, with those that it includes. Paths of sources are absolute.
  ///
  /// - Parameter folder: what paths in the file are relative to.
  private mutating func load(_ path: String, folder: String, depth: Int) -> YAML {
    guard depth < 8, let data = try? FileText.contents(path), let text = String(utf8: data) else {
      hasOtherTargets = true
      return [:]
    }
    texts += [path, text]
    guard var spec = (try? Yams.load(yaml: Self.withUniqueKeys(text))) as? YAML else {
      // Another file of this name may have any text.
      hasOtherTargets = depth > 0 || text.hasPrefix("targets:") || text.contains("\ntargets:")
      return [:]
    }
    for key in ["targets", "targetTemplates"] {
      spec[key] = (spec[key] as? YAML)?.mapValues { Self.located($0, folder) }
    }
    var merged: YAML = [:]
    for item in Self.list(spec["include"]) {
      guard let file = item as? String ?? (item as? YAML)?["path"] as? String else { continue }
      let included = Self.path(file, in: folder)
      let isRelative = (item as? YAML)?["relativePaths"] as? Bool ?? true
      self.included.insert(included)
      let inner = isRelative ? FilePaths.folder(of: included) : folder
      merged = Self.merged(merged, with: load(included, folder: inner, depth: depth + 1))
    }
    return Self.merged(merged, with: spec)
  }

  /// The text, in which each key is there once in its mapping. XcodeGen accepts keys that are there
  /// twice, which is common among build settings, and the parser does not.
  private static func withUniqueKeys(_ text: String) -> String {
    var mappings: [(indentation: Int, keys: Set<Substring>)] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return lines.map { number, line in
      var content = line.drop { $0 == " " }
      if content.isEmpty || content.hasPrefix("#") { return String(line) }
      var indentation = line.count - content.count
      mappings.removeAll { $0.indentation > indentation }
      while content.hasPrefix("- ") {
        // Each element of a list has keys of its own.
        let element = content.dropFirst(2).drop { $0 == " " }
        indentation += content.count - element.count
        content = element
        mappings.removeAll { $0.indentation >= indentation }
      }
      guard let colon = content.firstIndex(of: ":"),
        content[colon...].dropFirst().first ?? " " == " "
      else { return String(line) }
      if mappings.last?.indentation != indentation { mappings.append((indentation, [])) }
      let isNew = mappings[mappings.count - 1].keys.insert(content[..<colon]).inserted
      return isNew ? String(line) : "\(line[..<colon]) \(number)\(line[colon...])"
    }.joined(separator: "\n")
  }

  /// A target or template, the paths of whose sources are absolute.
  private static func located(_ target: Any, _ folder: String) -> Any {
    guard var target = target as? YAML else { return target }
    for key in ["sources", "sources\(replacing)"] where target[key] != nil {
      target[key] = list(target[key]).compactMap { source -> YAML? in
        guard let path = source as? String ?? (source as? YAML)?["path"] as? String else {
          return nil
        }
        return merged(source as? YAML ?? [:], with: ["path": self.path(path, in: folder)])
      }
    }
    return target
  }

  private static let replacing = ":REPLACE"

  /// Dictionaries are merged, and lists are joined. `key:REPLACE` replaces a value.
  private static func merged(_ one: YAML, with other: YAML) -> YAML {
    var result = one
    for (key, value) in other {
      switch (result[key], value) {
      case (let old as YAML, let new as YAML): result[key] = merged(old, with: new)
      case (let old as [Any], let new as [Any]): result[key] = old + new
      default: result[key.replacingOccurrences(of: replacing, with: "")] = value
      }
    }
    return result
  }

  /// A target with what its templates say, in which names such as `${target_name}` are replaced.
  private static func expanded(_ target: YAML, _ name: String, _ templates: YAML, depth: Int)
    -> YAML
  {
    var result: YAML = [:]
    for item in list(target["templates"]) where depth < 8 {
      guard let template = (item as? String).flatMap({ templates[$0] }) as? YAML else { continue }
      result = merged(result, with: expanded(template, name, templates, depth: depth + 1))
    }
    result = merged(result, with: target)
    var values = (result["templateAttributes"] as? YAML ?? [:]).mapValues { "\($0)" }
    values["target_name"] = name
    return replaced(result, values) as? YAML ?? result
  }

  private static func replaced(_ value: Any, _ values: [String: String]) -> Any {
    switch value {
    case let text as String:
      values.reduce(text) { $0.replacingOccurrences(of: "${\($1.key)}", with: $1.value) }
    case let list as [Any]: list.map { replaced($0, values) }
    case let keys as YAML: keys.mapValues { replaced($0, values) }
    default: value
    }
  }

  // MARK: Targets

  private static func kind(_ target: YAML) -> ModuleKind {
    XcodeProject.kind(target["type"] as? String ?? "")
  }

  private mutating func read(
    _ target: YAML, _ name: String, _ kinds: [String: ModuleKind]
  ) {
    var found = ProjectTarget(name: target["productName"] as? String ?? name, kind: kinds[name])
    for source in Self.list(target["sources"]) {
      guard let source = source as? YAML, let path = source["path"] as? String else { continue }
      let phase = source["buildPhase"]
      if phase != nil, phase as? String != "sources" { continue }
      let globs = ["includes", "excludes"].map {
        Self.list(source[$0]).compactMap { $0 as? String }
      }
      if ([path] + globs.joined()).contains(where: { $0.contains("${") }) {
        hasOtherTargets = true
        continue
      }
      if path.hasSuffix(".swift") { found.files.insert(ProjectTarget.key(path)) }
      let included = globs[0].isEmpty ? ["**"] : globs[0]
      let excluded = globs[1].flatMap { ["\(path)/\($0)", "\(path)/\($0)/**"] }
      found.patterns += included.flatMap { [$0, "\($0)/**"] }.map {
        ProjectTarget.Pattern("\(path)/\($0)", exceptions: excluded)
      }
    }
    // A program contains its extensions, and a test of the interface starts the program: they do
    // not link it.
    let isInterfaceTest = (target["type"] as? String ?? "").contains("ui-testing")
    for dependency in Self.list(target["dependencies"]).compactMap({ $0 as? YAML }) {
      if let other = dependency["target"] as? String {
        let linksNone = found.kind == .executable || isInterfaceTest
        if linksNone, kinds[other] == .executable { continue }
        found.dependencies.append(ProjectTarget(name: other, kind: nil).name)
      } else if let package = dependency["package"] as? String {
        let products = Self.list(dependency["products"] ?? dependency["product"] ?? package)
        found.dependencies += products.compactMap { $0 as? String }
      }
    }
    targets.append(found)
  }

  // MARK: Values

  /// The elements of a list, or the only value.
  private static func list(_ value: Any?) -> [Any] { value as? [Any] ?? value.map { [$0] } ?? [] }

  private static func path(_ path: String, in folder: String) -> String {
    FilePaths.absolute(path.hasPrefix("/") ? path : "\(folder)/\(path)")
  }
}

extension LibraryVersion {
  /// Of a package in a specification of XcodeGen.
  static func major(specification package: [String: Any]) -> Int? {
    guard let url = package["url"] as? String ?? package["github"] as? String, isFactory(url)
    else { return nil }
    let keys = ["from", "majorVersion", "minorVersion", "exactVersion", "version", "minVersion"]
    return keys.lazy.compactMap { package[$0] }.first.flatMap { major("\($0)") }
  }
}
