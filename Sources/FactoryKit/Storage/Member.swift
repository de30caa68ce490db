// Factory, MIT licence; see LICENSE
//
// The members of a group, as plans store them.

/// A member of a group of `T`, type-erased: a `Member<T>`.
@usableFromInline
// Sendable: not changed after it was added. Its closure is called on the thread that resolves.
class AnyMember: @unchecked Sendable {
  /// The key path that was added; nil for a closure.
  let keyPath: AnyKeyPath?
  let site: CallSite
  let order: Int
  /// Whether the group's definition has added it. Set before the member is added.
  @exclusivity(unchecked) var isInDefinition = false
  /// The `depth` of the container to which it was added. Set before the member is added.
  @exclusivity(unchecked) var depth: UInt32 = 0

  init(_ keyPath: AnyKeyPath?, _ site: CallSite, _ order: Int) {
    self.keyPath = keyPath
    self.site = site
    self.order = order
  }

  /// The factories that must be registered before this member is resolved, but are not.
  func missingRegistrations(in container: AnyObject) -> [MissingRegistration] { [] }
}

extension [AnyMember] {
  /// Whether a call has added its member already.
  ///
  /// A key path is added once. A closure is added by each call, except in the group's definition,
  /// which repeats its calls. Called with no lock held: a key path may contain arguments of the
  /// user's types, which it compares.
  func contains(_ keyPath: AnyKeyPath?, _ site: CallSite, isInDefinition: Bool) -> Bool {
    if let keyPath { return contains { $0.keyPath == keyPath } }
    return isInDefinition && contains { $0.keyPath == nil && $0.site.isSame(as: site) }
  }

  /// Each member once, also if both a child and its parent have it. Called with no lock held, like
  /// `contains`.
  var withoutRepetitions: [AnyMember] {
    var members: [AnyMember] = []
    for member in self
    where !members.contains(
      member.keyPath, member.site, isInDefinition: member.isInDefinition)
    {
      members.append(member)
    }
    return members
  }

  /// Inserts a member behind those of the same order.
  mutating func add(_ member: AnyMember) {
    insert(member, at: firstIndex { $0.order > member.order } ?? endIndex)
  }
}
