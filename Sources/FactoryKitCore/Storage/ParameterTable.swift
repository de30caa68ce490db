// Factory, MIT licence; see LICENSE
//
// The instances of a factory that is scoped on its parameters: one state machine for each distinct
// parameter.

/// A type-erased parameter. ``TypedParameterKey`` is the only subclass. `hash` and `copy` are class
/// methods, so that hashing a parameter does not create a key.
@usableFromInline
package class ParameterKey {
  init() {}

  class func hash(_ parameter: UnsafeRawPointer) -> Int { fatalError(unknown) }

  class func copy(_ parameter: UnsafeRawPointer) -> ParameterKey { fatalError(unknown) }

  /// Whether this parameter is equal to the one at `parameter`, by `==`.
  func matches(_ parameter: UnsafeRawPointer) -> Bool { fatalError(Self.unknown) }

  private static let unknown = "FactoryKit: ParameterKey is abstract"
}

@usableFromInline
package final class TypedParameterKey<P: Hashable>: ParameterKey {
  private let parameter: P

  private init(_ parameter: P) {
    self.parameter = parameter
  }

  // All pointers are to a `P`, because an entry's key contains the parameter's type.

  override class func hash(_ parameter: UnsafeRawPointer) -> Int {
    parameter.assumingMemoryBound(to: P.self).pointee.hashValue
  }

  override class func copy(_ parameter: UnsafeRawPointer) -> ParameterKey {
    TypedParameterKey(parameter.assumingMemoryBound(to: P.self).pointee)
  }

  override func matches(_ parameter: UnsafeRawPointer) -> Bool {
    self.parameter == parameter.assumingMemoryBound(to: P.self).pointee
  }
}

/// The state of the instance for one parameter.
package final class ParameterNode {
  // Mutable state is guarded by the lock of the cell that the node belongs to. Keys are
  // only compared and hashed, which a parameter's type must allow on the threads that resolve with
  // it.
  let hash: Int
  let key: ParameterKey
  /// Another node with the same hash. Constant, because the list is read without the lock.
  let next: ParameterNode?
  // The lock of the cell makes accesses exclusive.
  @exclusivity(unchecked) var machine = InstanceStateMachine()
  /// Whether the node has been removed from its table. A resolution that found it before searches
  /// again.
  @exclusivity(unchecked) fileprivate(set) package var isDetached = false

  /// How often the parameter's instance was reset.
  @exclusivity(unchecked) private(set) var resets: UInt32 = 0

  /// Evicts the instance, or abandons its construction.
  func reset(_ garbage: inout Garbage) {
    resets &+= 1
    if let evicted = machine.evict() { garbage.add(evicted) }
  }

  init(hash: Int, key: ParameterKey, next: ParameterNode?) {
    self.hash = hash
    self.key = key
    self.next = next
  }

  /// A node with the instance of another one, which is detached.
  init(replacing node: ParameterNode, next: ParameterNode?) {
    (hash, key, machine, resets) = (node.hash, node.key, node.machine, node.resets)
    self.next = next
  }
}

/// The nodes of one cell.
///
/// `==` and `hash(into:)` of a parameter are user code, so neither runs under the lock. A
/// resolution computes the hash first, takes the list of nodes with that hash under the lock, and
/// compares without it. It adds a node only if the list is still the same.
///
/// The table uses open addressing. A dictionary would hash the hash again, which took a tenth of
/// the time of a hit.
final class ParameterTable {
  // `keyType` is constant. The other properties are guarded by the lock of the cell that
  // the table belongs to.

  let keyType: ParameterKey.Type
  /// Lists of nodes, each with one hash. The size is zero or a power of two, and at least four thirds
  /// of the number of nodes.
  // The lock of the cell makes accesses exclusive.
  @exclusivity(unchecked) private var lists: [ParameterNode?] = []
  @exclusivity(unchecked) private var count = 0

  init(_ keyType: ParameterKey.Type) {
    self.keyType = keyType
  }

  /// The nodes with a hash.
  func list(_ hash: Int) -> ParameterNode? {
    lists.isEmpty ? nil : lists[index(of: hash)]
  }

  /// Adds a node in front of those with the same hash.
  func add(
    hash: Int, _ key: ParameterKey, evicting unused: UnusedParameters, _ garbage: inout Garbage
  ) -> ParameterNode {
    if (count + 1) * 4 > lists.count * 3 { makeRoom(unused, &garbage) }
    count += 1
    let index = index(of: hash)
    let node = ParameterNode(hash: hash, key: key, next: lists[index])
    lists[index] = node
    return node
  }

