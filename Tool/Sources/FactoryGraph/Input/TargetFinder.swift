// Factory, MIT licence; see LICENSE
//
// Finds the modules of each file: targets of the configuration, a package or a project, or the
// folder.
/// The modules of a program, and the files that belong to them.
struct TargetFinder {
  /// The targets that the plugin or the configuration lists for a path.
  typealias Listed = @Sendable (_ path: String) -> [ListedTarget]

  private var packages: [String: PackageTargets] = [:]
  private var projects: [Project] = []
  private let listed: Listed?
  /// The first number of the version of Factory that the packages and projects require: the lowest,
  /// if they require several.
  private(set) var libraryVersion: Int?
  /// What could not be understood.
  private(set) var problems: [String] = []
  private var modules: [Module] = []
  /// The modules by package or project, and target.
  private var known: [[String]: Int] = [:]
  private var declared: [(module: Int, package: String, dependencies: [String])] = []

  /// A project of Xcode, or one that Tuist or XcodeGen generates.
  private struct Project {
    var path: String
    var targets: [ProjectTarget]
    /// Whether all targets are known, so that other files in its folder belong to none.
    var isComplete = true
    /// The name of the Xcode project, if another file describes it.
    var name: String?

    /// An absolute path.
    var folder: String { FilePaths.absolute(FilePaths.folder(of: path)) }
  }

  /// Whether a file is a part of the program.
  enum Membership {
    /// Several if several targets compile it.
    case modules([Int])
    case none(reason: String)
  }

  /// - Parameter listed: nil if neither the plugin nor the configuration has targets.
  init(
    _ files: [(file: SourceTree.File, facts: FileFacts)], projects: [XcodeProject],
    generated: [XcodeGenProject], listed: Listed?
  ) {
    self.listed = listed
    var versions = (projects.map(\.libraryVersion) + generated.map(\.libraryVersion))
      .compactMap { $0 }
    var descriptions = generated.map {
      Project(
        path: $0.path, targets: $0.targets, isComplete: !$0.hasOtherTargets, name: $0.name)
    }
    var manifests: [String: ManifestVersions] = [:]
    for (file, facts) in files where isManifest(file, facts) {
      let name = Self.name(of: file)
      if name.hasPrefix("Package") {
        manifests[file.package, default: ManifestVersions()].add(facts, fileName: name)
        continue
      }
      if let version = LibraryVersion.major(manifest: facts) { versions.append(version) }
      if name == "Project.swift" {
        let project = DeepStack.run {
          TuistProject(facts, folder: FilePaths.folder(of: file.path))
        }
        descriptions.append(
          Project(
            path: file.path, targets: project.targets, isComplete: !project.hasOtherTargets,
            name: project.name))
      }
    }
    for (package, manifest) in manifests {
      let read = manifest.readable()
      if read.isEmpty { continue }
      versions += read.compactMap { LibraryVersion.major(manifest: $0) }
      packages[package] = PackageTargets(
        package, DeepStack.run { PackageManifest(common: read.map { PackageManifest($0) }) },
        files: files.filter { $0.file.package == package }.map { $0.file.path })
    }
    libraryVersion = versions.min()
    addProjects(projects, descriptions)
  }

  /// Tuist and XcodeGen make an Xcode project of a description, which is the newer one, but may have
  /// targets that cannot be read.
  private mutating func addProjects(_ xcode: [XcodeProject], _ descriptions: [Project]) {
    var xcode = xcode
    for project in descriptions {
      let folder = FilePaths.folder(of: project.path)
      func isMade(_ other: XcodeProject) -> Bool {
        other.folder == folder
          && (project.name == nil || other.path.hasSuffix("/\(project.name!).xcodeproj")
            || other.path == "\(project.name!).xcodeproj")
      }
      if project.isComplete {
        xcode.removeAll { isMade($0) }
      } else if xcode.contains(where: { isMade($0) }) {
        continue
      } else if listed == nil {
        problems.append(
          "\(project.path): not all targets can be read, so some are unknown; "
            + "'targets' in factory.yml can list them")
      }
      projects.append(project)
    }
    projects += xcode.map { Project(path: $0.path, targets: $0.targets) }
  }

