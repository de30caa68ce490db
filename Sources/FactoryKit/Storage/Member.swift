// Factory, MIT licence; see LICENSE
//
// A member of a group, as plans store it.

/// A member of a group of `T`, type-erased: a `Member<T>`.
@usableFromInline
// Sendable: not changed after it was added. Its closure is called on the thread that resolves.
class AnyMember: @unchecked Sendable {
  /// The key path that was added; nil for a closure.
  let keyPath: AnyKeyPath?
  let site: CallSite
  let order: Int
  /// The hash of what `add` adds once.
  let hash: Int
  /// Whether the group's definition has added it. Set before the member is added.
  @exclusivity(unchecked) var isInDefinition = false

  /// Called with no lock held: see `hash(_:_:)`.
  init(_ keyPath: AnyKeyPath?, _ site: CallSite, _ order: Int) {
    self.keyPath = keyPath
    self.site = site
    self.order = order
    hash = Self.hash(keyPath, site)
  }

  /// The factories that must be registered before this member is resolved, but are not.
  func missingRegistrations(in container: AnyObject) -> [MissingRegistration] { [] }

  // A key path is added once. A closure is added by each call, except in the group's definition,
  // which repeats its calls.

  /// The hash of what a call adds. Called with no lock held: a key path may contain arguments of the
  /// user's types, which it hashes.
  static func hash(_ keyPath: AnyKeyPath?, _ site: CallSite) -> Int {
    keyPath?.hashValue ?? Int(site.line) << 16 ^ Int(site.column)
  }

  /// Whether a call has added this member. Called with no lock held, like `hash(_:_:)`.
  func isSame(as keyPath: AnyKeyPath?, _ site: CallSite) -> Bool {
    if let keyPath { return self.keyPath == keyPath }
    return self.keyPath == nil && self.site.isSame(as: site)
  }
}
