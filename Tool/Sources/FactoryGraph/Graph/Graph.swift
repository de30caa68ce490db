// Factory, MIT licence; see LICENSE
//
// The graph of a program's factories, as `factory graph --format json` prints it.
/// The containers and factories of a program, and who resolves whom.
public struct Graph: Codable, Hashable, Sendable {
  public var version = 1
  public var containers: [Container] = []
  public var factories: [Factory] = []
  public var edges: [Edge] = []
  public var unresolved: [Unresolved] = []

  public init() {}

  public struct Container: Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    public var module: String
    public var path: String
    public var line: Int
  }

  public struct Factory: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
      case factory, parameter, throwing, async, mainActor, group, promise
    }

    /// `Module.Container.name`; the module is that of the declaration. If several declarations have
    /// the same, the name of the file follows in parentheses.
    public var id: String
    /// The targets that compile the declaration. The first one is that of the identifier.
    public var targets: [String]
    /// The container's name.
    public var container: String
    public var name: String
    public var type: String
    public var kind: Kind
    /// `cached`, `shared`, `graph`, `singleton` or the name of a custom scope; `unknown` if the
    /// container's default scope decides it, and that is not known.
    public var scope: String?
    public var parameterised: Bool
    /// The contexts that the program gives the factory, such as `test` and `arg("demo")`.
    public var contexts: [String]
    /// `MainActor`, or another global actor.
    public var isolation: String?
    public var path: String
    public var line: Int
    public var column: Int

    enum CodingKeys: CodingKey {
      case id, targets, container, name, type, kind, scope, parameterised, contexts, isolation,
        path, line
      case column
    }

    /// The module of the declaration.
    public var module: String { String(id.prefix { $0 != "." }) }
  }

  public struct Edge: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
      /// The construction of the first needs the second.
      case construct
      /// The second is resolved when it is first used, or by a closure that is stored.
      case lazy
      case weak
      case dynamic
      /// Code that no factory builds resolves it.
      case resolve
      /// Code registers it.
      case register
    }

    /// A factory's id, or `type:Module.Type` for code that is not itself built by a factory.
    public var from: String
    public var to: String
    public var kind: Kind
    public var path: String
    public var line: Int
  }

  /// What the syntax alone cannot decide.
  public struct Unresolved: Codable, Hashable, Sendable {
    public var path: String
    public var line: Int
    public var column: Int
    public var reason: String
  }
}