  private static func name(of file: SourceTree.File) -> Substring {
    file.path.split(separator: "/").last ?? ""
  }

  func isManifest(_ file: SourceTree.File, _ facts: FileFacts) -> Bool {
    let name = Self.name(of: file)
    func imports(_ module: String) -> Bool { facts.imports.contains { $0.module == module } }
    if TuistProject.manifests.contains(String(name)) { return imports(TuistProject.module) }
    // `Package@swift-6.0.swift` as well.
    guard name.hasPrefix("Package"), name == "Package.swift" || name.hasPrefix("Package@") else {
      return false
    }
    return imports("PackageDescription")
      && (file.path == name || file.path == "\(file.package)/\(name)")
  }

  /// The modules of a file.
  mutating func membership(of file: SourceTree.File, _ facts: FileFacts) -> Membership {
    if let targets = listed?(file.path), !targets.isEmpty {
      return .modules(
        targets.map { module("", $0.name, kind: $0.kind, $0.dependencies ?? []) })
    }
    let package = packages[file.package]
    if let target = package?.target(of: file.path) {
      return .modules(
        [module(file.package, target.name, kind: target.kind, target.dependencies)])
    }
    let path = FilePaths.absolute(file.path)
    let key = ProjectTarget.key(path)
    let found = projects.flatMap { project in
      project.targets.filter { $0.compiles(key) }.map { (project.path, $0) }
    }
    if !found.isEmpty {
      return .modules(found.map { module($0, $1.name, kind: $1.kind, $1.dependencies) })
    }
    if let reason = reasonOutside(path, package, file, facts) { return .none(reason: reason) }
    // The name of the folder may be that of a target, which the file does not belong to.
    let guess = module("\(file.package)/", Self.folderName(file.package), kind: nil, [])
    modules[guess].isGuessed = true
    return .modules([guess])
  }

  /// Why a file that none of the known targets compiles belongs to no other one; nil if it may.
  private func reasonOutside(
    _ path: String, _ package: PackageTargets?, _ file: SourceTree.File, _ facts: FileFacts
  ) -> String? {
    if listed != nil { return "it is in none of the targets that are listed" }
    if facts.imports.contains(where: { $0.module == TuistProject.module }) {
      return "it is a helper of Tuist's manifests"
    }
    // The project in the nearest folder.
    let project = projects.filter { path.hasPrefix($0.folder + "/") }
      .max { $0.folder.count < $1.folder.count }
    let folder = FilePaths.absolute(file.package)
    if let project, !project.isComplete, project.folder.count >= folder.count { return nil }
    if let package, package.isComplete {
      let manifest = file.package == "." ? "Package.swift" : "\(file.package)/Package.swift"
      return "no target of \(manifest) compiles it"
    }
    // Tuist reads the dependencies from a package without targets.
    if let package, package.manifest.hasOtherTargets || !package.manifest.targets.isEmpty {
      return nil
    }
    guard let project, project.isComplete else { return nil }
    return "no target of \(project.path) compiles it"
  }

  private mutating func module(
    _ package: String, _ name: String, kind: ModuleKind?, _ dependencies: [String]
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
    modules.link(direct)
    return modules
  }

  private func products(named name: String) -> [String]? {
    // The same one in each run.
    packages.filter { $0.value.manifest.products[name] != nil }.min { $0.key < $1.key }?
      .value.manifest.products[name]
  }
}

extension SourceFile {
  /// Whether the program starts in this file.
  var hasEntryPoint: Bool { isMain || facts.types.contains(where: \.isEntryPoint) }

  var hasEntryPointOrApp: Bool { hasEntryPoint || facts.types.contains(where: \.isApp) }
}

extension TypeFact {
  /// Whether an attribute says that the program starts in the type.
  var isEntryPoint: Bool {
    attributes.contains { ["main", "UIApplicationMain", "NSApplicationMain"].contains($0.name) }
  }

  /// Whether it is an app of SwiftUI.
  var isApp: Bool { inherited.contains { $0.base == "App" } }
}
