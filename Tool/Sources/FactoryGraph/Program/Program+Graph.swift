// Factory, MIT licence; see LICENSE
//
// The graph of a program.
extension Graph {
  /// The graph of a program, in a stable order.
  public init(_ program: Program) {
    self.init()
    let ids = Identifiers(program)
    for index in program.containers.indices where program.isShown(index) {
      containers.append(program.graphContainer(index, ids))
    }
    factories = program.factories.indices.map { program.graphFactory($0, ids) }
    edges = program.edges.map { program.graphEdge($0, ids) }
    unresolved = program.unresolvedPlaces
    sort()
  }

  private mutating func sort() {
    containers.sort { ($0.id, $0.path) < ($1.id, $1.path) }
    factories.sort { ($0.id, $0.path, $0.line) < ($1.id, $1.path, $1.line) }
    edges.sort {
      ($0.from, $0.to, $0.kind.rawValue, $0.path, $0.line)
        < ($1.from, $1.to, $1.kind.rawValue, $1.path, $1.line)
    }
    unresolved.sort { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
  }
}

extension Program {
  /// Whether the graph names a container. FactoryKit's protocols are no containers of their own.
  fileprivate func isShown(_ container: ContainerIndex) -> Bool {
    !factories(of: container).isEmpty || !containers[container].isProtocol
  }

  fileprivate func graphContainer(_ index: ContainerIndex, _ ids: Identifiers) -> Graph.Container {
    let container = containers[index]
    let part = types.types[container.type].parts[0]
    return Graph.Container(
      id: ids.id(of: index), name: container.name, module: moduleName(ofContainer: index),
      path: files[part.file].path, line: fact(of: part).place.line)
  }

  fileprivate func graphFactory(_ index: FactoryIndex, _ ids: Identifiers) -> Graph.Factory {
    let info = factories[index]
    let place = member(info.member).place
    return Graph.Factory(
      id: ids.id(of: index), container: containers[info.container].name, name: info.name,
      type: info.type.text, kind: info.kind, scope: scopeText(of: index),
      parameterised: info.isParameterised, contexts: contexts(of: index),
      isolation: isolation(of: index), path: files[info.member.file].path, line: place.line,
      column: place.column)
  }

  private func contexts(of factory: FactoryIndex) -> [String] {
    var found = factories[factory].modifiers.flatMap(\.contexts)
    for index in usesOfFactory[factory] ?? [] {
      if case .context(let contexts, _) = uses[index].operation { found += contexts }
    }
    return Set(found).sorted()
  }

  private func isolation(of factory: FactoryIndex) -> String? {
    let info = factories[factory]
    if info.typeName.hasPrefix("MainActor") { return "MainActor" }
    return member(info.member).attributes.map(\.name).first { $0.hasSuffix("Actor") }
  }

  fileprivate func graphEdge(_ edge: FactoryEdge, _ ids: Identifiers) -> Graph.Edge {
    let use = uses[edge.use]
    let from =
      if case .factory(let factory) = edge.from { ids.id(of: factory) } else {
        name(of: edge.from)
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
