// Factory, MIT licence; see LICENSE
//
// The identifiers of containers and factories in the graph.
extension Program {
  /// `Container.name`, as messages name a factory.
  func name(of factory: Int) -> String {
    "\(containers[factories[factory].container].name).\(factories[factory].name)"
  }

  /// `Module.Container.name`, which several declarations may have.
  func plainID(of factory: Int) -> String {
    "\(modules[factories[factory].module].name).\(name(of: factory))"
  }

  /// `Module.Container.name`, and where that is not unique, the file: `Module.Container.name(File)`.
  func id(of factory: Int) -> String { factoryIDs[factory] }

  func findFactoryIDs() -> [String] {
    unique(factories.indices.map { (plainID(of: $0), location(of: $0)) })
  }

  func findContainerIDs() -> [String] {
    unique(
      containers.map { container in
        let module = container.module.map { modules[$0].name } ?? "FactoryKit"
        let part = types.types[container.type].parts[0]
        let place = files[part.file].facts.types[part.index].place
        return ("\(module).\(container.name)", Location(part.file, place))
      })
  }

  /// Adds the name of the file to identifiers that are there more than once, with as many of the
  /// folders around it as tell it from the others, and the line if one file has several.
  private func unique(_ all: [(id: String, location: Location)]) -> [String] {
    var ids = all.map(\.id)
    for positions in Dictionary(grouping: ids.indices, by: { ids[$0] }).values
    where positions.count > 1 {
      let paths = positions.map { files[all[$0].location.file].path }
      let names = Self.shortNames(of: Set(paths))
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
