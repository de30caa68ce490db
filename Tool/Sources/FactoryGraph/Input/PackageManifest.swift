// Factory, MIT licence; see LICENSE
//
// The targets of a package, as its manifest states them, and the files that they compile.
import SwiftSyntax

/// A package's targets, as its manifest states them.
package struct PackageManifest: Codable, Sendable {
  package struct Target: Codable, Sendable, Equatable {
    package typealias Kind = ModuleKind

    package var name: String
    package var kind: Kind
    /// The folders in which its sources may be, relative to the package: the first one that has
    /// files is the target's.
    package var paths: [String]
    /// The files and folders that it leaves out, and those that it is limited to, relative to its
    /// folder.
    package var exclude: [String] = []
    package var sources: [String] = []
    /// The names of the targets and products that it depends on.
    package var dependencies: [String]
  }

  package var name: String?
  package var targets: [Target] = []
  /// Whether it makes targets in a way that cannot be read.
  package var hasOtherTargets = false
  /// The products, by name, with the targets that they consist of.
  package var products: [String: [String]] = [:]

  /// Reads a manifest. Targets that it makes in another way than by calling `.target` and the other
  /// functions with literals are left out.
  package init(_ facts: FileFacts) {
    hasOtherTargets = !facts.syntaxErrors.isEmpty
    let tree = FileFacts.tree(parsing: facts.source)
    let reader = ManifestReader(tree)
    for node in CallVisitor.calls(in: tree) {
      guard let call = reader.value(ExprSyntax(node)).call else { continue }
      if call.type == "Package", call.function.isEmpty { name = call.argument("name")?.text }
      if call.isMember(of: "Target") { read(call, reader, isInTarget: node.isDependency) }
    }
    // The only target of a kind may have its sources in `Sources` or `Tests` itself.
    for kinds in [[.test], [.plugin], [.library, .executable, .macro]] as [Set<Target.Kind>] {
      let own = targets.indices.filter { kinds.contains(targets[$0].kind) }
      guard own.count == 1 else { continue }
      let target = targets[own[0]]
      let folders = Self.folders(of: target.kind)
      if target.paths == folders.map({ "\($0)/\(target.name)" }) {
        targets[own[0]].paths += kinds == [.test] ? ["Tests"] : folders
      }
    }
  }

  /// What several manifests of a package have in common, of which SwiftPM reads one.
  init(common manifests: [PackageManifest]) {
    self = manifests[0]
    for other in manifests.dropFirst() {
      let known = targets.count
      targets.removeAll { !other.targets.contains($0) }
      hasOtherTargets =
        hasOtherTargets || other.hasOtherTargets || targets.count != known
        || targets.count != other.targets.count
      products = products.filter { other.products[$0.key] == $0.value }
      if name != other.name { name = nil }
    }
  }

  /// The folders in which SwiftPM looks for a target.
  private static func folders(of kind: Target.Kind) -> [String] {
    let sources = ["Sources", "Source", "src", "srcs"]
    return switch kind {
    case .test: ["Tests"] + sources
    case .plugin: ["Plugins"]
    case .library, .executable, .macro: sources
    }
  }

  private mutating func read(_ call: ManifestValue.Call, _ reader: ManifestReader, isInTarget: Bool)
  {
    let function = call.function
    guard let name = call.argument("name")?.text else {
      let isTarget = function.hasSuffix("arget") && call.argument("name") != nil
      if isTarget, !isInTarget { hasOtherTargets = true }
      return
    }
    func names(_ label: String) -> [String] {
      reader.names(in: call.arguments.first { $0.label == label }?.syntax)
    }
    if function == "library" || function == "executable" && call.argument("targets") != nil {
      products[name] = names("targets")
      return
    }
    let kinds: [String: Target.Kind] = [
      "target": .library, "executableTarget": .executable, "testTarget": .test,
      "plugin": .plugin, "macro": .macro,
    ]
    // A dependency, such as `.target(name: "Core")`, stands inside of another target.
    guard let kind = kinds[function], !isInTarget else { return }
    if targets.contains(where: { $0.name == name }) { return }
    // The default folders are not those of a target whose own folder is not known.
    let path = call.argument("path") ?? .null
    guard
      let paths = path.items.isEmpty
        ? Self.folders(of: kind).map({ "\($0)/\(name)" })
        : path.text.map({ [$0] }),
      let exclude = (call.argument("exclude") ?? .null).texts,
      let sources = (call.argument("sources") ?? .null).texts
    else {
      hasOtherTargets = true
      return
    }
    targets.append(
      Target(
        name: name, kind: kind, paths: paths, exclude: exclude, sources: sources,
        dependencies: names("dependencies")))
  }
}

/// The calls of a manifest, in the order of their beginnings.
final class CallVisitor: SyntaxVisitor {
  private var calls: [FunctionCallExprSyntax] = []

