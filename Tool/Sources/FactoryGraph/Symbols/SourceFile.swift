// Factory, MIT licence; see LICENSE
//
// The files and modules of a program, and references to what they declare.
public typealias FileIndex = TableIndex<SourceFile>
public typealias ModuleIndex = TableIndex<Module>

/// A file of the program.
public struct SourceFile: Sendable {
  /// As messages show it.
  public var path: String
  /// The index of the module.
  public var module: ModuleIndex
  public var facts: FileFacts

  public init(path: String, module: ModuleIndex, facts: FileFacts) {
    self.path = path
    self.module = module
    self.facts = facts
  }

  func imports(_ module: String) -> Bool { facts.imports.contains { $0.module == module } }

  var isMain: Bool { path == "main.swift" || path.hasSuffix("/main.swift") }
}

/// A target of a package, or a folder without a package.
public struct Module: Sendable {
  public typealias Kind = PackageManifest.Target.Kind

  public var name: String
  public var kind: Kind
  /// Whether the manifest of a package declares it.
  public var isInPackage: Bool
  /// Whether the files of a folder were taken for a target, because neither a manifest nor a project
  /// says which they are. No error rests on that.
  public var isGuessed = false
  /// The indices of the modules that it depends on, directly or not.
  public var dependencies: Set<ModuleIndex>
  /// The names of the targets and products that its manifest or its project links. Empty if they are
  /// not known.
  public var products: Set<String> = []
  /// Whether it is a library that no executable of the program depends on, so that its public
  /// declarations are for other programs.
  public var isPublishedLibrary = false

  public init(
    name: String, kind: Kind = .executable, isInPackage: Bool = false,
    dependencies: Set<ModuleIndex> = []
  ) {
    self.name = name
    self.kind = kind
    self.isInPackage = isInPackage
    self.dependencies = dependencies
  }
}

/// A fact of a file: the file's index in the program, and the fact's index in the file.
public struct Reference<Fact>: Hashable, Sendable, Comparable {
  public var file: FileIndex
  public var index: Int

  public init(_ file: FileIndex, _ index: Int) {
    self.file = file
    self.index = index
  }

  public static func < (lhs: Reference, rhs: Reference) -> Bool {
    (lhs.file, lhs.index) < (rhs.file, rhs.index)
  }
}

typealias ChainReference = Reference<Chain>
typealias MemberReference = Reference<MemberFact>
typealias RegionReference = Reference<Region>
/// A declaration or extension of a type.
typealias TypeReference = Reference<TypeFact>

/// A place in the program.
public struct Location: Hashable, Sendable, Comparable {
  public var file: FileIndex
  public var place: Place

  public init(_ file: FileIndex, _ place: Place) {
    self.file = file
    self.place = place
  }

  public static func < (lhs: Location, rhs: Location) -> Bool {
    (lhs.file, lhs.place) < (rhs.file, rhs.place)
  }
}

/// A place of which the syntax does not decide what it does with factories.
struct Unresolved {
  var location: Location
  var reason: String

  init(_ location: Location, _ reason: String) {
    self.location = location
    self.reason = reason
  }
}
