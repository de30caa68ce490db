// Factory, MIT licence; see LICENSE
//
// The first step of the pipeline: what the files of a program declare.
/// The declarations of a program: its files and modules, their types, and which of these are containers.
final class Symbols {
  let files: [SourceFile]
  let modules: [Module]
  /// The first number of Factory's version; nil if it is not known.
  let libraryVersion: Int?
  let types: TypeTable
  /// The modules that see FactoryKit.
  let modulesWithFactory: Set<Int>
  let containers: ContainerTable
  /// The functions and variables at the top level of files.
  let globalMembers: [String: [Reference]]
  /// What each file's regions, chains and variables are in, by index.
  let indices: [FileIndex]

  init(files: [SourceFile], modules: [Module], libraryVersion: Int?) {
    self.files = files
    self.modules = modules
    self.libraryVersion = libraryVersion
    types = TypeTable(files, modules)
    modulesWithFactory = Self.modulesWithFactory(files, modules)
    containers = ContainerTable(files, modules, types, modulesWithFactory)
    globalMembers = Self.globalMembers(files)
    indices = files.map { FileIndex($0.facts) }
  }

  private static func globalMembers(_ files: [SourceFile]) -> [String: [Reference]] {
    var found: [String: [Reference]] = [:]
    for (file, source) in files.enumerated() {
      for (index, member) in source.facts.members.enumerated() where member.owner == nil {
        found[member.name, default: []].append(Reference(file, index))
      }
    }
    return found
  }

  private static func modulesWithFactory(
    _ files: [SourceFile], _ modules: [Module]
  ) -> Set<Int> {
    let names = LibraryModules.imported
    var direct: Set<Int> = []
    for file in files where file.facts.imports.contains(where: { names.contains($0.module) }) {
      direct.insert(file.module)
    }
    for (index, module) in modules.enumerated() where names.contains(module.name) {
      direct.insert(index)
    }
    // A module may export what it imports.
    return direct.union(
      modules.indices.filter { !modules[$0].dependencies.isDisjoint(with: direct) })
  }
}

/// What the symbols of a program can be asked: the step itself, each later one, and the program.
protocol HasSymbols {
  var symbols: Symbols { get }
}

extension Symbols: HasSymbols {
  var symbols: Symbols { self }
}

extension HasSymbols {
  var files: [SourceFile] { symbols.files }
  var modules: [Module] { symbols.modules }
  var libraryVersion: Int? { symbols.libraryVersion }
  var types: TypeTable { symbols.types }
  var containers: [ContainerInfo] { symbols.containers.all }
  var indices: [FileIndex] { symbols.indices }

  func member(_ reference: Reference) -> MemberFact {
    files[reference.file].facts.members[reference.index]
  }

  func chain(_ reference: Reference) -> Chain {
    files[reference.file].facts.chains[reference.index]
  }

  func region(_ reference: Reference) -> Region {
    files[reference.file].facts.regions[reference.index]
  }

  /// The declaration or extension of a type.
  func fact(of part: Reference) -> TypeFact { files[part.file].facts.types[part.index] }

  func isTest(_ file: Int) -> Bool { modules[files[file].module].kind == .test }

  /// Whether a file sees FactoryKit. Imports of other files of the module count, because extensions
  /// that a file does not import are visible in it as well.
  func usesFactoryKit(_ file: Int) -> Bool {
    symbols.modulesWithFactory.contains(files[file].module)
  }

  /// Whether a file may be written for 1.x, whose module is called Factory. So was that of 2.x until
  /// 2.5.
  func mayUseFirstVersion(_ file: Int) -> Bool {
    files[file].imports("Factory") && (libraryVersion ?? 1) < 2
  }

  /// Whether a module is FactoryKit itself, or its interface of 1.x.
  func isLibraryItself(_ file: Int) -> Bool {
    LibraryModules.declaring.contains(modules[files[file].module].name)
  }

  // MARK: Types

  /// The container that a type is.
  func container(ofType type: Int) -> Int? { symbols.containers.containerOfType[type] }

  /// The container of a name, as a file uses it.
  func container(named name: String, from file: Int) -> Int? {
    types.find(name, from: file).flatMap { container(ofType: $0) }
  }

  /// A type and what it inherits from: types, protocols, and the protocols of all containers.
  func lineage(of type: Int) -> [Int] { symbols.containers.lineages[type] }

  /// What a type inherits from.
  func ancestors(of type: Int) -> [Int] { Array(lineage(of: type).dropFirst()) }

  // MARK: Regions

  /// A region and those around it, the innermost first.
  func enclosing(_ region: Reference) -> EnclosingRegions {
    EnclosingRegions(regions: files[region.file].facts.regions, index: region.index)
  }

  /// The innermost type or extension around some code.
  func enclosingType(of region: Reference) -> Reference? {
    for (_, current) in enclosing(region) {
      if case .type(let index) = current.kind { return Reference(region.file, index) }
    }
    return nil
  }

  /// The innermost function, accessor or initial value around a region.
  func enclosingMember(of region: Reference) -> Reference? {
    for (_, current) in enclosing(region) {
      if case .member(let index) = current.kind { return Reference(region.file, index) }
    }
    return nil
  }

  /// The region around the branches and clauses of `#if` in which a region is.
  func withoutBranches(_ region: Int, _ file: Int) -> Int {
    let regions = files[file].facts.regions
    var region = region
    while case .condition = regions[region].kind, let parent = regions[region].parent {
      region = parent
    }
    return region
  }
}

extension Chain {
  /// The name that the chain starts with.
  var rootName: String? { if case .name(let name) = root { name } else { nil } }
}
