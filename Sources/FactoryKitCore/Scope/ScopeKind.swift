// Factory, MIT licence; see LICENSE
//
// The kinds of scope, and how the engine refers to a scope.
internal import FactoryCore

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
}

/// An unretained reference to a scope.
///
/// A container retains every scope that it or one of its factories has ever had until it is
/// deallocated. So the container's entries, and factory values, which own its manager, can refer to
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

  /// Whether the scope is not one of the built-in ones.
  var isCustom: Bool {
    let kind = kind.rawValue
    // The C variable is null until a modifier names the scope, which a container may use by default before that.
    return address != factory_built_in_scope(kind) ?? ScopeReference(Scope.builtIn(kind)).address
  }

  /// The scope as a singleton scope. Its kind must be `singleton`.
  package var singleton: Scope.Singleton {
    // `Scope.Singleton` is the only class of that kind.
    assumedObject(scope, Scope.Singleton.self)
  }
}
