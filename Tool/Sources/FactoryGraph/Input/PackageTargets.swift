// Factory, MIT licence; see LICENSE
//
// Which target of a package compiles a file.
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
