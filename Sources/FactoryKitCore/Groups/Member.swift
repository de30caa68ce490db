// Factory, MIT licence; see LICENSE
//
// The members of groups, as settings store them, and their order.
package import FactoryCore

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
  /// Whether the group's definition has added it. Set before the member is added.
  @exclusivity(unchecked) package var isInDefinition = false
  /// How many parents the container has to which it was added. Set before the member is added.
  @exclusivity(unchecked) package var depth: UInt32 = 0
  /// The call of `autoRegister` that has added it. Set before the member is added.
  @exclusivity(unchecked) package var run: AutoRegistrationRun?

  /// Whether it was added by a call of `autoRegister` during which the container was reset, or `pop` was called. If the
  /// call was repeated, that has added it once more.
  var isOutdated: Bool { run != nil && run!.isOutdated }

  @usableFromInline
  package init(_ source: AnyObject, _ keyPath: AnyKeyPath?, _ site: CallSite, _ order: Int) {
    self.source = source
    self.keyPath = keyPath
    self.site = site
    self.order = order
  }

  /// The key by which members are sorted.
  fileprivate var rank: (Int, Int) { (order, isInDefinition ? 0 : 1) }

  /// Whether each call adds one more: a key path is added once, and so is a closure in the group's
  /// definition, which repeats its calls.
  fileprivate var isAddedByEachCall: Bool { keyPath == nil && !isInDefinition }

  /// Whether a call has added this member.
  fileprivate func isSame(as keyPath: AnyKeyPath?, _ site: CallSite) -> Bool {
    if let keyPath { return self.keyPath == keyPath }
    return self.keyPath == nil && self.site.isSame(as: site)
  }
}

/// A member that is resolved once, compared by its key path or its call site.
private struct AddedOnce: Hashable {
  let member: Member

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.member.isSame(as: rhs.member.keyPath, rhs.member.site)
  }

  func hash(into hasher: inout Hasher) {
    if let keyPath = member.keyPath {
      hasher.combine(keyPath)
    } else {
      hasher.combine(member.site.line)
      hasher.combine(member.site.column)
    }
  }
}

// A key path may contain arguments of the user's types, which it compares and hashes. So the functions
// below are called with no lock held.

extension [Member] {
  /// Whether a call of `add` has added its member already.
  package func contains(_ keyPath: AnyKeyPath?, _ site: CallSite, isInDefinition: Bool) -> Bool {
    if keyPath == nil, !isInDefinition { return false }
    return contains { $0.isSame(as: keyPath, site) && !$0.isOutdated }
  }

  /// Whether it has an equal member.
  package func contains(_ member: Member) -> Bool {
    contains(member.keyPath, member.site, isInDefinition: member.isInDefinition)
  }

  /// The members as they are resolved, sorted by their order. Of those of equal order, the definition's come first (after a
  /// reset, it adds them again), then those of a parent before those of its child, each as they were added. Of equal members,
  /// only the first is kept: a parent may have got one after its child.
  package var inOrder: [Member] {
    if isInOrder { return self }
    // Sorting is stable.
    let members = filter { !$0.isOutdated }.sorted { $0.rank < $1.rank }
    // Key paths need not be hashed if all members are in one container.
    if members.allSatisfy({ $0.depth == members[0].depth }) { return members }
    var known = Set<AddedOnce>(minimumCapacity: members.count)
    return members.filter { $0.isAddedByEachCall || known.insert(AddedOnce(member: $0)).inserted }
  }

  /// Whether nothing has to be moved or left out, as in most groups.
  private var isInOrder: Bool {
    guard var previous = first else { return true }
    for member in self {
      if member.isOutdated || member.depth != previous.depth || member.rank < previous.rank {
        return false
      }
      previous = member
    }
    return true
  }
}

extension ContainerManager {
  /// The members of the group with a key at this moment; nil if the group has no entry.
  package func memberList(of key: factory_key) -> [Member]? {
    store.nearestSettings(key)?.values.members
  }
}
