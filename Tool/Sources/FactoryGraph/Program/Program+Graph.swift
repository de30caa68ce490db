// Factory, MIT licence; see LICENSE
//
// The graph of a program.
extension Graph {
  /// The graph of a program, in a stable order.
  public init(_ program: Program) {
    self.init()
    let builtIn = Set(
      program.containers.indices.filter { !program.containers[$0].factories.isEmpty })
    for index in program.containers.indices where program.isShown(index, builtIn) {
      containers.append(program.graphContainer(index))
    }
    factories = program.factories.indices.map { program.graphFactory($0) }
    edges = program.edges.map { program.graphEdge($0) }
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
  /// A program of the files that were read.
  ///
  /// - Parameter configuration: says which version of Factory the program has, if its packages and
  ///   projects do not.
  public convenience init(_ loader: ProgramLoader, _ configuration: Configuration = .init()) {
    self.init(
      files: loader.files, modules: loader.modules,
      libraryVersion: loader.libraryVersion ?? configuration.libraryVersion)
  }

  /// Where one of the program's factories is declared, for a finding of a rule.
  public func location(of factory: Graph.Factory) -> Location {
    guard let file = fileOfPath[factory.path] else {
      preconditionFailure("\(factory.id) is a factory of another program")
    }
    return Location(file, Place(line: factory.line, column: factory.column))
  }

  /// Whether the graph names a container. FactoryKit's protocols are no containers of their own.
  fileprivate func isShown(_ container: Int, _ used: Set<Int>) -> Bool {
    used.contains(container) || !containers[container].isProtocol
  }

  fileprivate func graphContainer(_ index: Int) -> Graph.Container {
    let container = containers[index]
    let part = types.types[container.type].parts[0]
    let module = container.module.map { modules[$0].name } ?? "FactoryKit"
    return Graph.Container(
      id: containerIDs[index], name: container.name, module: module,
      path: files[part.file].path,
      line: files[part.file].facts.types[part.index].place.line)
  }

  fileprivate func graphFactory(_ index: Int) -> Graph.Factory {
    let info = factories[index]
    let place = member(info.member).place
    return Graph.Factory(
      id: id(of: index), container: containers[info.container].name, name: info.name,
      type: info.type.text, kind: info.kind, scope: scopeText(of: index),
      parameterised: info.isParameterised, contexts: contexts(of: index),
      isolation: isolation(of: index), path: files[info.member.file].path, line: place.line,
      column: place.column)
  }

  private func contexts(of factory: Int) -> [String] {
    var found = factories[factory].modifiers.flatMap(\.contexts)
    for index in usesOfFactory[factory] ?? [] {
      if case .context(let contexts, _) = uses[index].operation { found += contexts }
    }
    return Set(found).sorted()
  }

  private func isolation(of factory: Int) -> String? {
    let info = factories[factory]
    if info.typeName.hasPrefix("MainActor") { return "MainActor" }
    return member(info.member).attributes.map(\.name).first { $0.hasSuffix("Actor") }
  }

  fileprivate func graphEdge(_ edge: FactoryEdge) -> Graph.Edge {
    let use = uses[edge.use]
    return Graph.Edge(
      from: name(of: edge.from), to: id(of: edge.to), kind: edge.kind,
      path: files[use.file].path, line: use.place.line)
  }

  /// As the graph names it: a factory's id, or `type:Module.Type`.
  func name(of origin: FactoryEdge.Origin) -> String {
    switch origin {
    case .factory(let factory): id(of: factory)
    case .code(let module, let type): "type:\(modules[module].name).\(type)"
    }
  }
}
