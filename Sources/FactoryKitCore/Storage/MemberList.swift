// Factory, MIT licence; see LICENSE
//
// The members of a group, as plans store them: adding one, and finding out whether it was added
// already, takes the same time for any number of members.

/// The members of a group at some moment.
///
/// A value. The list after `add` shares the memory of the list before it: both refer to the same
/// `MemberLog`, with different counts. A list has several parts if members were added to several
/// containers, a parent and its children, or after a `push`: see `add`.
package struct MemberList {
  /// The first `count` members of a log.
  private struct Part {
    let log: MemberLog
    var count: Int

    /// Whether a member with this key path and call site satisfies `condition`. Holds no lock while it
    /// compares key paths, because that may run user code.
    package func contains(
      _ keyPath: AnyKeyPath?, _ site: CallSite, _ hash: Int,
      where condition: (Member) -> Bool = { _ in true }
    ) -> Bool {
      var end = count
      while let (member, index) = log.last(hash, before: end) {
        if condition(member), !member.isOutdated, member.isSame(as: keyPath, site) { return true }
        end = index
      }
      return false
    }
  }

  /// Those of the outermost container first.
  private var parts: [Part] = []

  init() {}

  var isEmpty: Bool { parts.isEmpty }

  /// Whether a call has added its member already. Called with no lock held, because it compares key
  /// paths.
  package func contains(_ keyPath: AnyKeyPath?, _ site: CallSite, isInDefinition: Bool) -> Bool {
    if parts.isEmpty || keyPath == nil && !isInDefinition { return false }
    let hash = Member.hash(keyPath, site)
    return parts.contains { $0.contains(keyPath, site, hash) }
  }

  /// Whether it has an equal member. Called like the function above.
  package func contains(_ member: Member) -> Bool {
    contains(member.keyPath, member.site, isInDefinition: member.isInDefinition)
  }

  /// Adds a member to the list of one container.
  ///
  /// Members that are added after a `push` are stored in another log. So a `pop` also releases them.
  ///
  /// - Parameters:
  ///   - depth: the container's depth.
  ///   - snapshot: the snapshot in which the list before this change was last saved.
  package mutating func add(_ member: Member, depth: UInt32, snapshot: UInt32) {
    if let last = parts.last, last.log.snapshot == snapshot, last.log.add(member, at: last.count) {
      parts[parts.count - 1].count += 1
    } else {
      if parts.count == Self.partsOfOneContainer { joinParts(snapshot) }
      let log = MemberLog(depth, snapshot)
      log.add(member, at: 0)
      parts.append(Part(log: log, count: 1))
    }
  }

  /// So many that programs with nested calls of `push` rarely copy a list.
  private static var partsOfOneContainer: Int { 8 }

  private mutating func joinParts(_ snapshot: UInt32) {
    let log = MemberLog(parts[0].log.depth, snapshot)
    var count = 0
    for part in parts {
      for member in part.log.first(part.count) {
        log.add(member, at: count)
        count += 1
      }
    }
    parts = [Part(log: log, count: count)]
  }

  /// The list of a child: these members of its parents, and the child's own.
  func followed(by own: MemberList) -> MemberList {
    if parts.isEmpty { return own }
    var list = self
    list.parts += own.parts
    return list
  }

  /// The members in the order in which they are resolved: those of equal order as they were added,
  /// and those of a parent before those of its child. Called with no lock held, because it compares
  /// key paths.
  package var inOrder: [Member] {
    guard let first = parts.first else { return [] }
    if parts.count == 1 { return first.log.inOrder(first.count).withoutOutdated() }
    var members: [Member] = []
    for part in parts {
      for member in part.log.first(part.count) where !isRepeated(member, part.log.depth) {
        members.append(member)
      }
    }
    return members.inOrder.withoutOutdated()
  }

  /// Whether an equal member of a container of another depth comes before this one in the order.
  private func isRepeated(_ member: Member, _ depth: UInt32) -> Bool {
    if !member.isSearched { return false }
    return parts.contains { part in
      part.log.depth != depth
        && part.contains(member.keyPath, member.site, member.hash) { other in
          // If the orders are equal, the member of the outer container comes first.
          part.log.depth < depth ? other.order <= member.order : other.order < member.order
        }
    }
  }
}

/// A growing list of members, which lists share. Members are never removed from it.
private final class MemberLog {
  // The variables are guarded by the lock, a leaf lock.
  private let lock = Lock()
  /// The depth of the container to which the members were added.
  package let depth: UInt32
  /// The snapshot in which the list without these members was last saved.
  let snapshot: UInt32
  /// As they were added.
  @exclusivity(unchecked) private var members: [Member] = []
  /// The last of the members that have a hash, and for each member the one before it with the same
  /// hash. Not for closures outside of the group's definition, which are not searched.
  @exclusivity(unchecked) private var lasts: [Int: Int] = [:]
  @exclusivity(unchecked) private var previous: [Int] = []
  /// How many of the first members are in the order in which they are resolved.
  @exclusivity(unchecked) private var ordered = 0
  /// The first members in that order, or none.
  @exclusivity(unchecked) private var sorted: [Member] = []

  init(_ depth: UInt32, _ snapshot: UInt32) {
    self.depth = depth
    self.snapshot = snapshot
  }

  /// Adds a member after the first `count`. False if there are more.
  @inline(never) @discardableResult
  package func add(_ member: Member, at count: Int) -> Bool {
    lock.withLock {
      if members.count != count { return false }
      if ordered == count, count == 0 || members[count - 1].order <= member.order { ordered += 1 }
      members.append(member)
      previous.append(
        (member.isSearched ? lasts.updateValue(count, forKey: member.hash) : nil) ?? -1)
      return true
    }
  }

  /// The last of the first `end` members that has a hash.
  @inline(never)
  func last(_ hash: Int, before end: Int) -> (member: Member, index: Int)? {
    lock.withLock {
      var index = lasts[hash] ?? -1
      while index >= end { index = previous[index] }
      return index < 0 ? nil : (members[index], index)
    }
  }

  /// The first `count` members, as they were added.
  func first(_ count: Int) -> [Member] {
    lock.withLock { prefix(count) }
  }

  /// Called with the lock held.
  private func prefix(_ count: Int) -> [Member] {
    count == members.count ? members : Array(members[..<count])
  }

  /// The first `count` members, in the order in which they are resolved.
  package func inOrder(_ count: Int) -> [Member] {
    let (known, isOrdered) = lock.withLock { () -> ([Member], Bool) in
      if sorted.count == count { return (sorted, true) }
      return (prefix(count), count <= ordered)
    }
    if isOrdered { return known }
    let new = known.inOrder
    let old = lock.withLock {
      let old = sorted
      sorted = new
      return old
    }
    // Released here, without the lock.
    _ = old
    return new
  }
}

extension Member {
  /// Whether an equal member may have been added: each closure outside of the definition is a member of
  /// its own.
  fileprivate var isSearched: Bool { keyPath != nil || isInDefinition }
}

extension [Member] {
  /// In loops, because `filter` would be specialised.
  @inline(never)
  fileprivate func withoutOutdated() -> [Member] {
    var kept: [Member] = []
    var hasOutdated = false
    for member in self where member.isOutdated { hasOutdated = true }
    if !hasOutdated { return self }
    for member in self where !member.isOutdated { kept.append(member) }
    return kept
  }

  /// Sorted by order. Those of equal order stay as they are, because sorting is stable.
  package var inOrder: [Member] {
    var last = Int.min
    for member in self {
      if member.order < last { return sorted { $0.order < $1.order } }
      last = member.order
    }
    return self
  }
}
