// Factory, MIT licence; see LICENSE
//
// The scopes of 1.x. Each uses a scope of FactoryKit; `StaticContainer` stores the instances.
public import FactoryKit

extension SharedContainer {
  /// The lifetime of resolved instances.
  ///
  /// ```swift
  /// extension Container.Scope {
  ///   static let session = Cached()
  /// }
  /// extension Container {
  ///   static let user = Factory(scope: .session) { User() }
  /// }
  /// Container.Scope.session.reset()
  /// ```
  ///
  /// A factory without a scope creates a new instance every time. Scopes may be used from any
  /// thread.
  public class Scope: @unchecked Sendable {
    // Sendable: all stored properties are constant. Unchecked for the reason in FactoryKitCore's scopes.

    /// The FactoryKit scope, for FactoryKit factories with the same lifetime.
    public let modern: FactoryKit.Scope
    /// The scope that a FactoryKit factory with the same purpose has.
    fileprivate let counterpart: FactoryKit.Scope

    fileprivate init(_ modern: FactoryKit.Scope, counterpart: FactoryKit.Scope? = nil) {
      self.modern = modern
      self.counterpart = counterpart ?? modern
    }

    /// One instance, until the scope is reset.
    public static let cached = Cached(.cached)
    /// One instance, held weakly: it lives as long as something else retains it.
    public static let shared = Shared(.shared)
    /// One instance, until singletons are reset explicitly.
    public static let singleton = Singleton(counterpart: FactoryKit.Scope.Singleton.processWide)
    /// One instance per resolution cycle.
    public static let graph = Graph(.graph)

    /// Evicts the instances of this scope. Existing references stay valid.
    public func reset() {
      StaticContainer.shared.manager.reset(scope: modern)
      for bridge in Bridges.all {
        if let scope = bridge.scope, covers(scope) { bridge.reset(.scope) }
      }
    }

    /// Whether no instance is cached. A shared instance counts while it exists. The graph scope
    /// caches nothing between resolutions.
    public var isEmpty: Bool {
      !StaticContainer.shared.manager.cachesInstances(in: modern)
        && !Bridges.all.contains { bridge in
          guard let scope = bridge.scope, covers(scope) else { return false }
          return bridge.cachesInstance(in: scope)
        }
    }

    /// Evicts the instances of all scopes, including custom ones. Those of ``singleton`` and of other
    /// `Singleton` scopes are evicted only if `includingSingletons` is true.
    public static func reset(includingSingletons: Bool = false) {
      let manager = StaticContainer.shared.manager
      if includingSingletons {
        manager.reset(options: .scope)
      } else {
        manager.reset(scopesExcept: Singleton.all.map(\.modern))
      }
      for bridge in Bridges.all {
        let isSingleton =
          bridge.scope.map { scope in
            scope is FactoryKit.Scope.Singleton || Singleton.all.contains { $0.covers(scope) }
          } ?? false
        if includingSingletons || !isSingleton { bridge.reset(.scope) }
      }
    }

    private func covers(_ scope: FactoryKit.Scope) -> Bool {
      scope === modern || scope === counterpart
    }

    /// Caches an instance until the scope is reset. Create one for each lifetime of an application,
    /// such as a session.
    public final class Cached: Scope, @unchecked Sendable {
      // Sendable: adds no state.

      /// Creates a scope that works like ``cached``, and is reset separately.
      public init() { super.init(FactoryKit.Scope.Cached()) }
      fileprivate init(_ modern: FactoryKit.Scope.Cached) { super.init(modern) }
    }

    /// Holds instances of classes weakly. Instances of value types are not cached.
    public final class Shared: Scope, @unchecked Sendable {
      // Sendable: adds no state.

      /// Creates a scope that works like ``shared``, and is reset separately.
      public init() { super.init(FactoryKit.Scope.Shared()) }
      fileprivate init(_ modern: FactoryKit.Scope.Shared) { super.init(modern) }
    }

    /// Caches an instance until singletons are reset explicitly.
    ///
    /// Create scopes as stored constants: the program retains each of them.
    public final class Singleton: Scope, @unchecked Sendable {
      // Sendable: adds no state.

      // In 1.x the scope owns the singletons. So they are stored in `StaticContainer`, in a cached
      // scope that a general reset omits, separate from the singletons of FactoryKit's containers.
      private static let scopes = Locked<[Singleton]>([])

      /// ``Scope/singleton``, and all others.
      fileprivate static var all: [Singleton] { [singleton] + scopes.withLock { $0 } }

      /// Creates a scope that works like ``singleton``, and is reset separately.
      public init() {
        super.init(FactoryKit.Scope.Cached())
        Self.scopes.withLock { $0.append(self) }
      }

      fileprivate init(counterpart: FactoryKit.Scope) {
        super.init(FactoryKit.Scope.Cached(), counterpart: counterpart)
      }
    }

    /// Caches an instance until the outermost resolution on the thread ends.
    public final class Graph: Scope, @unchecked Sendable {
      // Sendable: adds no state.

      /// Creates a scope that works like ``graph``, and is reset separately.
      public init() { super.init(FactoryKit.Scope.Graph()) }
      fileprivate init(_ modern: FactoryKit.Scope.Graph) { super.init(modern) }
    }
  }
}

/// The parts of a factory's state that a reset removes.
public enum FactoryResetOptions: Sendable, Hashable {
  /// The registration and the cached instance.
  case all
  /// Nothing.
  case none
  /// The registration.
  case registration
  /// The cached instance.
  case scope

  var modern: FactoryKit.FactoryResetOptions {
    switch self {
    case .all: .all
    case .none: .none
    case .registration: .registration
    case .scope: .scope
    }
  }
}
