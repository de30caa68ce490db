// Factory, MIT licence; see LICENSE
//
// The graph of a program, and the places that the syntax does not decide.
extension Graph {
  /// The graph of a program, in a stable order.
  init(_ program: Program) {
    self.init()
    let copies = FileCopies(program)
    let ids = Identifiers(program, copies)
    containers = program.containerDeclarations(copies).map {
      program.graphContainer($0.original, ids)
    }
    factories = program.declarations(of: copies).map { program.graphFactory($0, ids) }
    // The copies of a file have the same edges, apart from those to what only their target has.
    var known: Set<EdgeOfUse> = []
    for edge in program.edges {
      let found = program.graphEdge(edge, ids, copies)
      let place = program.uses[edge.use].place
      if known.insert(EdgeOfUse(edge: found, place: place)).inserted { edges.append(found) }
    }
    unresolved = program.unresolvedPlaces
    self = ordered()
  }

  private struct EdgeOfUse: Hashable {
    var edge: Edge
    var place: Place
  }
}

extension Program {
  fileprivate func graphContainer(_ index: ContainerIndex, _ ids: Identifiers) -> Graph.Container {
    let container = containers[index]
    let location = location(of: index)
    return Graph.Container(
      id: ids.id(of: index), name: container.name, module: moduleName(ofContainer: index),
      path: files[location.file].path, line: location.place.line)
  }

  fileprivate func graphFactory(
    _ declaration: Declaration<FactoryInfo>, _ ids: Identifiers
  ) -> Graph.Factory {
    let index = declaration.original
    let info = factories[index]
    let scopes = Set(declaration.copies.map { scopeText(of: $0) })
    let contexts = Set(declaration.copies.flatMap { self.contexts(of: $0) })
    let place = member(info.member).place
    return Graph.Factory(
      id: ids.id(of: index), targets: targets(of: declaration),
      container: containers[info.container].name, name: info.name, type: info.type.text,
      // The default scope may be that of some targets only.
      kind: info.kind, scope: scopes.count == 1 ? scopes.first! : "unknown",
      parameterised: info.isParameterised, contexts: contexts.sorted(),
      isolation: isolation(of: index), path: files[info.member.file].path, line: place.line,
      column: place.column)
  }

  private func contexts(of factory: FactoryIndex) -> [String] {
    var found = factories[factory].modifiers.flatMap(\.contexts)
    for index in usesOfFactory[factory] ?? [] {
      if case .context(let contexts, _) = uses[index].operation { found += contexts }
    }
    return found
  }

  /// The names of the targets that compile a factory, the one that stands for them first.
  private func targets(of declaration: Declaration<FactoryInfo>) -> [String] {
    let name = modules[factories[declaration.original].module].name
    return [name]
      + Set(declaration.copies.map { modules[factories[$0].module].name })
      .subtracting([name]).sorted()
  }

  private func isolation(of factory: FactoryIndex) -> String? {
    let info = factories[factory]
    if FactoryTypes.all[info.typeName]?.kind == .mainActor { return "MainActor" }
    return member(info.member).attributes.map(\.name).first { $0.hasSuffix("Actor") }
  }

  fileprivate func graphEdge(
    _ edge: FactoryEdge, _ ids: Identifiers, _ copies: FileCopies
  ) -> Graph.Edge {
    let use = uses[edge.use]
    let from =
      switch edge.from {
      case .factory(let factory): ids.id(of: factory)
      case .code: name(of: code(of: Reference(copies.original(of: use.file), use.region)))
      }
    return Graph.Edge(
      from: from, to: ids.id(of: edge.to), kind: edge.kind,
      path: files[use.file].path, line: use.place.line)
  }

  /// As messages name it: `Container.name`, or `type:Module.Type`.
  func name(of origin: FactoryEdge.Origin) -> String {
    switch origin {
    case .factory(let factory): name(of: factory)
    case .code(let module, let type): "type:\(modules[module].name).\(type)"
    }
  }
}

extension Program {
  /// What is unresolved, once for each place. A file that several targets compile is a file of the
  /// program for each of them: what the first one that has something unresolved at a place says is
  /// listed.
  var unresolvedPlaces: [Graph.Unresolved] {
    var first: [Location: FileIndex] = [:]
    var known: Set<Graph.Unresolved> = []
    var places: [Graph.Unresolved] = []
    for found in unresolved.sorted(by: { $0.location < $1.location }) {
      let location = found.location
      let item = Graph.Unresolved(
        path: files[location.file].path, line: location.place.line,
        column: location.place.column, reason: found.reason.text)
      let place = Location(fileOfPath[item.path]!, location.place)
      guard first[place, default: location.file] == location.file else { continue }
      first[place] = location.file
      if known.insert(item).inserted { places.append(item) }
    }
    return places
  }
}