  /// The index of the list with a hash, or of the free slot for it.
  private func index(of hash: Int) -> Int {
    // Custom hashes may differ in a few bits only. The high bits of the product depend on all bits.
    let half = UInt(UInt.bitWidth / 2)
    let folded = UInt(bitPattern: hash) ^ UInt(bitPattern: hash) &>> half
    let product = folded &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)
    var index = Int(product &>> half)
    while true {
      index &= lists.count - 1
      guard let node = lists[index], node.hash != hash else { return index }
      index += 1
    }
  }

  /// Removes unused nodes, then resizes the table to at least twice the number of nodes. So the next
  /// call comes after half as many additions as there are nodes now, and the cost of each addition is
  /// constant on average.
  private func makeRoom(_ unused: UnusedParameters, _ garbage: inout Garbage) {
    for index in lists.indices {
      // Only the table references it, so no resolution is using it. It need not be marked as detached.
      let isOnlyHere = isKnownUniquelyReferenced(&lists[index])
      guard let node = lists[index] else { continue }
      if node.next != nil {
        lists[index] = shortened(node, unused, &garbage)
      } else if !node.isUsed(unused, &garbage), isOnlyHere {
        garbage.add(node)
        lists[index] = nil
        count -= 1
      }
    }
    let old = lists
    var capacity = 8
    while capacity < (count + 1) * 2 { capacity *= 2 }
    lists = Array(repeating: nil, count: capacity)
    for case let node? in old { lists[index(of: node.hash)] = node }
  }

  /// A list of several nodes with the same hash, without those that are unused. Other threads may be
  /// reading the list, so the remaining nodes are replaced, and all of the list are detached.
  private func shortened(
    _ list: ParameterNode, _ unused: UnusedParameters, _ garbage: inout Garbage
  ) -> ParameterNode? {
    var nodes: [ParameterNode] = []
    var used: [ParameterNode] = []
    var isBuilding = false
    var next: ParameterNode? = list
    while let node = next {
      nodes.append(node)
      if node.isUsed(unused, &garbage) { used.append(node) }
      if case .building = node.machine.phase { isBuilding = true }
      next = node.next
    }
    // A construction refers to its node.
    guard unused.mayBeReplaced, !isBuilding, used.count < nodes.count else { return list }
    count -= nodes.count - used.count
    for node in nodes {
      node.isDetached = true
      garbage.add(node)
    }
    return used.reversed().reduce(nil) { ParameterNode(replacing: $1, next: $0) }
  }

  func forEachNode(_ body: (ParameterNode) -> Void) {
    for list in lists {
      var next = list
      while let node = next {
        body(node)
        next = node.next
      }
    }
  }

  /// Evicts all instances and abandons all constructions.
  func evict(_ garbage: inout Garbage) {
    forEachNode { node in
      node.isDetached = true
      if let evicted = node.machine.evict() { garbage.add(evicted) }
      garbage.add(node)
    }
    lists = []
    count = 0
  }

  // MARK: Snapshots

  /// The instance of one parameter at some moment.
  struct Saved {
    let hash: Int
    let key: ParameterKey
    var instance: InstanceBox
    let lastUse: UInt64
  }

  func saved() -> [Saved] {
    var saved: [Saved] = []
    forEachNode { node in
      guard let (instance, lastUse) = node.machine.cached else { return }
      saved.append(Saved(hash: node.hash, key: node.key, instance: instance, lastUse: lastUse))
    }
    return saved
  }

  /// Restores the instances that `saved` returned, after an eviction.
  func restore(_ saved: [Saved], _ garbage: inout Garbage) {
    for instance in saved {
      // The saved parameters are distinct, so they need not be compared.
      let node = add(
        hash: instance.hash, instance.key, evicting: UnusedParameters(), &garbage)
      node.machine.restore(instance.instance, lastUse: instance.lastUse)
    }
  }
}

/// Which nodes a table may remove, in addition to those whose instance is gone, or belonged to a
/// resolution cycle that has ended.
struct UnusedParameters {
  /// If it is not nil, expired instances are evicted.
  var timeToLive: TimeToLive?
  /// Whether nodes may be replaced by others with the same instance. A resolution cycle identifies its
  /// instances by their nodes.
  var mayBeReplaced = false
}

extension ParameterNode {
  /// Whether there is an instance, or a thread is building one. Evicts an expired instance.
  fileprivate func isUsed(_ unused: UnusedParameters, _ garbage: inout Garbage) -> Bool {
    if let expired = machine.evictExpired(unused.timeToLive) { garbage.add(expired) }
    switch machine.phase {
    case .empty:
      return false
    case .building:
      return true
    case .cached(let box):
      garbage.keepAlive(box)
      return box.isAlive
    }
  }
}
