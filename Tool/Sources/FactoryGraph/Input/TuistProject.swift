// Factory, MIT licence; see LICENSE
//
// Reads the targets of a Tuist project from `Project.swift`, without running it.
import Foundation

/// The targets of a Tuist project, as its manifest states them with literals.
struct TuistProject {
  /// The files of Tuist that describe projects and workspaces.
  static let manifests: Set = ["Project.swift", "Workspace.swift"]
  /// The module that they import.
  static let module = "ProjectDescription"

  /// The name of the Xcode project that Tuist makes; nil if it is not a literal.
  private(set) var name: String?
  private(set) var targets: [ProjectTarget] = []
  /// Whether it makes targets, or lists sources, in a way that cannot be read.
  private(set) var hasOtherTargets = false

  private let expressions: ManifestExpressions
  private let folder: String
  /// The names with which code imports the targets.
  private var modules: [String: String] = [:]
  /// The targets that are programs, by the names in the manifest.
  private var programs: Set<String> = []

  /// - Parameter folder: the folder of the manifest.
  init(_ facts: FileFacts, folder: String) {
    expressions = ManifestExpressions(facts: facts)
    self.folder = FilePaths.absolute(folder)
    hasOtherTargets = !facts.syntaxErrors.isEmpty
    let projects = facts.chains.filter { $0.root == .name("Project") && $0.links.count == 1 }
    guard projects.count == 1, let call = projects[0].links[0].call,
      projects[0].links[0].name == nil
    else {
      hasOtherTargets = true
      return
    }
    name = expressions.string(call.argument("name"))
    guard let list = call.argument("targets") else { return }
    let calls = targetCalls(list.range)
    // Before the dependencies are read, which name them.
    for call in calls {
      guard let name = expressions.string(call.argument("name")) else { continue }
      modules[name] = expressions.string(call.argument("productName")) ?? name
      if kind(call) == .executable { programs.insert(name) }
    }
    for call in calls { read(call) }
  }

  // MARK: Targets

  /// The calls that make the targets of a list: elements of literals, and constants.
  private mutating func targetCalls(_ range: PlaceRange, depth: Int = 0) -> [Call] {
    var calls: [Call] = []
    for chain in expressions.outermost(in: range) {
      if chain.root == .collection, chain.links.isEmpty {
        calls += targetCalls(expressions.inside(chain.range), depth: depth + 1)
      } else if let call = targetCall(chain) {
        calls.append(call)
      } else if let value = expressions.constant(chain), depth < 8 {
        calls += targetCalls(value, depth: depth + 1)
      } else {
        hasOtherTargets = true
      }
    }
    return calls
  }

  /// `.target(name: "App", …)`, `Target.target(…)` or `Target(…)`.
  private func targetCall(_ chain: Chain) -> Call? {
    // A call without a product is one of a function of the manifest's own.
    guard chain.links.count == 1, let call = chain.links[0].call, call.argument("name") != nil,
      call.argument("product") != nil
    else { return nil }
    return switch (chain.root, chain.links[0].name) {
    case (.implicit, "target"), (.implicit, "init"), (.name("Target"), nil),
      (.name("Target"), "target"), (.name("Target"), "init"):
      call
    default: nil
    }
  }

  private mutating func read(_ call: Call) {
    guard let name = expressions.string(call.argument("name")), let patterns = patterns(call),
      let folders = folders(call)
    else {
      hasOtherTargets = true
      return
    }
    var target = ProjectTarget(name: modules[name] ?? name, kind: kind(call))
    target.patterns = patterns
    for folder in folders { target.add(folder: folder.path, except: folder.exceptions) }
    target.dependencies = dependencies(call)
    targets.append(target)
  }

  /// Nil if the product is not a literal.
  private func kind(_ call: Call) -> PackageManifest.Target.Kind? {
    switch product(call) {
    case "app", "appClip", "commandLineTool", "appExtension", "watch2App", "watch2Extension",
      "tvTopShelfExtension", "messagesExtension", "stickerPackExtension", "xpc",
      "systemExtension", "extensionKitExtension":
      .executable
    case "unitTests", "uiTests": .test
    case "macro": .macro
    case "framework", "staticFramework", "staticLibrary", "dynamicLibrary", "bundle": .library
    default: nil
    }
  }

  private func product(_ call: Call) -> String? {
    guard let chain = expressions.chain(call.argument("product")), chain.links.count == 1,
      chain.links[0].call == nil, chain.root == .implicit || chain.root == .name("Product")
    else { return nil }
    return chain.links[0].name
  }

  // MARK: Dependencies

  /// The targets and products that a target links. A program contains its extensions, and a test of
  /// the interface starts the program: they do not link it.
  private func dependencies(_ call: Call) -> [String] {
    guard let list = call.argument("dependencies") else { return [] }
    let linksNoProgram = kind(call) == .executable || product(call) == "uiTests"
    return expressions.items(in: list.range).compactMap { chain in
      guard chain.links.count == 1, let call = chain.links[0].call,
        chain.root == .implicit || chain.root == .name("TargetDependency")
      else { return nil }
      switch chain.links[0].name {
      case "target":
        let name = expressions.string(call.argument("name"))
        return name.flatMap { linksNoProgram && programs.contains($0) ? nil : modules[$0] ?? $0 }
      case "project": return expressions.string(call.argument("target"))
      case "external": return expressions.string(call.argument("name"))
      case "package": return expressions.string(call.argument("product"))
      default: return nil
      }
    }
  }

