// Factory, MIT licence; see LICENSE
//
// `factory graph --root NAME… --container NAME… --module NAME…`.
extension Graph {
  /// The part of the graph that the names select. An empty list selects everything; of several
  /// lists, a factory must match each.
  ///
  /// - Parameters:
  ///   - roots: Factories: `name`, `Container.name` or `Module.Container.name`. Selects them and
  ///     everything that can be reached from them, over all kinds of edges.
  ///   - containers: `Container` or `Module.Container`. The module is that of the container, or
  ///     that in which the factory is declared.
  ///   - modules: Modules in which factories are declared.
  ///
  /// Code that resolves or registers a selected factory is included, except if roots are given,
  /// because no root reaches it, or if it is in another module than those given. `unresolved` is
  /// returned whole: what the syntax does not decide may concern any factory.
  package func filtered(
    roots: [String] = [], containers: [String] = [], modules: [String] = []
  ) -> Graph {
    if roots.isEmpty, containers.isEmpty, modules.isEmpty { return self }
    let declaring = Dictionary(grouping: self.containers, by: \.name).mapValues {
      $0.map(\.module)
    }
    // A factory belongs to the container of its own module, if there is one with that name.
    func modulesOfContainer(of factory: Factory) -> [String] {
      let modules = declaring[factory.container, default: []]
      return modules.contains(factory.module) ? [factory.module] : modules
    }
    let reached = roots.isEmpty ? nil : reachable(from: roots)
    var graph = self
    graph.factories.removeAll { factory in
      if let reached, !reached.contains(factory.id) { return true }
      if !modules.isEmpty, !modules.contains(where: factory.targets.contains) { return true }
      if containers.isEmpty { return false }
      let modules = [factory.module] + modulesOfContainer(of: factory)
      return !containers.contains { name in
        name == factory.container || modules.contains { "\($0).\(factory.container)" == name }
      }
    }
    let kept = Set(graph.factories.map(\.id))
    graph.edges.removeAll { edge in
      guard kept.contains(edge.to) else { return true }
      if kept.contains(edge.from) { return false }
      guard roots.isEmpty, let module = Self.module(ofCode: edge.from) else { return true }
      return !modules.isEmpty && !modules.contains(module)
    }
    graph.containers.removeAll { container in
      !graph.factories.contains {
        $0.container == container.name && modulesOfContainer(of: $0).contains(container.module)
      }
    }
    return graph
  }

  /// The names that select nothing, for a message. In the order of the parameters.
  package func unknownNames(
    roots: [String] = [], containers: [String] = [], modules: [String] = []
  ) -> [String] {
    roots.filter { name in !factories.contains { $0.isNamed(name) } }
      + containers.filter { name in
        !self.containers.contains { name == $0.name || name == "\($0.module).\($0.name)" }
          && !factories.contains {
            name == $0.container || name == "\($0.module).\($0.container)"
          }
      }
      + modules.filter { name in
        !factories.contains { $0.targets.contains(name) }
          && !self.containers.contains { $0.module == name }
      }
  }

  /// The identifiers of the factories with these names, and of all that they need.
  private func reachable(from roots: [String]) -> Set<String> {
    let needed = Dictionary(grouping: edges, by: \.from)
    let starts = factories.filter { factory in roots.contains { factory.isNamed($0) } }
    return Set(reachableFrom: starts.map(\.id)) { needed[$0, default: []].map(\.to) }
  }

  /// The module of `type:Module.Type`; nil for a factory's identifier.
  static func module(ofCode id: String) -> String? {
    id.hasPrefix("type:") ? String(id.dropFirst(5).prefix { $0 != "." }) : nil
  }
}

extension Graph.Factory {
  /// Whether a name on the command line means this factory.
  package func isNamed(_ name: String) -> Bool {
    let names = [self.name, id, "\(container).\(self.name)"]
    return names.contains(name) || targets.contains { "\($0).\(container).\(self.name)" == name }
  }
}
