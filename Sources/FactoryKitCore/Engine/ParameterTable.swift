// Factory, MIT licence; see LICENSE
//
// The instances of a factory that is scoped on its parameters: one slot for each distinct parameter. And their search.
internal import FactoryCore

/// A type-erased parameter, which identifies its slot. ``TypedParameterKey`` is the only subclass. `hash` and `copy` are class
/// methods, so that hashing a parameter does not create a key.
@usableFromInline
package class ParameterKey {
  final let hash: Int

  init(_ hash: Int) { self.hash = hash }

  class func hash(_ parameter: UnsafeRawPointer) -> Int { fatalError(unknown) }

  class func copy(_ parameter: UnsafeRawPointer, _ hash: Int) -> ParameterKey {
    fatalError(unknown)
  }

  /// Whether this parameter is equal to the one at `parameter`, by `==`.
  func matches(_ parameter: UnsafeRawPointer) -> Bool { fatalError(Self.unknown) }

  private static let unknown = "FactoryKit: ParameterKey is abstract"
}

@usableFromInline
package final class TypedParameterKey<P: Hashable>: ParameterKey {
  private let parameter: P

  private init(_ parameter: P, _ hash: Int) {
    self.parameter = parameter
    super.init(hash)
  }

  // All pointers are to a `P`, because an entry's key contains the parameter's type.

  override class func hash(_ parameter: UnsafeRawPointer) -> Int {
    parameter.assumingMemoryBound(to: P.self).pointee.hashValue
  }

  override class func copy(_ parameter: UnsafeRawPointer, _ hash: Int) -> ParameterKey {
    TypedParameterKey(parameter.assumingMemoryBound(to: P.self).pointee, hash)
  }

  override func matches(_ parameter: UnsafeRawPointer) -> Bool {
    self.parameter == parameter.assumingMemoryBound(to: P.self).pointee
  }
}

/// The keys with one hash.
struct ParameterKeys {
  private(set) var first: ParameterKey?
  /// The instance of the first: see `ParameterTable.keys`.
  var instance: InstanceBox?
  /// Nil for most hashes.
  private var others: [ParameterKey]?

  mutating func add(_ key: ParameterKey) {
    if first == nil { first = key } else { others = (others ?? []) + [key] }
  }

  func first(where matches: (ParameterKey) -> Bool) -> ParameterKey? {
    guard let first else { return nil }
    return matches(first) ? first : others?.first(where: matches)
  }

  /// Whether these are the same objects.
  func isSame(as keys: ParameterKeys) -> Bool {
    first === keys.first && (others ?? []).elementsEqual(keys.others ?? [], by: ===)
  }
}

/// The slots of one factory by parameter, guarded by the lock of a store.
///
/// `==` and `hash(into:)` of a parameter are user code, so neither runs under the lock. A
/// resolution computes the hash first, takes the keys with that hash under the lock, and
/// compares without it. It adds a slot only if the keys are still the same.
///
/// Linear hashing: many short lists, of which an addition splits one at most. So no addition takes long, however many
/// parameters there are, and a copy of the table shares the lists that do not change.
final class ParameterTable {
  private struct Item {
    // Only compared and hashed, which a parameter's type must allow on the threads that resolve with it.
    var key: ParameterKey
    var slot = InstanceSlot()
  }

  let keyType: ParameterKey.Type
  // The lock makes accesses exclusive.
  @exclusivity(unchecked) private var lists: [[Item]] = [[]]
  @exclusivity(unchecked) private var count = 0
  /// The number of lists, rounded down to a power of two, minus one.
  @exclusivity(unchecked) private var mask = 0

  init(_ keyType: ParameterKey.Type) { self.keyType = keyType }

  func copy() -> ParameterTable {
    let copy = ParameterTable(keyType)
    (copy.lists, copy.count, copy.mask) = (lists, count, mask)
    return copy
  }

  var isEmpty: Bool { count == 0 }

