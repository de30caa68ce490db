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
    // A file that several targets compile has the factory, and its uses, for each of them.
    let all = questions.factories[location(of: factory)] ?? []
    var seen: Set<UseKey> = []
    return all.flatMap { uses(of: $0) }.sorted { $0.location < $1.location }.filter { use in
      let location = firstLocation(of: use.location)
      return seen.insert(UseKey(location: location, operation: use.publicOperation)).inserted
    }.map { use in
      Use(
        factory: factory, operation: use.publicOperation, location: use.location,
        enclosing: declarations(around: Reference(use.file, use.region)),
        isInTest: isTestCode(use.file))
    }
  }

  /// The edges from a factory: what the construction of its instance needs or registers.
  public func edges(from factory: Graph.Factory) -> [Graph.Edge] {
    questions.edgesFrom[factory.id] ?? []
  }

  /// The edges to a factory: who needs or registers it.
  public func edges(to factory: Graph.Factory) -> [Graph.Edge] {
    questions.edgesTo[factory.id] ?? []
  }

  /// The same place in the first of the files that have its path.
  fileprivate func firstLocation(of location: Location) -> Location {
    Location(fileOfPath[files[location.file].path]!, location.place)
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

/// Answers for all factories, by what is asked.
struct RuleQuestions {
  /// The factories at a place, in the first of the files that have its path.
  let factories: [Location: [FactoryIndex]]
  let edgesFrom: [String: [Graph.Edge]]
  let edgesTo: [String: [Graph.Edge]]

  init(_ program: Program) {
    factories = Dictionary(grouping: program.factories.indices) {
      program.firstLocation(of: program.location(of: $0))
    }
    edgesFrom = Dictionary(grouping: program.graph.edges, by: \.from)
    edgesTo = Dictionary(grouping: program.graph.edges, by: \.to)
  }
}

/// A use in code that several targets may compile.
private struct UseKey: Hashable {
  /// In the first of the files that have its path.
  var location: Location
  var operation: Use.Operation
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
