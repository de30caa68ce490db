// Factory, MIT licence; see LICENSE
//
// The storage of a child container: how it refers to that of its parent.
internal import FactoryCore

/// The scopes whose instances the parent of a child caches.
final class SharedScopes: Sendable {
  let scopes: [Scope]

  /// Nil if no container caches instances of these scopes, so that there is nothing to share.
  init?(_ scopes: [Scope]) {
    let cached = scopes.map(\.origin).filter { $0.kind == .cached || $0.kind == .shared }
    if cached.isEmpty { return nil }
    self.scopes = cached
  }
}

extension ContainerCore {
  package var parent: ContainerCore? { factory_core_parent(self) }

  /// How many parents this container has: zero for one that is not a child.
  package var depth: UInt32 { factory_core_depth(self) }

  /// The outermost parent, which retains the scopes of all its children.
  var root: ContainerCore {
    var core = self
    while let parent = core.parent { core = parent }
    return core
  }

  /// The parent that has this depth, or this container.
  func ancestor(at depth: UInt32) -> ContainerCore {
    var core = self
    while core.depth > depth, let parent = core.parent { core = parent }
    return core
  }

  /// Whether this is `other`, or one of its parents.
  func contains(_ other: ContainerCore) -> Bool {
    other.depth >= depth && other.ancestor(at: depth) == self
  }

  /// Whether one of these flags is set for this container or for one of its parents.
  func hasFlag(_ flags: Int) -> Bool { factory_core_all_flags(self) & UInt32(flags) != 0 }

  /// Whether flags other than `allowed` are set for this container or for one of its parents.
  func hasFlags(besides allowed: Int) -> Bool {
    factory_has_flags_besides(UInt32(allowed), factory_core_all_flags(self))
  }

  /// Whether it is a child of another type than `Container`: see `ContainerManager.retainedContainer`.
  var valuesRetainContainer: Bool {
    factory_core_flags(self) & UInt32(FACTORY_VALUES_RETAIN_CONTAINER) != 0
  }

  /// Whether the instances of a scope are those of the parent.
  func shares(_ scope: ScopeReference) -> Bool {
    guard let shared = factory_core_shared_scopes(self) else { return false }
    // Owned by the core.
    return shared.withObject(SharedScopes.self) {
      $0.scopes.contains { ScopeReference($0) == scope }
    }
  }

  /// A setting of this container or, if that is nil, of the innermost parent that has it.
  func setting<Value>(_ read: (borrowing ContainerState) -> Value?) -> Value? {
    var next: ContainerCore? = self
    while let core = next {
      if let value = core.withState({ read($0) }) { return value }
      next = core.parent
    }
    return nil
  }

  /// The storage of a child. The caller retains the parent's.
  static func allocate(
    childOf parent: ContainerCore, sharing scopes: SharedScopes?, valuesRetainContainer: Bool
  ) -> Self {
    let core = allocate()
    factory_core_set_parent(
      core, parent, scopes.map { UnsafeMutableRawPointer(owning: $0) })
    core.withLock { state, _ in
      state.settings.isAutoRegistered = true
      state.valuesRetainContainer = valuesRetainContainer
    }
    if let type = factory_core_type(parent) { factory_core_set_type(core, type) }
    return core
  }
}
