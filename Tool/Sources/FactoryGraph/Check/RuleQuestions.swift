// Factory, MIT licence; see LICENSE
//
// What a rule asks a program, besides its graph: what code does with a factory, and where that code is.
/// A place that names a factory, and what it does with it.
public struct Use: Sendable {
  public enum Operation: Hashable, Sendable {
    /// Gets an instance: `x()`, `dependency(\.x)`, or a property wrapper, such as `Injected`.
    case resolve(wrapper: String?)
    case register
    /// Sets a closure for contexts, such as `test`.
    case context([String])
    case scope(String)
    case reset
    /// Another modifier, such as `decorator`, or only the name, as in `validate(\.x)`.
    case other(String?)
  }

  public var factory: Graph.Factory
  public var operation: Operation
  public var location: Location
  /// The types and functions around the code, the innermost first.
  public var enclosing: [Enclosing]
  /// Whether it is in a test target, or in a file that imports a testing library.
  public var isInTest: Bool
}

/// A declaration around some code.
public struct Enclosing: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case type, function, property }

  public var kind: Kind
  public var name: String
  /// The attributes, without arguments, such as `MainActor`.
  public var attributes: [String]

  public init(kind: Kind, name: String, attributes: [String]) {
    self.kind = kind
    self.name = name
    self.attributes = attributes
  }
}

extension Program {
  /// What the program does with a factory, in the order of files and lines.
  public func uses(of factory: Graph.Factory) -> [Use] {
    let place = location(of: factory)
    // A file that several targets compile has the factory for each of them.
    let all = factories.indices.filter {
      let own = location(of: $0)
      return own.place == place.place && files[own.file].path == factory.path
    }
    return all.flatMap { uses(of: $0) }.sorted { $0.location < $1.location }.map { use in
      Use(
        factory: factory, operation: use.publicOperation, location: use.location,
        enclosing: declarations(around: Reference(use.file, use.region)),
        isInTest: isTestCode(use.file))
    }
  }

  /// The edges from a factory: what the construction of its instance needs or registers.
  public func edges(from factory: Graph.Factory) -> [Graph.Edge] {
    graph.edges.filter { $0.from == factory.id }
  }

  /// The edges to a factory: who needs or registers it.
  public func edges(to factory: Graph.Factory) -> [Graph.Edge] {
    graph.edges.filter { $0.to == factory.id }
  }

  private func declarations(around region: RegionReference) -> [Enclosing] {
    enclosing(region).compactMap { _, current in
      switch current.kind {
      case .type(let index):
        let type = fact(of: Reference(region.file, index))
        return Enclosing(kind: .type, name: type.name, attributes: type.attributes.map(\.name))
      case .member(let index), .argument(let index, _):
        let member = member(Reference(region.file, index))
        return Enclosing(
          kind: member.kind == .property ? .property : .function, name: member.name,
          attributes: member.attributes.map(\.name))
      default: return nil
      }
    }
  }
}

extension FactoryUse {
  fileprivate var publicOperation: Use.Operation {
    switch operation {
    case .resolve, .passResolve, .existing: .resolve(wrapper: nil)
    case .wrapper(let name): .resolve(wrapper: name)
    case .register: .register
    case .context(let contexts, _): .context(contexts)
    case .scope(let scope): .scope(scope.name)
    case .modifier(let name, _): .other(name)
    case .reset: .reset
    case .add, .mention: .other(nil)
    }
  }
}
