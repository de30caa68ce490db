// Factory, MIT licence; see LICENSE
//
// The scopes of 1.x. Each stands for one of FactoryKit's; the instances are in `StaticContainer`.
public import FactoryKit

extension SharedContainer {
  /// The lifetime of instances. (1.x guide: Scope.)
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
  /// A factory without scope makes a new instance each time. May be used from any thread.
  public class Scope: @unchecked Sendable {
    // Sendable: constant.

    /// The scope as FactoryKit has it, for factories declared there to share its lifetime.
    public let modern: FactoryKit.Scope
    /// What a factory of FactoryKit's for the same purpose would have.
    fileprivate let counterpart: FactoryKit.Scope

    fileprivate init(_ modern: FactoryKit.Scope, counterpart: FactoryKit.Scope? = nil) {
      self.modern = modern
      self.counterpart = counterpart ?? modern
    }

    /// One instance, until the scope is reset.
    public static let cached = Cached(.cached)
    /// One instance while somebody holds it.
    public static let shared = Shared(.shared)
    /// One instance until singletons are reset explicitly.
    public static let singleton = Singleton()
    /// One instance for each resolution cycle. (1.x guide: Graph Scope.)
    public static let graph = Graph()

    /// Drops the instances of this scope. Existing references stay valid.
    public func reset() {
      StaticContainer.shared.manager.reset(scope: modern)
      for bridge in Bridges.all {
        if let scope = bridge.scope, covers(scope) { bridge.reset(.scope) }
      }
    }

    /// Whether nothing is kept. A shared instance counts while somebody holds it; the graph
    /// scope keeps nothing between resolutions.
    public var isEmpty: Bool {
      !StaticContainer.shared.manager.keepsInstances(in: modern)
        && !Bridges.all.contains { bridge in
          guard let scope = bridge.scope, covers(scope) else { return false }
          return bridge.keepsInstance(in: scope)
        }
    }

    /// Drops the instances of all scopes, also of those that applications add; singletons only
    /// if asked for.
    public static func reset(includingSingletons: Bool = false) {
      let manager = StaticContainer.shared.manager
      if includingSingletons {
        manager.reset(options: .scope)
      } else {
        manager.reset(scopesExcept: singleton.modern)
      }
      for bridge in Bridges.all {
        let isSingleton = bridge.scope.map { singleton.covers($0) } ?? false
        if includingSingletons || !isSingleton { bridge.reset(.scope) }
      }
    }

    private func covers(_ scope: FactoryKit.Scope) -> Bool {
      scope === modern || scope === counterpart
    }

    /// Keeps an instance until it is reset. Make one for each lifetime that an application has.
    public final class Cached: Scope, @unchecked Sendable {
      // Sendable: adds no state.
      public init() { super.init(FactoryKit.Scope.Cached()) }
      fileprivate init(_ modern: FactoryKit.Scope.Cached) { super.init(modern) }
    }

    /// Holds instances of classes weakly. Values are not kept.
    public final class Shared: Scope, @unchecked Sendable {
      // Sendable: adds no state.
      public init() { super.init(FactoryKit.Scope.Shared()) }
      fileprivate init(_ modern: FactoryKit.Scope.Shared) { super.init(modern) }
    }

    /// Keeps an instance through everything but an explicit reset.
    public final class Singleton: Scope, @unchecked Sendable {
      // Sendable: adds no state.

      // In 1.x the scope owns the singletons: they are instances of the one container, in a scope
      // that a general reset spares, apart from the singletons of FactoryKit's containers.
      fileprivate init() {
        super.init(FactoryKit.Scope.Cached(), counterpart: FactoryKit.Scope.Singleton.processWide)
      }
    }

    /// Keeps an instance until the outermost resolution of the thread ends.
    public final class Graph: Scope, @unchecked Sendable {
      // Sendable: adds no state.
      fileprivate init() { super.init(FactoryKit.Scope.graph) }
    }
  }
}

/// What a reset of a factory drops. (1.x guide: Reset.)
public enum FactoryResetOptions: Sendable, Hashable {
  /// The registration and the instance.
  case all
  /// Nothing.
  case none
  /// The registration.
  case registration
  /// The instance.
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
