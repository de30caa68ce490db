// Factory, MIT licence; see LICENSE
//
// The members of a group, as plans store them: adding one, and finding out whether it was added
// already, takes the same time for any number of members.

/// The members of a group at some moment.
///
/// A value. The list after `add` shares the memory of the list before it: both refer to the same
/// `MemberLog`, with different counts. A list has several parts if members were added to several
/// containers, a parent and its children, or after a `push`: see `add`.
struct MemberList {
  /// The first `count` members of a log.
  private struct Part {
    let log: MemberLog
    var count: Int
    /// The depth of the log's container, if code outside of the group's definition has added one of
    /// the members; otherwise zero.
    var depth: UInt32

    /// The index of the last of the first `end` members that this call has added, or none. Compares key
    /// paths with no lock held.
    func index(
      of keyPath: AnyKeyPath?, _ site: CallSite, _ hash: Int, before end: Int
    ) -> Int? {
      var end = end
      while let (member, index) = log.last(hash, before: end) {
        if member.isSame(as: keyPath, site) { return index }
        end = index
      }
      return nil
    }
  }

  /// Those of the outermost container first.
  private var parts: [Part] = []

  init() {}

  var isEmpty: Bool { parts.isEmpty }

  /// The greatest depth of a container to which code outside of the group's definition has added a
  /// member. The definition adds its members in each container in which it is read, so they do not
  /// count.
  var depth: UInt32 { parts.reduce(0) { max($0, $1.depth) } }

  /// Whether a call has added its member already. Called with no lock held, because it compares key
  /// paths.
  func contains(_ keyPath: AnyKeyPath?, _ site: CallSite, isInDefinition: Bool) -> Bool {
    if parts.isEmpty || keyPath == nil && !isInDefinition { return false }
    let hash = AnyMember.hash(keyPath, site)
    return parts.contains { $0.index(of: keyPath, site, hash, before: $0.count) != nil }
  }

  /// Adds a member to the list of one container.
  ///
  /// Members that are added after a `push` are stored in another log. So a `pop` also releases them.
  ///
  /// - Parameters:
  ///   - depth: the container's depth.
  ///   - snapshot: the snapshot in which the list before this change was last saved.
  mutating func add(_ member: AnyMember, depth: UInt32, snapshot: UInt32) {
    if let last = parts.last, last.log.snapshot == snapshot, last.log.add(member, at: last.count) {
      parts[parts.count - 1].count += 1
    } else {
      if parts.count == Self.partsOfOneContainer { joinParts(snapshot) }
      parts.append(Part(log: MemberLog([member], depth, snapshot), count: 1, depth: 0))
    }
    if !member.isInDefinition { parts[parts.count - 1].depth = depth }
  }

  /// So many that programs with nested calls of `push` rarely copy a list.
  private static var partsOfOneContainer: Int { 8 }

  private mutating func joinParts(_ snapshot: UInt32) {
    let members = parts.flatMap { $0.log.first($0.count) }
    let log = MemberLog(members, parts[0].log.depth, snapshot)
    parts = [Part(log: log, count: members.count, depth: depth)]
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
  var inOrder: [AnyMember] {
    guard let first = parts.first else { return [] }
    if parts.count == 1 { return first.log.inOrder(first.count) }
    var members: [AnyMember] = []
    for part in parts { members += part.log.first(part.count) }
    var remaining: [AnyMember] = []
    for (member, isRepeated) in zip(members, repeatedMembers(members)) where !isRepeated {
      remaining.append(member)
    }
    return remaining.inOrder
  }

  /// For each of the members of all parts, whether an equal one of another container comes before it in
  /// the order.
  private func repeatedMembers(_ members: [AnyMember]) -> [Bool] {
    var isRepeated = [Bool](repeating: false, count: members.count)
    var start = parts[0].count
    for (number, part) in parts.enumerated().dropFirst() {
      defer { start += part.count }
      var outerStart = 0
      for outer in parts[..<number] {
        defer { outerStart += outer.count }
        if outer.log.depth >= part.log.depth { continue }
        for index in start..<start + part.count {
          let member = members[index]
          if member.keyPath == nil && !member.isInDefinition { continue }
          var end = outer.count
          while let other = outer.index(of: member.keyPath, member.site, member.hash, before: end) {
            let isLast = member.order >= members[outerStart + other].order
            isRepeated[isLast ? index : outerStart + other] = true
            end = other
          }
        }
      }
    }
    return isRepeated
  }
}

/// A growing list of members, which lists share. Members are never removed from it.
private final class MemberLog: @unchecked Sendable {
  // Sendable: the variables are guarded by the lock, a leaf lock.
  private let lock = Lock()
  /// The depth of the container to which the members were added.
  let depth: UInt32
  /// The snapshot in which the list without these members was last saved.
  let snapshot: UInt32
  /// As they were added.
  @exclusivity(unchecked) private var members: [AnyMember] = []
  /// The last of the members that have a hash, and for each member the one before it with the same
  /// hash. Not for closures outside of the group's definition, which are not searched.
  @exclusivity(unchecked) private var lasts: [Int: Int] = [:]
  @exclusivity(unchecked) private var previous: [Int] = []
  /// How many of the first members are in the order in which they are resolved.
  @exclusivity(unchecked) private var ordered = 0
  /// The first members in that order, or none.
  @exclusivity(unchecked) private var sorted: [AnyMember] = []

  init(_ members: [AnyMember], _ depth: UInt32, _ snapshot: UInt32) {
    self.depth = depth
    self.snapshot = snapshot
    for member in members { append(member) }
  }

  /// Adds a member after the first `count`. False if there are more.
  func add(_ member: AnyMember, at count: Int) -> Bool {
    lock.withLock {
      if members.count != count { return false }
      append(member)
      return true
    }
  }

  private func append(_ member: AnyMember) {
    let index = members.count
    if ordered == index, index == 0 || members[index - 1].order <= member.order { ordered += 1 }
    members.append(member)
    let isSearched = member.keyPath != nil || member.isInDefinition
    previous.append((isSearched ? lasts.updateValue(index, forKey: member.hash) : nil) ?? -1)
  }

  /// The last of the first `end` members that has a hash.
  func last(_ hash: Int, before end: Int) -> (member: AnyMember, index: Int)? {
    lock.withLock {
      var index = lasts[hash] ?? -1
      while index >= end { index = previous[index] }
      return index < 0 ? nil : (members[index], index)
    }
  }

  /// The first `count` members, as they were added.
  func first(_ count: Int) -> [AnyMember] {
    lock.withLock { count == members.count ? members : Array(members[..<count]) }
  }

  /// The first `count` members, in the order in which they are resolved.
  func inOrder(_ count: Int) -> [AnyMember] {
    let (known, isOrdered) = lock.withLock { () -> ([AnyMember], Bool) in
      if sorted.count == count { return (sorted, true) }
      return (count == members.count ? members : Array(members[..<count]), count <= ordered)
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

extension [AnyMember] {
  /// Sorted by order. Those of equal order stay as they are, because sorting is stable.
  fileprivate var inOrder: [AnyMember] {
    var last = Int.min
    for member in self {
      if member.order < last { return sorted { $0.order < $1.order } }
      last = member.order
    }
    return self
  }
}
