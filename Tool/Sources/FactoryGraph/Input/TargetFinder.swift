// Factory, MIT licence; see LICENSE
//
// Finds the modules of each file: targets of the configuration, a package or a project, or the
// folder.
/// The modules of a program, and the files that belong to them.
struct TargetFinder {
  /// The targets that the plugin or the configuration lists for a path.
  typealias Listed = @Sendable (_ path: String) -> [ListedTarget]

  private var packages: [String: PackageTargets] = [:]
  private var projects: [(folder: String, path: String, project: XcodeProject)] = []
  private let listed: Listed?
  /// The first number of the version of Factory that the packages and projects require: the lowest,
  /// if they require several.
  private(set) var libraryVersion: Int?
  private var modules: [Module] = []
  /// The modules by package or project, and target.
  private var known: [[String]: Int] = [:]
  private var declared: [(module: Int, package: String, dependencies: [String])] = []

  /// - Parameters:
  ///   - projects: the texts of Xcode projects, by their paths.
  ///   - listed: nil if neither the plugin nor the configuration has targets.
  init(
    _ files: [(file: SourceTree.File, facts: FileFacts)], projects: [(path: String, text: String)],
    listed: Listed?
  ) {
    self.listed = listed
    var versions: [Int] = []
    for (file, facts) in files where isManifest(file, facts) {
      let paths = files.filter { $0.file.package == file.package }.map { $0.file.path }
      packages[file.package] = PackageTargets(
        file.package, PackageManifest(facts), files: paths)
      if let version = LibraryVersion.major(manifest: facts) { versions.append(version) }
    }
    for (path, text) in projects {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
      if let project = XcodeProject(text, folder: folder.isEmpty ? "." : folder) {
        let root = FilePaths.absolute(folder.isEmpty ? "." : folder)
        self.projects.append((root, path, project))
        if let version = project.libraryVersion { versions.append(version) }
      }
    }
    libraryVersion = versions.min()
  }

  func isManifest(_ file: SourceTree.File, _ facts: FileFacts) -> Bool {
    let name = file.path.split(separator: "/").last ?? ""
    // `Package@swift-6.0.swift` as well.
    guard name.hasPrefix("Package"), name == "Package.swift" || name.hasPrefix("Package@") else {
      return false
    }
    guard facts.imports.contains(where: { $0.module == "PackageDescription" }) else { return false }
    return file.path == name || file.path == "\(file.package)/\(name)"
  }

  /// The modules of a file, of which there are several if several targets compile it, and none if no
  /// target does.
  mutating func modules(of file: SourceTree.File) -> [Int] {
    if let targets = listed?(file.path), !targets.isEmpty {
      return targets.map { module("", $0.name, kind: $0.kind, $0.dependencies ?? []) }
    }
    let package = packages[file.package]
    if let target = package?.target(of: file.path) {
      return [module(file.package, target.name, kind: target.kind, target.dependencies)]
    }
    let path = projects.isEmpty ? "" : FilePaths.absolute(file.path)
    let found = projects.flatMap { project in
      project.project.targets.filter { $0.compiles(path) }.map { (project.path, $0) }
    }
    if !found.isEmpty {
      return found.map { module($0, $1.name, kind: $1.kind, $1.dependencies) }
    }
    let isOutside =
      listed != nil || package?.isComplete == true
      || package == nil && projects.contains { path.hasPrefix($0.folder + "/") }
    // The name of the folder may be that of a target, which the file does not belong to.
    return isOutside
      ? [] : [module("\(file.package)/", Self.folderName(file.package), kind: nil, [])]
  }

  private mutating func module(
    _ package: String, _ name: String, kind: Module.Kind?, _ dependencies: [String]
  ) -> Int {
    if let module = known[[package, name]] { return module }
    let module = modules.count
    modules.append(Module(name: name, kind: kind ?? .library, isInPackage: kind != nil))
    modules[module].products = Set(dependencies)
    known[[package, name]] = module
    declared.append((module, package, dependencies))
    return module
  }

  private static func folderName(_ folder: String) -> String {
    let last = folder.split(separator: "/").last.map(String.init) ?? folder
    if last != "." && last != ".." && !last.isEmpty { return last }
    return FilePaths.absolute(folder).split(separator: "/").last.map(String.init) ?? "main"
  }

  // MARK: Dependencies

  /// The modules, with what they depend on, and what kind a folder without a manifest is.
  mutating func linked(_ files: [SourceFile]) -> [Module] {
    var imports: [Set<String>] = Array(repeating: [], count: modules.count)
    var isTest = Array(repeating: false, count: modules.count)
    for file in files {
      for item in file.facts.imports { imports[file.module.position].insert(item.module) }
      if file.facts.imports.contains(where: { ["Testing", "XCTest"].contains($0.module) }) {
        isTest[file.module.position] = true
      }
      if !modules[file.module].isInPackage, file.hasEntryPoint {
        modules[file.module].kind = .executable
      }
    }
    var direct: [Set<Int>] = Array(repeating: [], count: modules.count)
    for (module, package, dependencies) in declared {
      let names = dependencies.flatMap { products(named: $0) ?? [$0] } + imports[module]
      for name in names {
        // A target of the same package wins.
        if let own = known[[package, name]] ?? known[["\(package)/", name]] {
          direct[module].insert(own)
        } else if let other = modules.firstIndex(where: { $0.name == name }) {
          direct[module].insert(other)
        }
      }
      direct[module].remove(module)
      if !modules[module].isInPackage, modules[module].kind == .library, isTest[module] {
        modules[module].kind = .test
      }
    }
    for module in modules.indices {
      modules[module].dependencies = Set(
        Self.reachable(from: module, direct).map { ModuleIndex($0) })
    }
    for module in modules.indices where modules[module].kind == .library {
      modules[module].isPublishedLibrary = !modules.contains {
        $0.kind == .executable && $0.dependencies.contains(ModuleIndex(module))
      }
    }
    return modules
  }

  private func products(named name: String) -> [String]? {
    // The same one in each run.
    packages.filter { $0.value.manifest.products[name] != nil }.min { $0.key < $1.key }?
      .value.manifest.products[name]
  }

  private static func reachable(from module: Int, _ direct: [Set<Int>]) -> Set<Int> {
    var found: Set<Int> = []
    var queue = Array(direct[module])
    while let next = queue.popLast() {
      if found.insert(next).inserted { queue += direct[next] }
    }
    found.remove(module)
    return found
  }
}

extension SourceFile {
  /// Whether the program starts in this file.
  var hasEntryPoint: Bool {
    isMain
      || facts.types.contains { type in
        type.attributes.contains {
          ["main", "UIApplicationMain", "NSApplicationMain"].contains($0.name)
        }
      }
  }
}
