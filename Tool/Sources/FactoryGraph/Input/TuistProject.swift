// Factory, MIT licence; see LICENSE
//
// Reads the targets of a Tuist project from `Project.swift`, without running it.
import Foundation
import SwiftSyntax

/// The targets of a Tuist project, as its manifest states them with literals.
struct TuistProject: Sendable {
  /// The files of Tuist that describe projects and workspaces.
  static let manifests: Set = ["Project.swift", "Workspace.swift"]
  /// The module that they import.
  static let module = "ProjectDescription"

  /// The name of the Xcode project that Tuist makes; nil if it is not a literal.
  private(set) var name: String?
  private(set) var targets: [ProjectTarget] = []
  /// Whether it makes targets, or lists sources, in a way that cannot be read.
  private(set) var hasOtherTargets = false

  private let folder: String
  /// The names with which code imports the targets.
  private var modules: [String: String] = [:]
  /// The targets that are programs, by the names in the manifest.
  private var programs: Set<String> = []

  /// - Parameter folder: the folder of the manifest.
  init(_ facts: FileFacts, folder: String) {
    self.folder = FilePaths.absolute(folder)
    hasOtherTargets = !facts.syntaxErrors.isEmpty
    let tree = FileFacts.tree(parsing: facts.source)
    let reader = ManifestReader(tree)
    let projects = CallVisitor.calls(in: tree).compactMap { reader.value(ExprSyntax($0)).call }
      .filter { $0.type == "Project" }
    guard projects.count == 1, let project = projects.first, project.function.isEmpty else {
      hasOtherTargets = true
      return
    }
    name = project.argument("name")?.text
    let calls = (project.argument("targets") ?? .null).items.compactMap { targetCall($0) }
    // Before the dependencies are read, which name them.
    for call in calls {
      guard let name = call.argument("name")?.text else { continue }
      modules[name] = call.argument("productName")?.text ?? name
      if kind(call) == .executable { programs.insert(name) }
    }
    for call in calls { read(call) }
  }

  // MARK: Targets

  /// `.target(name: "App", …)`, `Target.target(…)` or `Target(…)`.
  private mutating func targetCall(_ value: ManifestValue) -> ManifestValue.Call? {
    // A call without a product is one of a function of the manifest's own.
    guard let call = value.call, call.argument("name") != nil, call.argument("product") != nil,
      ["", "Target"].contains(call.type), ["target", "init", ""].contains(call.function)
    else {
      hasOtherTargets = true
      return nil
    }
    return call
  }

  private mutating func read(_ call: ManifestValue.Call) {
    guard let name = call.argument("name")?.text,
      let patterns = (call.argument("sources") ?? .null).items.all(pattern),
      let folders = (call.argument("buildableFolders") ?? .null).items.all(buildableFolder)
    else {
      hasOtherTargets = true
      return
    }
    var target = ProjectTarget(name: modules[name] ?? name, kind: kind(call))
    target.patterns = patterns.flatMap(\.self)
    for folder in folders { target.add(folder: folder.path, except: folder.exceptions) }
    target.dependencies = dependencies(call)
    targets.append(target)
  }

  /// Nil if the product is not a literal.
  private func kind(_ call: ManifestValue.Call) -> ModuleKind? {
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

  private func product(_ call: ManifestValue.Call) -> String? {
    guard case .member(let type, let name)? = call.argument("product"),
      ["", "Product"].contains(type)
    else { return nil }
    return name
  }

  // MARK: Dependencies

  /// The targets and products that a target links. A program contains its extensions, and a test of
  /// the interface starts the program: they do not link it.
  private func dependencies(_ target: ManifestValue.Call) -> [String] {
    let linksNoProgram = kind(target) == .executable || product(target) == "uiTests"
    return (target.argument("dependencies") ?? .null).items.compactMap { item in
      guard let call = item.call, call.isMember(of: "TargetDependency") else { return nil }
      switch call.function {
      case "target":
        let name = call.argument("name")?.text
        return name.flatMap { linksNoProgram && programs.contains($0) ? nil : modules[$0] ?? $0 }
      case "project": return call.argument("target")?.text
      case "external": return call.argument("name")?.text
      case "package": return call.argument("product")?.text
      default: return nil
      }
    }
  }

  // MARK: Files

  /// The patterns of an element of the sources; nil if it is not a literal.
  private func pattern(_ value: ManifestValue) -> [ProjectTarget.Pattern]? {
    if let path = path(value) { return [ProjectTarget.Pattern(path)] }
    guard let call = value.call, let first = call.arguments.first?.value else { return nil }
    switch (call.type, call.function) {
    case (_, "glob"):
      guard let path = path(first),
        let exceptions = (call.argument("excluding") ?? .null).items.all({ self.path($0) })
      else { return nil }
      return [ProjectTarget.Pattern(path, exceptions: exceptions)]
    case (_, "paths"), (_, "sourceFilesList"), ("SourceFilesList", ""):
      return first.items.all(pattern)?.flatMap(\.self)
    default: return nil
    }
  }

  /// A folder that Xcode synchronises; nil if it is not a literal.
  private func buildableFolder(_ value: ManifestValue) -> (path: String, exceptions: [String])? {
    if let path = path(value) { return (path, []) }
    guard let call = value.call, call.function == "folder", let first = call.arguments.first?.value,
      let path = path(first),
      let files = (call.argument("exceptions") ?? .null).items.all({ excludedFiles($0, in: path) })
    else { return nil }
    return (path, files.flatMap(\.self))
  }

  /// The files of `.exceptions([.exception(excluded: ["A.swift"])])`, which are relative to the
  /// folder.
  private func excludedFiles(_ value: ManifestValue, in folder: String) -> [String]? {
    guard let call = value.call else { return nil }
    switch call.function {
    case "exceptions":
      return call.arguments.flatMap(\.value.items).all { excludedFiles($0, in: folder) }?
        .flatMap(\.self)
    case "exception":
      return (call.argument("excluded") ?? .null).texts?.map {
        FilePaths.absolute("\(folder)/\($0)")
      }
    default: return nil
    }
  }

  /// The absolute path that a literal means; nil if it is none, or if it has more than `*` and `?`.
  private func path(_ value: ManifestValue) -> String? {
    var text = value.text
    var root = folder
    if case .text(_, isConnected: true) = value { return nil }
    if let value = text, value.hasPrefix("//") {
      text = String(value.dropFirst(2))
      root = Self.root(of: folder)
    } else if let call = value.call, ["", "Path"].contains(call.type) {
      switch call.function {
      case "relativeToRoot": root = Self.root(of: folder)
      case "relativeToManifest", "relativeToCurrentFile", "path", "": break
      default: return nil
      }
      text = call.arguments.first?.value.text
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

extension Array {
  /// The results for all elements; nil if one has none.
  fileprivate func all<Result>(_ transform: (Element) -> Result?) -> [Result]? {
    let results = compactMap(transform)
    return results.count == count ? results : nil
  }
}
