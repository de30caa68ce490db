// Factory, MIT licence; see LICENSE
//
// How scopes treat instances, and how the engine refers to a scope.
internal import FactoryCore

/// How a scope treats instances. The raw values index `factory_built_in_scopes`.
@usableFromInline
@frozen
enum ScopeKind: Int {
  /// Nothing is kept.
  case unique = 0
  /// One instance for the container.
  case cached = 1
  /// One instance for the container, held weakly.
  case shared = 2
  /// One instance for each resolution cycle.
  case graph = 3
  /// One instance for the process.
  case singleton = 4
}

/// A scope without a reference count.
///
/// A container retains every scope that it or one of its factories ever had, for as long as it exists.
/// So its entries, and factory values, which own the container's manager, refer to scopes by address.
@usableFromInline
@frozen
// Sendable: scopes are, and the address is constant.
struct ScopeReference: Equatable, @unchecked Sendable {
  @usableFromInline let address: UnsafeRawPointer

  @usableFromInline
  init(address: UnsafeRawPointer) {
    self.address = address
  }

  @_alwaysEmitIntoClient @inline(__always)
  init(_ scope: Scope) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(scope).toOpaque())
  }

  var scope: Scope {
    // Retained by the container.
    Unmanaged<Scope>.fromOpaque(address).takeUnretainedValue()
  }

  var kind: ScopeKind {
    // See above.
    Unmanaged<Scope>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.kind }
  }

  /// The scope as a singleton scope; only for those of that kind.
  var singleton: Scope.Singleton {
    // `Scope.Singleton` is the only class of that kind.
    unsafeDowncast(scope, to: Scope.Singleton.self)
  }
}
