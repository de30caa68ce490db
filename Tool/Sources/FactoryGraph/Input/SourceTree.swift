// Factory, MIT licence; see LICENSE
//
// Finds the Swift files of a program, and the packages that they belong to.
import Foundation

/// The Swift files at some paths.
package struct SourceTree: Sendable {
  package struct File: Sendable {
    /// As messages show it: the path that was given, and the rest.
    public var path: String
    /// The nearest folder with a manifest of a package or of a Tuist project, or the folder that was
    /// given.
    package var package: String
  }

  /// Sorted by path.
  package private(set) var files: [File] = []
  /// The folders with a manifest, and those that were given.
  package private(set) var manifests: [String] = []
  /// The Xcode projects, each a folder with `project.pbxproj`.
  package private(set) var projects: [String] = []
  /// The files that may be specifications of XcodeGen.
  package private(set) var specifications: [String] = []
  /// The files that say which versions of packages are used.
  package private(set) var resolved: [String] = []
  /// What could not be read, with the reason.
  package private(set) var problems: [String] = []
  private var known: Set<String> = []
  private let isOnePath: Bool

  /// - Throws: `PathError` for a path that does not exist, or is neither a file nor a folder.
  package init(paths: [String]) throws(PathError) {
    isOnePath = paths.count == 1
    for path in paths {
      switch Self.kind(of: path) {
      case .folder: visit(Self.withoutSlash(path), package: nil, root: Self.withoutSlash(path))
      case .file: add(path, package: FilePaths.folder(of: path))
      case .link: try visitLink(path)
      case .other: throw PathError(path, "is neither a file nor a folder")
      case .unreadable(let reason): throw PathError(path, reason)
      }
    }
    files.sort { $0.path < $1.path }
    manifests.sort()
    projects.sort()
    specifications.sort()
    resolved.sort()
  }

  private enum Kind: Equatable {
    case file, folder, link, other
    case unreadable(String)
  }

  private static func kind(of path: String) -> Kind {
    do {
      // Does not follow links.
      switch try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
      case .typeRegular?: return .file
      case .typeDirectory?: return .folder
      case .typeSymbolicLink?: return .link
      default: return .other
      }
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// A link that is given as a path is followed, one within a folder is not.
  private mutating func visitLink(_ path: String) throws(PathError) {
    let path = Self.withoutSlash(path)
    switch Self.kind(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path) {
    case .folder: visit(path, package: nil, root: path)
    case .file: add(path, package: FilePaths.folder(of: path))
    case .other: throw PathError(path, "leads to what is neither a file nor a folder")
    case .link, .unreadable: throw PathError(path, "is a link that leads nowhere")
    }
  }

  private mutating func visit(_ folder: String, package: String?, root: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      problems.append("\(folder): cannot be read: \(error.reason)")
      return
    }
    var package = package
    let isPackage = [
      ("Package.swift", "PackageDescription"), ("Project.swift", TuistProject.module),
    ].contains { name, module in
      names.contains(name) && Self.imports(module, Self.path(of: name, in: folder))
    }
    if isPackage || package == nil {
      package = folder
      if isPackage, !manifests.contains(folder) { manifests.append(folder) }
    }
    for name in names where !Self.isSkipped(name) {
      let path = Self.path(of: name, in: folder)
      switch Self.kind(of: path) {
      case .folder where name.hasSuffix(".xcodeproj"):
        projects.append(path)
        let file = "\(path)/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
        if Self.kind(of: file) == .file { resolved.append(file) }
      case .folder: visit(path, package: package, root: root)
      case .file where name == "Package.resolved": resolved.append(path)
      case .file where name == "project.yml": specifications.append(path)
      case .file: if name.hasSuffix(".swift") { add(path, package: package!) }
      case .link, .other: break
      case .unreadable(let reason): problems.append("\(path): \(Self.problem(name, reason))")
      }
    }
  }

  /// Whether a file describes a package or project, and is not a source file that has the name of a
  /// manifest.
  private static func imports(_ module: String, _ path: String) -> Bool {
    guard kind(of: path) == .file, let data = try? FileText.contents(path) else { return false }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).contains {
      let words = $0.split { $0.isWhitespace || $0 == ";" }
      return words.contains("import") && words.contains { $0 == module }
    }
  }

  private static func path(of name: String, in folder: String) -> String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// A name that is not UTF-8 is listed with replacement characters, and cannot be found.
  private static func problem(_ name: String, _ reason: String) -> String {
    name.contains("\u{FFFD}") ? "has a name that is not UTF-8" : "cannot be read: \(reason)"
  }

  private mutating func add(_ path: String, package: String) {
    // Several paths may lead to one file.
    guard known.insert(isOnePath ? path : FilePaths.absolute(path)).inserted else { return }
    files.append(File(path: path, package: package))
  }

  /// Hidden folders, those with products of builds and other packages, and catalogues of
  /// documentation: no build compiles the code of their tutorials.
  private static func isSkipped(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".docc")
      || ["DerivedData", "Pods", "Carthage"].contains(name)
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// A path that cannot be analysed.
public struct PathError: Error, CustomStringConvertible {
  public var path: String
  public var reason: String
  public var description: String { "\(path): \(reason)" }

  init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }
}
