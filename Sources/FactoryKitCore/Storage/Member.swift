// Factory, MIT licence; see LICENSE
//
// A member of a group, as plans store it.

/// A member of a group.
@usableFromInline
// Not changed after it was added. Its closure is called on the thread that resolves.
package final class Member {
  /// What the member is resolved from: an object of the module that declares groups.
  @usableFromInline package let source: AnyObject
  /// The key path that was added; nil for a closure.
  package let keyPath: AnyKeyPath?
  package let site: CallSite
  let order: Int
  /// The hash of what `add` adds once.
  let hash: Int
  /// Whether the group's definition has added it. Set before the member is added.
  @exclusivity(unchecked) package var isInDefinition = false
  /// The call of `autoRegister` that has added it. Set before the member is added.
  @exclusivity(unchecked) package var run: AutoRegistrationRun?

  /// Whether it was added by a call of `autoRegister` during which the container was reset, or `pop` was called. If the
  /// call was repeated, that has added it once more.
  var isOutdated: Bool { run != nil && run!.isOutdated }

  /// Called with no lock held: see `hash(_:_:)`.
  @usableFromInline
  package init(_ source: AnyObject, _ keyPath: AnyKeyPath?, _ site: CallSite, _ order: Int) {
    self.source = source
    self.keyPath = keyPath
    self.site = site
    self.order = order
    hash = Self.hash(keyPath, site)
  }

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
