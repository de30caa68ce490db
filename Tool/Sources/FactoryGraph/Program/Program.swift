// Factory, MIT licence; see LICENSE
//
// What the files of a program are together: its containers, their factories, and who uses them.
/// A program: the files at the paths that the tool was given, as one.
///
/// The extensions in this folder make it in steps. Each needs those before it: the types, the
/// containers, their factories, the uses of the factories, and the edges between them.
public final class Program {
  public let files: [SourceFile]
  public let modules: [Module]
  /// The first number of Factory's version; nil if it is not known.
  let libraryVersion: Int?
  private(set) lazy var fileOfPath = Dictionary(
    files.indices.map { (files[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
  let types: TypeTable
  /// What `lineage(of:)` has found out.
  var lineages: [Int: [Int]] = [:]
  var containers: [ContainerInfo] = []
  /// The container of each type that is one.
  var containerOfType: [Int: Int] = [:]
  var factories: [FactoryInfo] = []
  /// The factories of each property or function.
  var factoryOfMember: [Reference: Int] = [:]
  /// The factories whose definition a chain is.
  var factoryOfBuilder: [Reference: Int] = [:]
  /// The names of all factories.
  private(set) lazy var factoryNames = Set(factories.map(\.name))
  var uses: [FactoryUse] = []
  /// The values of chains that variables and properties have.
  var chainValues: [Reference: Value] = [:]
  private(set) lazy var usesOfFactory = Dictionary(grouping: uses.indices) { uses[$0].factory }
  private(set) lazy var usesOfFile = Dictionary(grouping: uses.indices) { uses[$0].file }
  private(set) lazy var edgesTo = Dictionary(grouping: edges.indices) { edges[$0].to }
  /// What the program's custom scopes are: `Cached`, `Shared` and so on.
  private(set) lazy var customScopes = findCustomScopes()
  /// The factory of each closure of a definition.
  var factoryOfClosure: [Reference: Int] = [:]
  /// The uses that a link of a chain makes.
  var usesOfChain: [Reference: [Int]] = [:]
  /// What `ownership(ofLocalFunction:)` has found out.
  var ownershipOfLocalFunction: [Reference: Ownership] = [:]
  /// The chains of each file that start with the name of a local function.
  var localFunctionChains: [Int: [String: [Int]]] = [:]
  var edges: [FactoryEdge] = []
  /// The code that the construction of some instance runs.
  var constructed: Set<CodeOwner> = []
  /// The uses that are listed because it is not known whether a construction makes them.
  var doubted: Set<Int> = []
  /// The default scopes of containers that have one.
  var defaultScopes: [Int: DefaultScope] = [:]
  private(set) lazy var factoryIDs = findFactoryIDs()
  private(set) lazy var containerIDs = findContainerIDs()
  var unresolved: [(location: Location, reason: String)] = []
  /// Names that code of unknown type mentions, so that no rule says that nothing does.
  var mentionedNames: Set<String> = []
  private(set) lazy var dropsCachedInstances = findDropsCachedInstances()
  /// The names of variables and properties that some code sets.
  private(set) lazy var assignedNames = Set(
    files.flatMap(\.facts.assignedNames).map { name in
      name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? name
    })
  /// The modules that see FactoryKit.
  let modulesWithFactory: Set<Int>
  /// The calls of functions and initialisers of the program.
  var calls: [CallSite] = []
  var callsOfChain: [Reference: [Int]] = [:]
  /// The arguments in each file that the called function evaluates later, if at all.
  private(set) lazy var deferredArguments = findDeferredArguments()
  /// The functions and variables at the top level of files.
  let globalMembers: [String: [Reference]]
  /// The chains of the attributes of each file's members.
  private(set) lazy var attributeChains = files.map { file in
    Set(file.facts.members.flatMap { $0.attributes.compactMap(\.chain) })
  }
  /// What each file's regions, chains and variables are in, by index.
  let indices: [FileIndex]

  /// - Parameter libraryVersion: the first number of the version of Factory that the program has. If
  ///   it is not known, rules assume the tool's own.
  public init(files: [SourceFile], modules: [Module], libraryVersion: Int? = nil) {
    self.files = files
    self.modules = modules
    self.libraryVersion = libraryVersion
    types = TypeTable(files, modules)
    indices = files.map { FileIndex($0.facts) }
    globalMembers = Self.globalMembers(files)
    modulesWithFactory = Self.modulesWithFactory(files, modules)
    findContainers()
    findFactories()
    findUses()
    findEdges()
    findTestsOfUnknownClasses()
    findDefaultScopes()
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

  // MARK: Facts

  func member(_ reference: Reference) -> MemberFact {
    files[reference.file].facts.members[reference.index]
  }

  func chain(_ reference: Reference) -> Chain {
    files[reference.file].facts.chains[reference.index]
  }

  func region(_ reference: Reference) -> Region {
    files[reference.file].facts.regions[reference.index]
  }

  func module(of reference: Reference) -> Module { modules[files[reference.file].module] }

  /// The place of a factory's declaration.
  func location(of factory: Int) -> Location {
    let reference = factories[factory].member
    return Location(reference.file, member(reference).place)
  }

  func isTest(_ file: Int) -> Bool { modules[files[file].module].kind == .test }
}