  /// The index of the list for a hash.
  private func index(of hash: Int) -> Int {
    // Custom hashes may differ in a few bits only. The high bits of the product depend on all bits.
    let half = UInt(UInt.bitWidth / 2)
    let folded = UInt(bitPattern: hash) ^ UInt(bitPattern: hash) &>> half
    let product = folded &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)
    let spread = Int(product &>> half)
    // With one bit more, the index of a list that is not split yet is too high.
    let wide = spread & (mask * 2 + 1)
    return wide < lists.count ? wide : spread & mask
  }

  private func position(of key: ParameterKey, in list: Int) -> Int? {
    lists[list].firstIndex { $0.key === key }
  }

  /// The keys with a hash.
  /// - Parameter withInstance: whether the instance of the first is included, if a resolution may return it without changing
  ///   the slot.
  func keys(_ hash: Int, withInstance: Bool) -> ParameterKeys {
    var keys = ParameterKeys()
    let list = lists[index(of: hash)]
    for position in list.indices where list[position].key.hash == hash {
      if withInstance, keys.first == nil { keys.instance = list[position].slot.instanceOfHit }
      keys.add(list[position].key)
    }
    return keys
  }

  func contains(_ key: ParameterKey) -> Bool {
    position(of: key, in: index(of: key.hash)) != nil
  }

  /// Runs `body` with the slot of a parameter; nil if that has been removed.
  func withSlot<Result>(
    _ key: ParameterKey, _ body: (inout InstanceSlot) -> Result
  ) -> Result? {
    let list = index(of: key.hash)
    guard let position = position(of: key, in: list) else { return nil }
    return body(&lists[list][position].slot)
  }

  /// Runs `body` with all slots.
  func withEachSlot(_ body: (ParameterKey?, inout InstanceSlot) -> Void) {
    for list in lists.indices {
      for position in lists[list].indices {
        let item = lists[list][position]
        var slot = item.slot
        body(item.key, &slot)
        // Otherwise, a list that a snapshot shares would be copied.
        if !slot.isSame(as: item.slot) { lists[list][position].slot = slot }
      }
    }
  }

  var isBuilding: Bool {
    for list in lists {
      for item in list { if case .building = item.slot.phase { return true } }
    }
    return false
  }

  /// Adds an empty slot for a new parameter. Removes slots of its list that are not used any more. Returns whether instances
  /// were removed.
  /// - Parameter limit: the time to live, if expired instances may be evicted.
  func add(
    _ key: ParameterKey, evictingExpired limit: TimeToLive?, _ garbage: inout Garbage
  ) -> Bool {
    let list = index(of: key.hash)
    let hasRemoved = removeUnused(list, limit, &garbage)
    lists[list].append(Item(key: key))
    count += 1
    if count > lists.count * 3 { splitNext() }
    return hasRemoved
  }

  private func splitNext() {
    let split = lists.count - (mask + 1)
    let items = lists[split]
    lists.append([])
    if lists.count == (mask + 1) * 2 { mask = mask * 2 + 1 }
    lists[split] = []
    for item in items { lists[index(of: item.key.hash)].append(item) }
  }

  private func removeUnused(
    _ list: Int, _ limit: TimeToLive?, _ garbage: inout Garbage
  ) -> Bool {
    var (position, hasRemoved) = (lists[list].count, false)
    while position > 0 {
      position -= 1
      if let expired = lists[list][position].slot.evictExpired(limit) {
        garbage.add(expired)
        hasRemoved = true
      }
      switch lists[list][position].slot.phase {
      case .building: continue
      case .cached(let box):
        garbage.keepAlive(box)
        if box.isAlive { continue }
        garbage.add(box)
      // A resolution or its cycle may use the key.
      case .empty: if !isKnownUniquelyReferenced(&lists[list][position].key) { continue }
      }
      garbage.add(lists[list].remove(at: position).key)
      count -= 1
    }
    return hasRemoved
  }

  /// Removes a parameter, with its instance or construction.
  func remove(_ key: ParameterKey, _ garbage: inout Garbage) {
    let list = index(of: key.hash)
    guard let position = position(of: key, in: list) else { return }
    var item = lists[list].remove(at: position)
    if let evicted = item.slot.evict() { garbage.add(evicted) }
    garbage.add(item.key)
    count -= 1
  }
}

// MARK: -

// The part of a search that finds the slot of one parameter.

/// The search for the slot of one parameter. It runs without the lock, because hashing and
/// comparing parameters is user code.
struct ParameterSearch: ~Copyable {
  let type: ParameterKey.Type
  private let hash: Int
  private var found: ParameterKey?
  /// A copy of the parameter, if a search found no slot for it.
  private var key: ParameterKey?
  /// Whether that copy is equal to the parameter.
  private var isEqualToItself = true
  private var searched = ParameterKeys()
  /// The node to which the keys belong; nil until they have been searched.
  private var node: Node?

  enum Result {
    case key(ParameterKey)
    case outcome(InstanceSearch.Outcome)
  }

  /// Hashes the parameter.
  init(_ type: ParameterKey.Type, _ parameter: UnsafeRawPointer) {
    LockOrder.requireNone()
    self.type = type
    hash = type.hash(parameter)
  }

  /// Searches the keys with the same hash.
  mutating func search(_ keys: ParameterKeys, of node: Node, _ parameter: UnsafeRawPointer) {
    LockOrder.requireNone()
    self.node = node
    searched = keys
    searched.instance = nil
    found = keys.first { $0.matches(parameter) }
    if found == nil, key == nil {
      let copy = type.copy(parameter, hash)
      isEqualToItself = copy.matches(parameter)
      key = copy
    }
  }

  /// The parameter's key, whose slot is added if it is missing, or the next step of the search. Called
  /// with the store's lock.
  /// - Parameters:
  ///   - limit: the time to live, if expired instances may be evicted to make room.
  ///   - withInstance: see `ParameterTable.keys`.
  borrowing func key(
    of node: Node, in state: inout StoreState, evictingExpired limit: TimeToLive? = nil,
    withInstance: Bool = false
  ) -> Result {
    state.withParameters(node, type) { table, garbage in
      // If the factory's scope has changed in the meantime, its instances are at another place.
      let hasSearched = self.node == node
      if hasSearched, let found, table.contains(found) { return .key(found) }
      let keys = table.keys(hash, withInstance: withInstance)
      guard hasSearched, found == nil, searched.isSame(as: keys) else {
        return .outcome(.compare(keys, of: node))
      }
      if !isEqualToItself { return .outcome(.unequal) }
      let hasEvicted = table.add(key!, evictingExpired: limit, &garbage)
      // Released before the construction begins, because their `deinit` may resolve the factory.
      return hasEvicted ? .outcome(.again) : .key(key!)
    }
  }

  /// Evicts the parameter's instance. Returns the keys to search first, if that has not been done.
  /// Called with the store's lock.
  borrowing func evict(
    from node: Node, in state: inout StoreState
  ) -> (keys: ParameterKeys, node: Node)? {
    switch key(of: node, in: &state) {
    case .key(let key):
      state.withParameters(node, type) { table, garbage in table.remove(key, &garbage) }
      return nil
    case .outcome(.compare(let keys, of: let node)):
      return (keys, node)
    case .outcome:
      return nil
    }
  }
}
