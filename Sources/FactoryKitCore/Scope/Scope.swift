// Factory, MIT licence; see LICENSE
//
// Scopes: how long an instance lives. `Settings.lookup` and `InstanceSearch.search` implement what each
// kind of scope means for a resolution.
internal import FactoryCore

/// The lifetime of resolved instances.
///
/// A scope does not store instances: they are stored in their container or, for singletons, in the
/// process. Scopes are compared by identity and may be used from any thread. See <doc:Scopes>.
///
/// Declare scopes as stored constants. A container retains every scope it sees, so a scope that is
/// created in a computed property leaks until the container or, for a child, its outermost parent is released.
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
  // Sendable: stored properties of the base class are constant; subclasses explain theirs. The compiler
  // checks final classes without a superclass only, and requires each subclass to repeat `@unchecked`.

  let kind: ScopeKind

  init(kind: ScopeKind) {
    self.kind = kind
  }

  /// The scope that factories and containers store: for a clone of a singleton scope, the original.
  var origin: Scope { self }

  /// The built-in scope of a kind, given by `ScopeKind.rawValue`.
  static func builtIn(_ kind: Int) -> Scope {
    let scope: Scope =
      switch ScopeKind(rawValue: kind)! {
      case .unique: unique
      case .cached: cached
      case .shared: shared
      case .graph: graph
      case .singleton: Singleton.process
      }
    // The scope is never freed, like every static property.
    factory_set_built_in_scope(kind, ScopeReference(scope).address)
    return scope
  }

  /// A new instance for every resolution: the default.
  public static let unique = Unique()
  /// One instance per container, until reset.
  public static let cached = Cached()
  /// One instance per container, held weakly: it lives as long as something else retains it.
  public static let shared = Shared()
  /// One instance per resolution cycle. See <doc:Debugging>.
  public static let graph = Graph()
  /// One instance per factory for all instances of its container, until `Scope.singleton.reset()`
  /// or a reset of the factory. A reset of the container does not evict it.
  ///
  /// The property is task-local, so that a test can use its own singletons. See <doc:Testing>.
  ///
  /// ```swift
  /// Scope.$singleton.withValue(Scope.singleton.clone()) { /* … */ }
  /// ```
  @TaskLocal public static var singleton: Singleton = Singleton.process

  /// Caches nothing. The scope of factories that set none, unless their container has a default.
  public final class Unique: Scope, @unchecked Sendable {
    // Sendable: adds no state.

    /// Creates a scope that works like ``Scope/unique``.
    public init() { super.init(kind: .unique) }
  }

  /// Caches one instance per container until the scope, the factory or the container is reset.
  public final class Cached: Scope, @unchecked Sendable {
    // Sendable: adds no state.

    /// Creates a scope that works like ``Scope/cached``, and can be reset separately.
    public init() { super.init(kind: .cached) }
  }

  /// Caches one instance of a class per container, held weakly, also behind protocols and
  /// optionals. Instances of value types are not cached.
  public final class Shared: Scope, @unchecked Sendable {
    // Sendable: adds no state.

    /// Creates a scope that works like ``Scope/shared``, and can be reset separately.
    public init() { super.init(kind: .shared) }
  }

  /// Caches an instance until the outermost resolution on the thread ends.
  public final class Graph: Scope, @unchecked Sendable {
    // Sendable: adds no state.

    /// Creates a scope that works like ``Scope/graph``, and can be reset separately.
    public init() { super.init(kind: .graph) }
  }
}

/// A type whose members are nonisolated unless they say otherwise.
///
/// In a module whose default isolation is the main actor, the members of an extension are isolated
/// to the main actor, unless the extended type conforms to a nonisolated protocol that refines
/// `Sendable`. ``Scope`` conforms to this one, so that factories on any actor can use a scope that
/// such a module declares with `extension Scope { static let session = Cached() }`.
public protocol NonisolatedMembers: Sendable {}

// MARK: -

// The kinds of scope, and how the engine refers to a scope.

/// How a scope caches instances. The raw values index `factory_built_in_scopes`.
@usableFromInline
@frozen
package enum ScopeKind: Int {
  /// Nothing is cached.
  case unique = 0
  /// One instance per container.
  case cached = 1
  /// One instance per container, held weakly.
  case shared = 2
  /// One instance per resolution cycle.
  case graph = 3
  /// One instance per process.
  case singleton = 4

  /// All that the engine distinguishes.
  var keeper: ScopeKeeper {
    switch self {
    case .unique: .nobody
    case .cached: .container(weakly: false)
    case .shared: .container(weakly: true)
    case .graph: .resolution
    case .singleton: .process
    }
  }
}

extension ScopeKind {
  var isOfProcess: Bool { if case .process = keeper { true } else { false } }
}

/// Who keeps the instances of a scope.
// Not equatable: every program would contain the conformance.
enum ScopeKeeper {
  case nobody
  /// The cycle or the tree of resolutions in which the instance is made.
  case resolution
  /// The container, or the parent that shares the scope with it.
  case container(weakly: Bool)
  /// A `Scope.Singleton`.
  case process
}

/// An unretained reference to a scope.
///
/// A container without a parent retains every scope that it, a child or one of their factories has ever had until it is
/// deallocated. So the entries, and factory values, which own its manager, can refer to
/// scopes by address.
@usableFromInline
@frozen
// Sendable: scopes are, and the address is constant.
package struct ScopeReference: Equatable, @unchecked Sendable {
  @usableFromInline let address: UnsafeRawPointer

  @usableFromInline
  package init(address: UnsafeRawPointer) {
    self.address = address
  }

  @_alwaysEmitIntoClient @inline(__always)
  package init(_ scope: Scope) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(scope).toOpaque())
  }

  package var scope: Scope {
    // Retained by the container.
    address.object(Scope.self)
  }

  package var kind: ScopeKind {
    // Retained by the container.
    address.withObject(Scope.self) { $0.kind }
  }

  var keeper: ScopeKeeper { kind.keeper }

  package var isOfProcess: Bool { kind.isOfProcess }

  /// Whether the scope is not one of the built-in ones.
  var isCustom: Bool {
    let kind = kind.rawValue
    // The C variable is null until a modifier names the scope, which a container may use by default before that.
    return address != factory_built_in_scope(kind) ?? ScopeReference(Scope.builtIn(kind)).address
  }

  /// The scope as a singleton scope. The process must keep its instances.
  package var singleton: Scope.Singleton {
    // `Scope.Singleton` is the only class of such scopes.
    assumedObject(scope, Scope.Singleton.self)
  }
}
