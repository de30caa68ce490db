// Factory, MIT licence; see LICENSE
//
// Scopes: how long an instance lives. What each kind means to a resolution is decided in
// `Plan.lookup` and `InstanceSearch.look`.
internal import FactoryCore

/// The lifetime of resolved instances.
///
/// A scope is a rule, not a store: instances are stored in their container or, for singletons, in the
/// process. Scopes are compared by identity and may be used from any thread.
///
/// Declare scopes as stored constants. A container retains every scope it sees, so a scope created in
/// a computed property leaks until the container is released.
///
/// ```swift
/// extension Scope {
///   static let session = Cached()
/// }
/// extension Container {
///   var user: Factory<User> { self { User() }.scope(.session) }
/// }
/// ```
public class Scope: NonisolatedMembers, @unchecked Sendable {
  // Sendable: stored properties of the base class are constant; subclasses explain theirs.

  let kind: ScopeKind

  init(kind: ScopeKind) {
    self.kind = kind
  }

  /// The scope that stands for all its clones: the one that factories and containers store.
  var origin: Scope { self }

  /// The scope that a modifier of this name gives, by `ScopeKind.rawValue`.
  @usableFromInline
  static func builtIn(_ kind: Int) -> Scope {
    let scope: Scope =
      switch ScopeKind(rawValue: kind)! {
      case .unique: unique
      case .cached: cached
      case .shared: shared
      case .graph: graph
      case .singleton: Singleton.process
      }
    // Never freed, like every static property.
    factory_set_built_in_scope(kind, ScopeReference(scope).address)
    return scope
  }

  /// A new instance every time: the default.
  public static let unique = Unique()
  /// One instance for each container, until reset.
  public static let cached = Cached()
  /// One instance for each container, as long as something else references it.
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
    public init() { super.init(kind: .unique) }
  }

  /// Keeps an instance until the scope, the factory or the container is reset.
  public final class Cached: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: .cached) }
  }

  /// Holds instances of classes weakly, also behind protocols and optionals. Values are not kept.
  public final class Shared: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: .shared) }
  }

  /// Keeps an instance until the outermost resolution of the thread ends.
  public final class Graph: Scope, @unchecked Sendable {
    // Sendable: adds no state.
    public init() { super.init(kind: .graph) }
  }
}

/// A type whose members are nonisolated unless they say otherwise.
///
/// In a module whose default isolation is the main actor, the compiler isolates what an extension adds
/// to a type, except if the type's declaration conforms to a nonisolated protocol that refines
/// `Sendable`. With this conformance, `extension Scope { static let session = Cached() }` declares a scope that every factory
/// can use.
public protocol NonisolatedMembers: Sendable {}
