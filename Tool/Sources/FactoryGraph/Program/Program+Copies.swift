// Factory, MIT licence; see LICENSE
//
// What several targets compile is a file of the program for each of them. Here it is one.
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

  /// The containers that have factories, or are classes.
  func containerDeclarations(_ copies: FileCopies) -> [Declaration<ContainerInfo>] {
    let shown = containers.indices.filter {
      !factories(of: $0).isEmpty || !containers[$0].isProtocol
    }
    return declarations(shown, copies) { location(of: $0) }
  }

  func location(of container: ContainerIndex) -> Location {
    let part = types.types[containers[container].type].parts[0]
    return Location(part.file, fact(of: part).place)
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
