// Factory, MIT licence; see LICENSE
//
// Finds the module of each file: a target of a package, or the folder.
/// The modules of a program, and the files that belong to them.
struct TargetFinder {
  private struct Package {
    var folder: String
    var manifest: PackageManifest
  }

  private var packages: [String: Package] = [:]
  private var modules: [Module] = []
  /// The modules by package and target.
  private var known: [[String]: Int] = [:]
  /// A folder with sources, all of which belong to one module.
  private struct Folder: Hashable {
    var package: String
    var path: Substring
  }

  private var moduleOfFolder: [Folder: Int] = [:]
  private var declared: [(module: Int, package: String, dependencies: [String])] = []

  init(_ files: [(file: SourceTree.File, facts: FileFacts)]) {
    for (file, facts) in files where isManifest(file) {
      packages[file.package] = Package(folder: file.package, manifest: PackageManifest(facts))
    }
  }

  func isManifest(_ file: SourceTree.File) -> Bool {
    let name = file.path.split(separator: "/").last ?? ""
    // `Package@swift-6.0.swift` as well.
    guard name.hasPrefix("Package"), name == "Package.swift" || name.hasPrefix("Package@") else {
      return false
    }
    return file.path == name || file.path == "\(file.package)/\(name)"
  }

  /// The module of a file.
  mutating func module(of file: SourceTree.File) -> Int {
    let path = file.path.prefix(upTo: file.path.lastIndex(of: "/") ?? file.path.startIndex)
    let folder = Folder(package: file.package, path: path)
    if let known = moduleOfFolder[folder] { return known }
    let module = findModule(of: file)
    moduleOfFolder[folder] = module
    return module
  }

  private mutating func findModule(of file: SourceTree.File) -> Int {
    let name: String
    var target: PackageManifest.Target?
    if let package = packages[file.package] {
      let path = relative(file.path, to: package.folder)
      target = package.manifest.targets
        .filter { Self.contains($0.path, path) }
        .max { $0.path.count < $1.path.count }
      name = target?.name ?? Self.folderName(package.folder)
    } else {
      name = Self.folderName(file.package)
    }
    let key = [file.package, name]
    if let module = known[key] { return module }
    let module = modules.count
    modules.append(
      Module(name: name, kind: target?.kind ?? .library, isInPackage: target != nil))
    known[key] = module
    declared.append((module, file.package, target?.dependencies ?? []))
    return module
  }

  private func relative(_ path: String, to folder: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return folder == "." || folder.isEmpty || path.hasPrefix(folder + "/")
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
      for item in file.facts.imports { imports[file.module].insert(item.module) }
      if file.facts.imports.contains(where: { ["Testing", "XCTest"].contains($0.module) }) {
        isTest[file.module] = true
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
        if let own = known[[package, name]] {
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
      modules[module].dependencies = Self.reachable(from: module, direct)
    }
    for module in modules.indices where modules[module].kind == .library {
      modules[module].isPublishedLibrary = !modules.contains {
        $0.kind == .executable && $0.dependencies.contains(module)
      }
    }
    return modules
  }

  private func products(named name: String) -> [String]? {
    // The same one in each run.
    packages.values.filter { $0.manifest.products[name] != nil }.min { $0.folder < $1.folder }?
      .manifest.products[name]
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
