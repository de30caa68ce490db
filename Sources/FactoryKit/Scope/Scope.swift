// Factory, MIT licence; see LICENSE
//
// Scopes: how long an instance lives. Each built-in scope is a small class in this file; what
// they mean to a resolution is decided in `Engine/FullResolution+Start.swift`.
import FactoryAtomics

/// The lifetime of resolved instances. (Guide: Scopes.)
///
/// A scope is a name for a rule, not a store: instances live in their container, or, for
/// singletons, in the process. Scopes are compared by identity and may be used from any thread. A
/// scope is to be a lasting object, as in the example: a container keeps each one that its factories
/// ever had, so one made anew at each read of a factory adds up.
///
/// ```swift
/// extension Scope {
///   static let session = Cached()
/// }
/// extension Container {
///   var user: Factory<User> { self { User() }.scope(.session) }
/// }
/// ```
public class Scope: @unchecked Sendable {
  // Sendable: stored properties of the base class are constant; subclasses say theirs.

  /// How the scope treats instances: `FACTORY_…_SCOPE`.
  let kind: Int

  init(kind: Int) {
    self.kind = kind
  }

  /// What factories and containers remember: the scope that stands for all its clones.
  var recorded: Scope { self }

  /// The scope of a kind that the modifiers are named after.
  static func builtIn(_ kind: Int) -> Scope {
    let scope: Scope =
      switch kind {
      case FACTORY_UNIQUE_SCOPE: unique
      case FACTORY_CACHED_SCOPE: cached
      case FACTORY_SHARED_SCOPE: shared
      case FACTORY_GRAPH_SCOPE: graph
      default: Singleton.process
      }
    // Never freed, like every static property.
    factory_note_built_in_scope(kind, RecordedScope(scope).pointer)
    return scope
  }

  /// A new instance every time: the default.
  public static let unique = Unique()
  /// One instance for each container, until reset.
  public static let cached = Cached()
  /// One instance for each container, as long as somebody holds it.
  public static let shared = Shared()
  /// One instance for each resolution cycle.
  public static let graph = Graph()
  /// One instance for the process, until `Scope.singleton.reset()`.
  ///
  /// Task-local, so that a test can have singletons of its own:
  /// ```swift
  /// Scope.$singleton.withValue(Scope.singleton.clone()) { /* … */ }
  /// ```
  @TaskLocal public static var singleton: Singleton = Singleton.process

  /// The scope of factories without one.
  public final class Unique: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: FACTORY_UNIQUE_SCOPE) }
  }

  /// Keeps an instance until the scope, the factory or the container is reset.
  public final class Cached: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: FACTORY_CACHED_SCOPE) }
  }

  /// Holds instances of classes weakly, also behind protocols and optionals. Values are not kept.
  public final class Shared: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: FACTORY_SHARED_SCOPE) }
  }

  /// Keeps an instance until the outermost resolution of the thread ends.
  public final class Graph: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: FACTORY_GRAPH_SCOPE) }
  }
}
