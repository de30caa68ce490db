// Factory, MIT licence; see LICENSE
//
// The identifiers of containers and factories in the graph.
/// The identifiers of a program's containers and factories.
struct Identifiers {
  private let containers: [String]
  private let factories: [String]

  func id(of container: ContainerIndex) -> String { containers[container.position] }

  /// `Module.Container.name`, and where that is not unique, the file: `Module.Container.name(File)`.
  func id(of factory: FactoryIndex) -> String { factories[factory.position] }

  init(_ program: Program) {
    factories = Self.unique(
      program.factories.indices.map { (program.plainID(of: $0), program.location(of: $0)) },
      program)
    containers = Self.unique(
      program.containers.indices.map { index in
        let container = program.containers[index]
        let part = program.types.types[container.type].parts[0]
        let place = program.fact(of: part).place
        return (
          "\(program.moduleName(ofContainer: index)).\(container.name)",
          Location(part.file, place)
        )
      }, program)
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
