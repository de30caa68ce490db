// Factory, MIT licence; see LICENSE
//
// Finds the Swift files of a program, and the packages that they belong to.
#if Tool
  import Foundation

  /// The Swift files at some paths.
  public struct SourceTree: Sendable {
    public struct File: Sendable {
      /// As messages show it: the path that was given, and the rest.
      public var path: String
      /// The nearest folder with a manifest, or the folder that was given.
      public var package: String
    }

    /// Sorted by path.
    public private(set) var files: [File] = []
    /// The folders with a `Package.swift`, and those that were given.
    public private(set) var manifests: [String] = []
    /// What could not be read, with the reason.
    public private(set) var problems: [String] = []
    private var known: Set<String> = []

    /// - Throws: `PathError` for a path that does not exist.
    public init(paths: [String]) throws(PathError) {
      for path in paths {
        switch Self.kind(of: path) {
        case .folder: visit(Self.withoutSlash(path), package: nil, root: Self.withoutSlash(path))
        case .file: add(path, package: Self.folder(of: path))
        case .link: visitLink(path)
        case .other: throw PathError(path: path)
        }
      }
      files.sort { $0.path < $1.path }
      manifests.sort()
    }

    private enum Kind { case file, folder, link, other }

    private static func kind(of path: String) -> Kind {
      // Does not follow links.
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
        return .other
      }
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular?: return .file
      case .typeDirectory?: return .folder
      case .typeSymbolicLink?: return .link
      default: return .other
      }
    }

    /// A link that is given as a path is followed, one within a folder is not.
    private mutating func visitLink(_ path: String) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        problems.append("\(path): the link leads nowhere")
        return
      }
      let path = Self.withoutSlash(path)
      if isFolder.boolValue {
        visit(path, package: nil, root: path)
      } else {
        add(path, package: Self.folder(of: path))
      }
    }

    private mutating func visit(_ folder: String, package: String?, root: String) {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      } catch {
        problems.append("\(folder): cannot be read: \(error.localizedDescription)")
        return
      }
      var package = package
      if names.contains("Package.swift") || package == nil {
        package = folder
        if names.contains("Package.swift"), !manifests.contains(folder) { manifests.append(folder) }
      }
      for name in names where !Self.isSkipped(name) {
        let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        switch Self.kind(of: path) {
        case .folder: visit(path, package: package, root: root)
        case .file: if name.hasSuffix(".swift") { add(path, package: package!) }
        case .link, .other: break
        }
      }
    }

    private mutating func add(_ path: String, package: String) {
      guard known.insert(path).inserted else { return }
      files.append(File(path: path, package: package))
    }

    /// Hidden folders, and those with products of builds and other packages.
    private static func isSkipped(_ name: String) -> Bool {
      name.hasPrefix(".") || ["DerivedData", "Pods", "Carthage"].contains(name)
    }

    private static func withoutSlash(_ path: String) -> String {
      var path = path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      return path
    }

    private static func folder(of file: String) -> String {
      let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      let folder = parts.joined(separator: "/")
      return folder.isEmpty ? (file.hasPrefix("/") ? "/" : ".") : folder
    }
  }

  /// A path that does not exist.
  public struct PathError: Error, CustomStringConvertible {
    public var path: String
    public var description: String { "no such file or folder: \(path)" }
  }
#endif
