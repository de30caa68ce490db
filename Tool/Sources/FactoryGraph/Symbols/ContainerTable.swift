// Factory, MIT licence; see LICENSE
//
// The containers of a program, and what its types inherit from.
/// A type whose factories others resolve: a class that conforms to `SharedContainer`, or a protocol
/// of containers that is extended.
struct ContainerInfo {
  /// The index in the type table.
  var type: TypeIndex
  var name: String
  /// The module of the declaration; nil for FactoryKit's own.
  var module: ModuleIndex?
  /// The containers whose factories it has as well: the protocols that it conforms to.
  var parents: [ContainerIndex] = []
  var isProtocol: Bool

  /// The static property with a container's instance for the whole program.
  static let sharedName = "shared"
}

typealias ContainerIndex = TableIndex<ContainerInfo>

/// Finds the types that are containers.
struct ContainerTable {
  private(set) var all = Table<ContainerInfo>()
  /// The container of each type that is one.
  private(set) var containerOfType: [TypeIndex: ContainerIndex] = [:]
  /// Each type, and what it inherits from.
  let lineages: [[TypeIndex]]

  init(
    _ files: Table<SourceFile>, _ modules: Table<Module>, _ types: TypeTable,
    _ modulesWithFactory: Set<ModuleIndex>
  ) {
    let inheritance = Inheritance(types: types, modules: modules)
    lineages = types.types.indices.map { [$0] + inheritance.ancestors(of: $0) }
    for (index, type) in types.types.indexed {
      let isContainer =
        inheritance.isOfLibrary(containerOrProtocol: index)
        ? (type.parts.map(\.file) + [type.file]).contains {
          modulesWithFactory.contains(files[$0].module)
        }
        // 1.x has no container objects: `class Custom: SharedContainer` with static factories.
        : inheritance.inheritsContainer(index, depth: 0)
      guard isContainer else { continue }
      containerOfType[index] = all.append(
        ContainerInfo(
          type: index, name: type.name, module: type.module,
          isProtocol: type.kind == .protocol || Inheritance.protocols.contains(type.name)))
    }
    for index in all.indices {
      all[index].parents = lineages[all[index].type.position].dropFirst()
        .compactMap { containerOfType[$0] }.filter { $0 != index }
    }
  }
}

/// Finds what types inherit from.
private struct Inheritance {
  static let protocols = ["SharedContainer", "ManagedContainer"]

  let types: TypeTable
  let modules: Table<Module>

  /// Whether a type is FactoryKit's `Container`, or one of its protocols.
  func isOfLibrary(containerOrProtocol type: TypeIndex) -> Bool {
    let info = types.types[type]
    return Self.protocols.contains(info.name)
      ? isOfLibrary(type) : info.name == "Container" && info.module == nil
  }

  /// Whether a type is one of FactoryKit, and not one of the program that has its name.
  private func isOfLibrary(_ type: TypeIndex) -> Bool {
    types.types[type].module.map { LibraryModules.declaring.contains(modules[$0].name) } ?? true
  }

  func inheritsContainer(_ type: TypeIndex, depth: Int) -> Bool {
    let info = types.types[type]
    if depth > 8 { return false }
    return info.inherited.contains { name in
      let parent = types.find(name, from: types.types[type].file)
      if Self.protocols.contains(name.lastPart), parent.map({ isOfLibrary($0) }) ?? true {
        return true
      }
      guard let parent, parent != type else { return false }
      return [.protocol, .class].contains(types.types[parent].kind)
        && inheritsContainer(parent, depth: depth + 1)
    }
  }

  /// The types and protocols that a type inherits from, and the protocols of all containers.
  func ancestors(of type: TypeIndex) -> [TypeIndex] {
    var found: [TypeIndex] = []
    var queue = [type]
    while let next = queue.popLast() {
      for name in types.types[next].inherited {
        guard let parent = types.find(name, from: types.types[next].file),
          parent != type, !found.contains(parent)
        else { continue }
        found.append(parent)
        queue.append(parent)
      }
    }
    // FactoryKit's `Container` conforms to both, and `SharedContainer` refines `ManagedContainer`.
    for name in Self.protocols where containerNeeds(name, type, found) {
      if let parent = types.find(name, from: types.types[type].file), parent != type,
        isOfLibrary(parent), !found.contains(parent)
      {
        found.append(parent)
      }
    }
    return found
  }

  private func containerNeeds(_ name: String, _ type: TypeIndex, _ found: [TypeIndex]) -> Bool {
    func inherits(_ type: TypeIndex, _ name: String) -> Bool {
      types.types[type].inherited.contains { $0.lastPart == name }
    }
    switch types.types[type].name {
    case "Container": return true
    case "ManagedContainer": return false
    case "SharedContainer": return name == "ManagedContainer"
    default:
      return ([type] + found).contains { inherits($0, "SharedContainer") }
        || name == "ManagedContainer" && inherits(type, "ManagedContainer")
    }
  }
}