  // MARK: Files

  /// The patterns of the sources; nil if one is not a literal.
  private func patterns(_ call: Call) -> [ProjectTarget.Pattern]? {
    guard let sources = call.argument("sources"), sources.literal != .null else { return [] }
    return patterns(in: sources.range)
  }

  private func patterns(in range: PlaceRange) -> [ProjectTarget.Pattern]? {
    if expressions.connectsTexts(in: range) { return nil }
    var patterns: [ProjectTarget.Pattern] = []
    for chain in expressions.items(in: range) {
      if let path = path(chain) {
        patterns.append(ProjectTarget.Pattern(path))
        continue
      }
      guard chain.links.count == 1, let call = chain.links[0].call,
        let first = call.arguments.first
      else { return nil }
      switch chain.links[0].name {
      case "glob":
        guard let path = path(expressions.chain(first)),
          let exceptions = paths(call.argument("excluding"))
        else { return nil }
        patterns.append(ProjectTarget.Pattern(path, exceptions: exceptions))
      case "paths", "sourceFilesList", nil:
        // `SourceFilesList(globs: …)`
        guard chain.links[0].name != nil || chain.root == .name("SourceFilesList"),
          let inner = self.patterns(in: first.range)
        else { return nil }
        patterns += inner
      default: return nil
      }
    }
    return patterns
  }

  /// The folders that Xcode synchronises; nil if one is not a literal.
  private func folders(_ call: Call) -> [(path: String, exceptions: [String])]? {
    guard let list = call.argument("buildableFolders") else { return [] }
    if expressions.connectsTexts(in: list.range) { return nil }
    var folders: [(path: String, exceptions: [String])] = []
    for chain in expressions.items(in: list.range) {
      if let path = path(chain) {
        folders.append((path, []))
        continue
      }
      guard chain.links.count == 1, chain.links[0].name == "folder",
        let call = chain.links[0].call, let path = path(expressions.chain(call.arguments.first))
      else { return nil }
      guard let exceptions = call.argument("exceptions") else {
        folders.append((path, []))
        continue
      }
      guard let files = excludedFiles(in: exceptions.range, folder: path) else { return nil }
      folders.append((path, files))
    }
    return folders
  }

  /// The files of `.exceptions([.exception(excluded: ["A.swift"])])`, which are relative to the
  /// folder.
  private func excludedFiles(in range: PlaceRange, folder: String) -> [String]? {
    var files: [String] = []
    for chain in expressions.items(in: range) {
      guard chain.links.count == 1, let call = chain.links[0].call else { return nil }
      switch chain.links[0].name {
      case "exceptions":
        for argument in call.arguments {
          guard let inner = excludedFiles(in: argument.range, folder: folder) else { return nil }
          files += inner
        }
      case "exception":
        guard let excluded = call.argument("excluded") else { continue }
        for item in expressions.items(in: excluded.range) {
          guard case .string(let name) = item.root, item.links.isEmpty else { return nil }
          files.append(FilePaths.absolute("\(folder)/\(name)"))
        }
      default: return nil
      }
    }
    return files
  }

  /// The paths of an optional list; nil if one is not a literal.
  private func paths(_ argument: CallArgument?) -> [String]? {
    guard let argument, argument.literal != .null else { return [] }
    if expressions.connectsTexts(in: argument.range) { return nil }
    var paths: [String] = []
    for item in expressions.items(in: argument.range) {
      guard let path = path(item) else { return nil }
      paths.append(path)
    }
    return paths
  }

  /// The absolute path that a literal means; nil if it is none, or if it has more than `*` and `?`.
  private func path(_ chain: Chain?) -> String? {
    guard let chain else { return nil }
    var text = expressions.string(chain)
    var root = folder
    if let value = text, value.hasPrefix("//") {
      text = String(value.dropFirst(2))
      root = Self.root(of: folder)
    } else if text == nil, chain.links.count == 1, let call = chain.links[0].call,
      chain.root == .implicit || chain.root == .name("Path")
    {
      switch chain.links[0].name {
      case "relativeToRoot": root = Self.root(of: folder)
      case "relativeToManifest", "relativeToCurrentFile", "path", nil: break
      default: return nil
      }
      text = expressions.string(call.arguments.first)
    }
    guard let text, !text.contains(where: { "[]{}\\".contains($0) }) else { return nil }
    return FilePaths.absolute(text.hasPrefix("/") ? text : "\(root)/\(text)")
  }

  /// The folder that has Tuist's own folder, or else the repository.
  static func root(of folder: String) -> String {
    for name in ["Tuist", "Tuist.swift", ".git"] {
      var parts = folder.split(separator: "/")
      while !parts.isEmpty {
        let path = "/" + parts.joined(separator: "/")
        if FileManager.default.fileExists(atPath: "\(path)/\(name)") { return path }
        parts.removeLast()
      }
    }
    return folder
  }
}
