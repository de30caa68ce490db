// Factory, MIT licence; see LICENSE
//
// Finds the containers of a program.
extension Program {
  private static let protocols: Set = ["SharedContainer", "ManagedContainer"]

  func findContainers() {
    for (index, type) in types.types.enumerated() where isContainer(index) {
      containerOfType[index] = containers.count
      containers.append(
        ContainerInfo(
          type: index, name: type.name, module: type.module,
          isProtocol: type.kind == .protocol || Self.protocols.contains(type.name)))
    }
    for index in containers.indices {
      containers[index].parents = ancestors(of: containers[index].type)
        .compactMap { containerOfType[$0] }.filter { $0 != index }
    }
  }

  private func isContainer(_ type: Int) -> Bool {
    let info = types.types[type]
    let last = info.name
    let isLibrarys =
      Self.protocols.contains(last) ? isOfLibrary(type) : last == "Container" && info.module == nil
    if isLibrarys {
      return info.parts.contains { usesFactoryKit($0.file) }
    }
    // 1.x has no container objects: `class Custom: SharedContainer` with static factories.
    return inheritsContainer(type, depth: 0)
  }

  private func inheritsContainer(_ type: Int, depth: Int) -> Bool {
    let info = types.types[type]
    if depth > 8 { return false }
    return info.inherited.contains { name in
      let last = name.split(separator: ".").last.map(String.init) ?? name
      let parent = types.find(name, from: file(of: type))
      if Self.protocols.contains(last), parent.map({ isOfLibrary($0) }) ?? true { return true }
      guard let parent, parent != type else { return false }
      return [.protocol, .class].contains(types.types[parent].kind)
        && inheritsContainer(parent, depth: depth + 1)
    }
  }

  /// Whether a type is one of FactoryKit, and not one of the program that has its name.
  private func isOfLibrary(_ type: Int) -> Bool {
    types.types[type].module.map { LibraryModules.declaring.contains(modules[$0].name) } ?? true
  }

  /// The file from which the names that a type mentions are looked up.
  private func file(of type: Int) -> Int { types.types[type].parts[0].file }

  /// Whether a file sees FactoryKit. Imports of other files of the module count, because extensions
  /// that a file does not import are visible in it as well.
  func usesFactoryKit(_ file: Int) -> Bool { modulesWithFactory.contains(files[file].module) }

  /// The types and protocols that a type inherits from, and the protocols of all containers.
  func ancestors(of type: Int) -> [Int] { Array(lineage(of: type).dropFirst()) }

  /// A type and what it inherits from.
  func lineage(of type: Int) -> [Int] {
    if let known = lineages[type] { return known }
    let found = [type] + findAncestors(of: type)
    lineages[type] = found
    return found
  }

  private func findAncestors(of type: Int) -> [Int] {
    var found: [Int] = []
    var queue = [type]
    while let next = queue.popLast() {
      let info = types.types[next]
      for name in info.inherited {
        guard let parent = types.find(name, from: file(of: next)),
          parent != type, !found.contains(parent)
        else { continue }
        found.append(parent)
        queue.append(parent)
      }
    }
    // FactoryKit's `Container` conforms to both, and `SharedContainer` refines `ManagedContainer`.
    for name in ["SharedContainer", "ManagedContainer"] where containerNeeds(name, type, found) {
      if let parent = types.find(name, from: file(of: type)), parent != type,
        isOfLibrary(parent), !found.contains(parent)
      {
        found.append(parent)
      }
    }
    return found
  }

  private func containerNeeds(_ name: String, _ type: Int, _ found: [Int]) -> Bool {
    let own = types.types[type].name
    if own == "Container" { return true }
    if own == "ManagedContainer" { return false }
    if own == "SharedContainer" { return name == "ManagedContainer" }
    return types.types[type].inherited.contains { $0.hasSuffix("SharedContainer") }
      || found.contains { types.types[$0].inherited.contains { $0.hasSuffix("SharedContainer") } }
      || name == "ManagedContainer"
        && types.types[type].inherited.contains { $0.hasSuffix("ManagedContainer") }
  }

  /// The container of a name, as a file uses it.
  func container(named name: String, from file: Int) -> Int? {
    types.find(name, from: file).flatMap { containerOfType[$0] }
  }
}
