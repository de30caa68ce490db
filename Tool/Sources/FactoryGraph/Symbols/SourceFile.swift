// Factory, MIT licence; see LICENSE
//
// The files and modules of a program, and references to what they declare.
package typealias FileIndex = TableIndex<SourceFile>
package typealias ModuleIndex = TableIndex<Module>

/// A file of the program.
package struct SourceFile: Sendable {
  /// As messages show it.
  package var path: String
  /// The index of the module.
  package var module: ModuleIndex
  package var facts: FileFacts

  package init(path: String, module: ModuleIndex, facts: FileFacts) {
    self.path = path
    self.module = module
    self.facts = facts
  }

  func imports(_ module: String) -> Bool { facts.imports.contains { $0.module == module } }

  var isMain: Bool { path == "main.swift" || path.hasSuffix("/main.swift") }
}

/// What a target makes.
public enum ModuleKind: String, Codable, Sendable {
  case library, executable, test, plugin, macro
}

/// A target of a package, or a folder without a package.
package struct Module: Sendable {
  package var name: String
  package var kind: ModuleKind
  /// Whether the manifest of a package declares it.
  package var isInPackage: Bool
  /// Whether the files of a folder were taken for a target, because neither a manifest nor a project
  /// says which they are. No error rests on that.
  package var isGuessed = false
  /// The indices of the modules that it depends on, directly or not.
  package var dependencies: Set<ModuleIndex>
  /// The names of the targets and products that its manifest or its project links. Empty if they are
  /// not known.
  package var products: Set<String> = []
  /// Whether it is a library that no executable of the program depends on, so that its public
  /// declarations are for other programs.
  package var isPublishedLibrary = false

  package init(
    name: String, kind: ModuleKind = .executable, isInPackage: Bool = false,
    dependencies: Set<ModuleIndex> = []
  ) {
    self.name = name
    self.kind = kind
    self.isInPackage = isInPackage
    self.dependencies = dependencies
  }
}

extension [Module] {
  /// Sets what the modules depend on, and which are libraries for other programs.
  ///
  /// - Parameter direct: the indices of the modules that each one depends on directly.
  mutating func link(_ direct: [Set<Int>]) {
    for index in indices {
      let found = Set(reachableFrom: direct[index]) { direct[$0] }.subtracting([index])
      self[index].dependencies = Set(found.map { ModuleIndex($0) })
    }
    for index in indices where self[index].kind == .library {
      self[index].isPublishedLibrary = !contains {
        $0.kind == .executable && $0.dependencies.contains(ModuleIndex(index))
      }
    }
  }
}

/// A fact of a file: the file's index in the program, and the fact's index in the file.
package struct Reference<Fact>: Hashable, Sendable, Comparable {
  package var file: FileIndex
  package var index: Int

  package init(_ file: FileIndex, _ index: Int) {
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
  package var file: FileIndex
  package var place: Place

  package init(_ file: FileIndex, _ place: Place) {
    self.file = file
    self.place = place
  }

  public static func < (lhs: Location, rhs: Location) -> Bool {
    (lhs.file, lhs.place) < (rhs.file, rhs.place)
  }
}

/// A place of which the syntax does not decide what it does with factories.
struct Unresolved {
  enum Reason {
    case keyPathOfWrapper(String)
    case keyPath(container: String)
    case typeBefore(member: String)
    case launchArgument
    case staticProperty
    case passedOn(factory: String)
    /// A function that the program does not declare gets the code as a closure.
    case closure(of: String, factory: String)
    /// The code is one of several functions that a call may mean.
    case overload(of: String, factory: String)
    case defaultScope
    case defaultScopes(container: String)
    case baseClass(String, tests: String)
  }

  var location: Location
  var reason: Reason

  init(_ location: Location, _ reason: Reason) {
    self.location = location
    self.reason = reason
  }
}

extension Unresolved.Reason {
  /// As the graph lists it.
  var text: String {
    switch self {
    case .keyPathOfWrapper(let wrapper):
      "the key path is not a constant, so it is not known which factory '@\(wrapper)' resolves"
    case .keyPath(let container):
      "the key path is not a constant, so it is not known which factory of \(container) it names"
    case .typeBefore(let member):
      "the type of the expression before '.\(member)' is not known, so it is not known whether this is "
        + "a factory's"
    case .launchArgument:
      "the text is not a constant, so it is not known which launch argument it is"
    case .staticProperty:
      "a static property stores this factory, so it is not known which container it is of"
    case .passedOn(let factory):
      "\(factory) is passed on, so it is not known what code resolves it"
    case .closure(let function, let factory):
      "'\(function)' is not declared in the program, so it is not known whether it runs its closure at "
        + "once and whether the construction needs \(factory)"
    case .overload(let function, let factory):
      "the call may mean several functions '\(function)', so it is not known whether the construction "
        + "needs \(factory)"
    case .defaultScope: "it is not known whether this sets the default scope, or which one"
    case .defaultScopes(let container):
      "the default scope of \(container) is set to several, so that of its factories is not known"
    case .baseClass(let base, let tests):
      "the class \(base) is not in the program, so it is not known whether it isolates the tests of "
        + tests
    }
  }
}

/// The names of the library's modules.
package enum LibraryModules {
  /// FactoryKit, and the part of it that can be imported alone.
  static let kit: Set = ["FactoryKit", "FactoryKitCore"]
  /// Those that declare factories: these, and the interface of 1.x.
  static let declaring = kit.union(["Factory"])
  /// Those whose import makes factories available to a program.
  package static let imported = declaring.union(["FactoryTesting"])
}

/// The index of an element in its table. An index of one table cannot be used for another one.
package struct TableIndex<Element>: Hashable, Strideable, Sendable {
  let position: Int

  package init(_ position: Int) { self.position = position }

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.position < rhs.position }
  package func distance(to other: Self) -> Int { other.position - position }
  package func advanced(by distance: Int) -> Self { Self(position + distance) }
}

/// A list of the files, the types, the factories or the like of a program.
package struct Table<Element>: RandomAccessCollection, MutableCollection {
  package typealias Index = TableIndex<Element>
  package typealias Indices = Range<TableIndex<Element>>

  private var elements: [Element]

  init(_ elements: [Element] = []) { self.elements = elements }

  package var startIndex: Index { TableIndex(0) }
  package var endIndex: Index { TableIndex(elements.count) }

  package subscript(index: Index) -> Element {
    get { elements[index.position] }
    // In place: to set a changed copy would copy what the element contains, such as the members of a
    // type with thousands of them.
    _modify { yield &elements[index.position] }
  }

  /// Adds an element, and returns its index.
  @discardableResult
  mutating func append(_ element: Element) -> Index {
    elements.append(element)
    return Index(elements.count - 1)
  }

  /// The elements with their indices.
  var indexed: Zip2Sequence<Indices, Self> { zip(indices, self) }
}

extension Table: Sendable where Element: Sendable {}

/// The files and modules that `ProgramLoader` reads are arrays, of which a program makes tables.
extension Array {
  package subscript(index: TableIndex<Element>) -> Element {
    get { self[index.position] }
    set { self[index.position] = newValue }
  }
}