  static func calls(in tree: SourceFileSyntax) -> [FunctionCallExprSyntax] {
    let visitor = CallVisitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.calls
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls.append(node)
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is in an argument `dependencies`.
  fileprivate var isDependency: Bool {
    var node = parent
    while let current = node {
      if current.as(LabeledExprSyntax.self)?.label?.text == "dependencies" { return true }
      node = current.parent
    }
    return false
  }
}

extension PlaceRange {
  package func contains(_ other: PlaceRange) -> Bool { start <= other.start && other.end <= end }
  package func contains(_ place: Place) -> Bool { start <= place && place < end }
}

/// The manifests of a package: `Package.swift`, and those for some versions of Swift, such as
/// `Package@swift-6.0.swift`.
struct ManifestVersions {
  private struct Specific {
    var version: ToolsVersion
    /// The version as the file's name has it.
    var text: String
    var facts: FileFacts
  }

  private var plain: FileFacts?
  /// The newest one first.
  private var specific: [Specific] = []

  mutating func add(_ facts: FileFacts, fileName: some StringProtocol) {
    let (prefix, suffix) = ("Package@swift-", ".swift")
    if fileName == "Package.swift" {
      plain = facts
    } else if fileName.hasPrefix(prefix), fileName.hasSuffix(suffix) {
      let text = String(fileName.dropFirst(prefix.count).dropLast(suffix.count))
      guard let version = ToolsVersion(text) else { return }
      specific.append(Specific(version: version, text: text, facts: facts))
      specific.sort { $0.version > $1.version }
    }
  }

  /// The manifests that SwiftPM may read: the one for the Swift of this tool, and those that a newer
  /// Swift prefers, because the tool may be older than the Swift that builds the program.
  func readable() -> [FileFacts] {
    let newer = specific.map(\.version).filter { $0 > ToolsVersion.own }
    let read = ([ToolsVersion.own] + newer).map { manifest(for: $0) }
    let names = Set(read)
    let chosen = specific.filter { names.contains($0.text) }.map(\.facts)
    return names.contains(nil) ? chosen + [plain].compactMap { $0 } : chosen
  }

  /// The text of the version that one version of SwiftPM reads; nil for the plain manifest.
  private func manifest(for version: ToolsVersion) -> String? {
    // A name without the last numbers is for all versions that begin with the others.
    let names = [
      "\(version.major).\(version.minor).\(version.patch)", "\(version.major).\(version.minor)",
      "\(version.major)",
    ]
    for name in names where specific.contains(where: { $0.text == name }) { return name }
    guard let newest = specific.first(where: { $0.version <= version }) else { return nil }
    guard let plain else { return newest.text }
    let own = newest.facts.toolsVersion ?? .unstated
    let other = plain.toolsVersion ?? .unstated
    // The one that states the newer tools, if this version has them.
    return own > other || other > version ? newest.text : nil
  }
}

/// The targets of a package, with their folders.
struct PackageTargets {
  let manifest: PackageManifest
  private let folder: String
  /// The target of each folder, the longest path first.
  private var targets: [(path: String, target: PackageManifest.Target)] = []

  /// - Parameter files: the paths of the package's Swift files.
  init(_ folder: String, _ manifest: PackageManifest, files: [String]) {
    self.folder = folder
    self.manifest = manifest
    let files = files.map { relative($0) }
    for target in manifest.targets {
      let paths = target.paths.map { Self.normalized($0) }
      let path = paths.first { path in files.contains { Self.contains(path, $0) } } ?? paths[0]
      targets.append((path, target))
    }
    targets.sort { $0.path.count > $1.path.count }
  }

  /// Whether all targets of the package are known, so that other files belong to none.
  var isComplete: Bool { !manifest.targets.isEmpty && !manifest.hasOtherTargets }

  /// The target that compiles a file. Folders of targets may be in each other.
  func target(of file: String) -> PackageManifest.Target? {
    let path = relative(file)
    guard let (folder, target) = targets.first(where: { Self.contains($0.path, path) }) else {
      return nil
    }
    func isListed(_ names: [String]) -> Bool {
      names.contains { name in
        let own = Self.normalized(folder.isEmpty ? name : "\(folder)/\(name)")
        return own == path || Self.contains(own, path)
      }
    }
    let isLimited = !target.sources.isEmpty && !isListed(target.sources)
    return isLimited || isListed(target.exclude) ? nil : target
  }

  private func relative(_ path: String) -> String {
    ProjectTarget.key(
      path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path)
  }

  /// Without `./` and the slash at the end; empty for the package itself.
  private static func normalized(_ path: String) -> String {
    ProjectTarget.key(path).split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    folder.isEmpty || path.hasPrefix(folder + "/")
  }
}
