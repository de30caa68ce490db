// Factory, MIT licence; see LICENSE
//
// Tasks that a construction starts with `Task { }` inherit the shared container, for example a request's, and may continue
// after the construction. What they inject may become a part of the instance, which must not depend on the request if it is
// cached by a container without a parent, by the process, or by a parent of the request's container. So the closure of such
// an instance binds a task-local value, which these tasks inherit.
internal import FactoryCore

/// A construction of an instance that is cached elsewhere than in the shared container and its children.
package final class OutlivingConstruction: Sendable {
  /// The identity of the container that was the shared one when the closure was called.
  private let shared: UInt64

  @TaskLocal private static var innermost: OutlivingConstruction?
  // Immutable.
  nonisolated(unsafe) private static let key = UnsafeRawPointer(unowned: $innermost)

  private init(_ shared: ContainerCore) { self.shared = factory_core_identity(shared) }

  static var bound: OutlivingConstruction? {
    // A value that is bound to `$innermost`.
    taskLocalValue(key)?.assumingMemoryBound(to: OutlivingConstruction?.self).pointee
  }

  /// The construction to which the calling code, or that which started its task, belongs. Nil if another `Container` is the
  /// shared one now: then `run` or `withValue` was called in between.
  static var current: OutlivingConstruction? {
    guard factory_children_exist(), let construction = bound, let shared = FollowedChild.sharedCore,
      construction.shared == factory_core_identity(shared)
    else { return nil }
    return construction
  }

  /// Binds the value for a closure that is about to be called. Returns whether `unbind` has to be called after it.
  @inline(__always)
  static func bind(for level: InjectionLevel) -> Bool {
    // What nobody caches is a part of the instance around it.
    level.pointee.owner != UInt32(FACTORY_OWNED_BY_NOBODY) && bindForOwner(of: level)
  }

  @inline(never)
  private static func bindForOwner(of level: InjectionLevel) -> Bool {
    // An instance of the scope `graph` of a child is a part of it, too. Those that get it as well are captive.
    if level.pointee.owner == UInt32(FACTORY_OWNED_BY_CYCLE), FollowedChild(level) != nil {
      return false
    }
    // What the shared container caches itself is no part of the instance around it.
    return bind { level.isCached(outside: $0) } || bindNone()
  }

  /// Binds the value for code that makes what an instance of a container without a parent, or of the process, stores.
  static func bindForRoot() -> Bool { bind { _ in true } }

  /// Binds the value for code that makes what an instance of a child stores, if the shared container is a child of that one.
  static func bindForPart(of owner: ContainerCore) -> Bool {
    // Containers of other families are not compared.
    owner.parent != nil && bind { !$0.contains(owner) && $0.root == owner.root }
  }

  /// Hides a value that is bound, for code that is no part of an instance that is cached elsewhere.
  static func bindNone() -> Bool {
    guard factory_children_exist(), bound != nil else { return false }
    push(nil)
    return true
  }

  @inline(never)
  private static func bind(_ isOutliving: (ContainerCore) -> Bool) -> Bool {
    guard factory_children_exist(), let shared = FollowedChild.sharedCore, isOutliving(shared)
    else { return false }
    push(OutlivingConstruction(shared))
    return true
  }

  private static func push(_ construction: OutlivingConstruction?) {
    // The representation of an optional object. The binding owns the reference.
    var value = construction.map { UnsafeMutableRawPointer(owning: $0) }
    // A metatype is the address of its metadata.
    let type = unsafeBitCast(Self?.self as Any.Type, to: UnsafeRawPointer.self)
    withUnsafeMutablePointer(to: &value) { factory_task_value_push(key, $0, type) }
  }

  static func unbind() { factory_task_value_pop() }
}

extension InjectionLevel {
  package func bindOutliving() -> Bool { OutlivingConstruction.bind(for: self) }
  package func unbindOutliving() { OutlivingConstruction.unbind() }

  /// Whether the instance is cached neither by the shared container nor by a child of it.
  fileprivate func isCached(outside shared: ContainerCore) -> Bool {
    let child = FollowedChild(self)
    var owner = child?.core
    if pointee.owner == UInt32(FACTORY_OWNED_BY_PARENT) {
      owner = owner?.ancestor(at: pointee.owner_depth)
    }
    guard let owner, owner.parent != nil else { return true }
    return !shared.contains(owner)
  }
}
