// Factory, MIT licence; see LICENSE
//
// What several targets compile, and the identifiers of containers and factories in the graph.
/// The identifiers of a program's containers and factories.
struct Identifiers {
  private let containers: [ContainerIndex: String]
  private let factories: [FactoryIndex: String]

  func id(of container: ContainerIndex) -> String { containers[container]! }

  /// `Module.Container.name`, and where that is not unique, the file: `Module.Container.name(File)`.
  func id(of factory: FactoryIndex) -> String { factories[factory]! }

  /// What several targets compile has the identifier of the target that stands for them.
  init(_ program: Program, _ copies: FileCopies) {
    factories = Self.ids(
      program.declarations(of: copies), program, program.plainID, program.location)
    containers = Self.ids(
      program.containerDeclarations(copies), program,
      { "\(program.moduleName(ofContainer: $0)).\(program.containers[$0].name)" },
      program.location)
  }

  private static func ids<Element>(
    _ declarations: [Declaration<Element>], _ program: Program,
    _ id: (TableIndex<Element>) -> String, _ location: (TableIndex<Element>) -> Location
  ) -> [TableIndex<Element>: String] {
    let unique = unique(
      declarations.map { (id($0.original), location($0.original)) }, program)
    return Dictionary(
      zip(declarations, unique).flatMap { declaration, id in
        declaration.copies.map { ($0, id) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds the name of the file to identifiers that are there more than once, with as many of the
  /// folders around it as tell it from the others, and the line if one file has several.
  private static func unique(
    _ all: [(id: String, location: Location)], _ program: Program
  ) -> [String] {
    var ids = all.map(\.id)
    for positions in Dictionary(grouping: ids.indices, by: { ids[$0] }).values
    where positions.count > 1 {
      let paths = positions.map { program.files[all[$0].location.file].path }
      let names = shortNames(of: Set(paths))
      for (position, path) in zip(positions, paths) {
        let isAlone = paths.count { $0 == path } == 1
        let line = isAlone ? "" : ":\(all[position].location.place.line)"
        ids[position] += "(\(names[path] ?? path)\(line))"
      }
    }
    return ids
  }

  /// The last parts of paths that tell each from the others, without `.swift`.
  private static func shortNames(of paths: Set<String>) -> [String: String] {
    var names: [String: String] = [:]
    let parts = paths.map { (path: $0, parts: $0.split(separator: "/")) }
    for count in 1...(parts.map(\.parts.count).max() ?? 1) {
      let open = parts.filter { names[$0.path] == nil }
      let suffixes = Dictionary(grouping: parts) {
        $0.parts.suffix(count).joined(separator: "/")
      }
      for (path, parts) in open {
        let suffix = parts.suffix(count).joined(separator: "/")
        guard suffixes[suffix]?.count == 1 else { continue }
        names[path] = suffix.hasSuffix(".swift") ? String(suffix.dropLast(6)) : suffix
      }
    }
    return names
  }
}

extension Program {
  /// The module that declares a container, or FactoryKit.
  func moduleName(ofContainer container: ContainerIndex) -> String {
    containers[container].module.map { modules[$0].name } ?? "FactoryKit"
  }
}

/// The files of a path, of which one stands for all: that of the target with the most files.
struct FileCopies {
  private let originals: [FileIndex]

  init(_ program: Program) {
    let sizes = Dictionary(grouping: program.files, by: \.module).mapValues(\.count)
    func size(_ file: FileIndex) -> Int { sizes[program.files[file].module] ?? 0 }
    let best = Dictionary(
      program.files.indices.map { (program.files[$0].path, $0) },
      uniquingKeysWith: { size($0) < size($1) ? $1 : $0 })
    originals = program.files.map { best[$0.path]! }
  }

  func original(of file: FileIndex) -> FileIndex { originals[file.position] }

  func original(of location: Location) -> Location {
    Location(original(of: location.file), location.place)
  }
}

/// A declaration of a factory or a container, and all that it is in the targets that compile it.
struct Declaration<Element> {
  /// That of the target which stands for the others.
  var original: TableIndex<Element>
  /// All of them, the original too.
  var copies: [TableIndex<Element>]
}

extension Program {
  func declarations(of copies: FileCopies) -> [Declaration<FactoryInfo>] {
    declarations(factories.indices, copies) { location(of: $0) }
  }

  /// The containers that have factories, or are classes of the program.
  func containerDeclarations(_ copies: FileCopies) -> [Declaration<ContainerInfo>] {
    let used = Set(factories.map(\.container))
    let shown = containers.indices.filter {
      used.contains($0)
        || !containers[$0].isProtocol && !types.types[containers[$0].type].parts.isEmpty
    }
    return declarations(shown, copies) { location(of: $0) }
  }

  /// Where a container is declared or extended first. One that has static factories of other types
  /// only is where the first of these is.
  func location(of container: ContainerIndex) -> Location {
    let info = types.types[containers[container].type]
    if let part = info.parts.first { return Location(part.file, fact(of: part).place) }
    let first = factories.indices.first { factories[$0].container == container }
    return first.map { location(of: $0) } ?? Location(info.file, Place(line: 1, column: 1))
  }

  private func declarations<Element>(
    _ indices: some Sequence<TableIndex<Element>>, _ copies: FileCopies,
    _ location: (TableIndex<Element>) -> Location
  ) -> [Declaration<Element>] {
    Dictionary(grouping: indices) { copies.original(of: location($0)) }.map { place, all in
      Declaration(
        original: all.first { location($0).file == place.file } ?? all[0], copies: all)
    }.sorted { $0.original < $1.original }
  }
}
