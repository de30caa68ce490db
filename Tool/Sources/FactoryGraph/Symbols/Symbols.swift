// Factory, MIT licence; see LICENSE
//
// The first step of the pipeline: what the files of a program declare.
/// The declarations of a program: its files and modules, their types, and which of these are containers.
final class Symbols {
  let files: Table<SourceFile>
  let modules: Table<Module>
  /// The first number of Factory's version; nil if it is not known.
  let libraryVersion: Int?
  let types: TypeTable
  /// The modules that see FactoryKit.
  let modulesWithFactory: Set<ModuleIndex>
  let containerTable: ContainerTable
  /// The functions and variables at the top level of files.
  let globalMembers: [String: [MemberReference]]
  /// What each file's regions, chains and variables are in, by index.
  private let lookups: [FileLookup]

  init(files: Table<SourceFile>, modules: Table<Module>, libraryVersion: Int?) {
    self.files = files
    self.modules = modules
    self.libraryVersion = libraryVersion
    types = TypeTable(files, modules)
    modulesWithFactory = Self.modulesWithFactory(files, modules)
    containerTable = ContainerTable(files, modules, types, modulesWithFactory)
    globalMembers = Self.globalMembers(files)
    lookups = files.map { FileLookup($0.facts) }
  }

  func lookup(in file: FileIndex) -> FileLookup { lookups[file.position] }

  private static func globalMembers(_ files: Table<SourceFile>) -> [String: [MemberReference]] {
    var found: [String: [MemberReference]] = [:]
    for (file, source) in files.indexed {
      for (index, member) in source.facts.members.enumerated() where member.owner == nil {
        found[member.name, default: []].append(Reference(file, index))
      }
    }
    return found
  }

  private static func modulesWithFactory(
    _ files: Table<SourceFile>, _ modules: Table<Module>
  ) -> Set<ModuleIndex> {
    let names = LibraryModules.imported
    var direct: Set<ModuleIndex> = []
    for file in files where file.facts.imports.contains(where: { names.contains($0.module) }) {
      direct.insert(file.module)
    }
    for (index, module) in modules.indexed where names.contains(module.name) {
      direct.insert(index)
    }
    // A module may export what it imports.
    return direct.union(
      modules.indices.filter { !modules[$0].dependencies.isDisjoint(with: direct) })
  }
}

extension HasProgram {
  var symbols: Symbols { program.symbols }
  var files: Table<SourceFile> { symbols.files }
  var modules: Table<Module> { symbols.modules }
  var libraryVersion: Int? { symbols.libraryVersion }
  var types: TypeTable { symbols.types }
  var containers: Table<ContainerInfo> { symbols.containerTable.all }
  func lookup(in file: FileIndex) -> FileLookup { symbols.lookup(in: file) }

  func member(_ reference: MemberReference) -> MemberFact {
    files[reference.file].facts.members[reference.index]
  }

  func chain(_ reference: ChainReference) -> Chain {
    files[reference.file].facts.chains[reference.index]
  }

  func region(_ reference: RegionReference) -> Region {
    files[reference.file].facts.regions[reference.index]
  }

  /// The declaration or extension of a type.
  func fact(of part: TypeReference) -> TypeFact { files[part.file].facts.types[part.index] }

  func isTest(_ file: FileIndex) -> Bool { modules[files[file].module].kind == .test }

  /// Whether a file sees FactoryKit. Imports of other files of the module count, because extensions
  /// that a file does not import are visible in it as well.
  func usesFactoryKit(_ file: FileIndex) -> Bool {
    symbols.modulesWithFactory.contains(files[file].module)
  }

  /// Whether a file may be written for 1.x, whose module is called Factory. So was that of 2.x until
  /// 2.5.
  func mayUseFirstVersion(_ file: FileIndex) -> Bool {
    files[file].imports("Factory") && (libraryVersion ?? 1) < 2
  }

  /// Whether a module is FactoryKit itself, or its interface of 1.x.
  func isLibraryItself(_ file: FileIndex) -> Bool {
    LibraryModules.declaring.contains(modules[files[file].module].name)
  }

  // MARK: Types

  /// The container that a type is.
  func container(ofType type: TypeIndex) -> ContainerIndex? {
    symbols.containerTable.containerOfType[type]
  }

  /// The container of a name, as a file uses it.
  func container(named name: String, from file: FileIndex) -> ContainerIndex? {
    types.find(name, from: file).flatMap { container(ofType: $0) }
  }

  /// A type and what it inherits from: types, protocols, and the protocols of all containers.
  func lineage(of type: TypeIndex) -> [TypeIndex] { symbols.containerTable.lineages[type.position] }

  /// What a type inherits from.
  func ancestors(of type: TypeIndex) -> [TypeIndex] { Array(lineage(of: type).dropFirst()) }

  // MARK: Regions

  /// A region and those around it, the innermost first.
  func enclosing(_ region: RegionReference) -> EnclosingRegions {
    EnclosingRegions(regions: files[region.file].facts.regions, index: region.index)
  }

  /// The innermost type or extension around some code.
  func enclosingType(of region: RegionReference) -> TypeReference? {
    for (_, current) in enclosing(region) {
      if case .type(let index) = current.kind { return Reference(region.file, index) }
    }
    return nil
  }

  /// The innermost function, accessor or initial value around a region.
  func enclosingMember(of region: RegionReference) -> MemberReference? {
    for (_, current) in enclosing(region) {
      if case .member(let index) = current.kind { return Reference(region.file, index) }
    }
    return nil
  }

  /// The region around the branches and clauses of `#if` in which a region is.
  func withoutBranches(_ region: Int, _ file: FileIndex) -> Int {
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
