// Factory, MIT licence; see LICENSE
//
// Reads which files the targets of an Xcode project compile.
import Foundation

/// The targets of an Xcode project.
struct XcodeProject {
  /// As messages show it.
  let path: String
  /// The folder that contains it.
  var folder: String { FilePaths.folder(of: path) }
  private(set) var targets: [ProjectTarget] = []
  /// The first number of Factory's version, if the project requires it.
  private(set) var libraryVersion: Int?
  private let objects: PropertyList
  /// The folder that paths in the project are relative to.
  private let root: String
  /// The group that contains each object.
  private var parents: [String: String] = [:]

  /// - Parameters:
  ///   - text: the content of `project.pbxproj`.
  ///   - path: the project, a folder that contains the text.
  /// - Returns: Nil if the text is not that of a project.
  init?(_ text: String, path: String) {
    guard let list = PropertyList(parsing: text), let objects = list["objects"],
      let root = list["rootObject"]?.string, let project = objects[root]
    else { return nil }
    self.objects = objects
    self.path = path
    let directory = project["projectDirPath"]?.string ?? ""
    self.root = Self.path(directory, in: FilePaths.absolute(FilePaths.folder(of: path)))
    if case .dictionary(let all) = objects {
      for (id, object) in all {
        for child in object["children"]?.strings ?? [] { parents[child] = id }
      }
      libraryVersion = all.values.compactMap { LibraryVersion.major(reference: $0) }.min()
    }
    let ids = project["targets"]?.strings ?? []
    targets = ids.compactMap { target($0) }
  }

  // MARK: Targets

  private func target(_ id: String) -> ProjectTarget? {
    guard let object = objects[id], let name = object["name"]?.string else { return nil }
    let type = object["productType"]?.string ?? ""
    var target = ProjectTarget(name: name, kind: Self.kind(type))
    target.dependencies = dependencies(
      of: object, Self.kind(type), isInterfaceTest: type.contains("ui-testing"))
    for phase in object["buildPhases"]?.strings ?? [] {
      guard objects[phase]?["isa"]?.string == "PBXSourcesBuildPhase" else { continue }
      for file in objects[phase]?["files"]?.strings ?? [] {
        guard let reference = objects[file]?["fileRef"]?.string else { continue }
        target.files.formUnion(paths(of: reference).map(ProjectTarget.key))
      }
    }
    let folders = object["fileSystemSynchronizedGroups"]?.strings ?? []
    guard case .dictionary(let groups) = objects else { return target }
    for (group, value) in groups where value["isa"]?.string == Self.synchronizedGroup {
      guard let path = path(of: group) else { continue }
      let exceptions = (value["exceptions"]?.strings ?? []).compactMap { objects[$0] }
        .filter { $0["target"]?.string == id }
        .flatMap { $0["membershipExceptions"]?.strings ?? [] }
        .map { Self.path($0, in: path) }
      if folders.contains(group) {
        target.add(folder: path, except: exceptions)
      } else {
        // The exceptions of a target that does not have the folder are the files that it has.
        target.files.formUnion(exceptions.map(ProjectTarget.key))
      }
    }
    return target
  }

  private static let synchronizedGroup = "PBXFileSystemSynchronizedRootGroup"

  static func kind(_ type: String) -> ModuleKind {
    if type.contains("testing") || type.contains("unit-test") { return .test }
    let programs = ["application", "app-extension", "tool", "watchkit", "xpc", "extensionkit"]
    return programs.contains { type.contains($0) } ? .executable : .library
  }

  /// A program contains its extensions, and a test of the interface starts the program: they do not
  /// link it.
  private func dependencies(
    of object: PropertyList, _ kind: ModuleKind, isInterfaceTest: Bool
  ) -> [String] {
    let targets = (object["dependencies"]?.strings ?? []).compactMap { id -> String? in
      guard let target = objects[id]?["target"]?.string.flatMap({ objects[$0] }),
        let name = target["name"]?.string
      else { return nil }
      let other = Self.kind(target["productType"]?.string ?? "")
      return other == .executable && (kind == .executable || isInterfaceTest)
        ? nil : ProjectTarget(name: name, kind: other).name
    }
    let products = (object["packageProductDependencies"]?.strings ?? []).compactMap {
      objects[$0]?["productName"]?.string
    }
    return targets + products
  }

  // MARK: Paths

  /// The paths of a file, or of the files of a group of localised variants.
  ///
  /// - Parameter around: the groups that contain it. A broken project may have one that contains
  ///   itself.
  private func paths(of reference: String, in around: Set<String> = []) -> [String] {
    if around.contains(reference) { return [] }
    if let children = objects[reference]?["children"]?.strings, !children.isEmpty {
      return children.flatMap { paths(of: $0, in: around.union([reference])) }
    }
    return path(of: reference).map { [$0] } ?? []
  }

  /// The absolute path of a file, group or folder; nil if it is relative to a product or a kit.
  private func path(of id: String, depth: Int = 0) -> String? {
    guard let object = objects[id], depth < 64 else { return nil }
    let own = object["path"]?.string
    switch object["sourceTree"]?.string {
    case "<absolute>": return own
    case "SOURCE_ROOT": return Self.path(own ?? "", in: root)
    case "<group>":
      let parent = parents[id].map { path(of: $0, depth: depth + 1) } ?? root
      return parent.map { Self.path(own ?? "", in: $0) }
    default: return nil
    }
  }

  private static func path(_ path: String, in folder: String) -> String {
    if path.isEmpty { return folder }
    return FilePaths.absolute(path.hasPrefix("/") ? path : "\(folder)/\(path)")
  }
}
