// Factory, MIT licence; see LICENSE
//
// The part of a search that finds the slot of one parameter.
internal import FactoryCore

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
