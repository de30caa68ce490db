// Factory, MIT licence; see LICENSE
//
// The part of a search that finds the node of one parameter.

/// The search for the node of one parameter. It runs without the lock, because hashing and
/// comparing parameters is user code.
struct ParameterSearch: ~Copyable {
  /// Nil until the parameter has been hashed.
  private var type: ParameterKey.Type?
  private var hash = 0
  // A node of the list `searched`, which retains it.
  private var found: Unmanaged<ParameterNode>?
  /// A copy of the parameter, if a search found no node for it.
  private var key: ParameterKey?
  /// Whether that copy is equal to the parameter.
  private var isEqualToItself = true
  private var searched: ParameterNode?
  /// The cell to which the nodes belong; nil until they have been searched.
  private var cell: Cell?

  enum Result {
    case node(ParameterNode)
    case outcome(InstanceSearch.Outcome)
  }

  mutating func begin(_ type: ParameterKey.Type, _ parameter: UnsafeRawPointer) {
    LockOrder.requireNone()
    self.type = type
    hash = type.hash(parameter)
    cell = nil
  }

  /// Searches the nodes with the same hash.
  mutating func search(
    _ list: ParameterNode?, in cell: Cell, _ parameter: UnsafeRawPointer
  ) {
    LockOrder.requireNone()
    self.cell = cell
    searched = list
    found = nil
    // `searched` retains all of them.
    var next = list.map(Unmanaged.passUnretained)
    while let node = next {
      if node._withUnsafeGuaranteedRef({ $0.key.matches(parameter) }) {
        found = node
        return
      }
      next = node._withUnsafeGuaranteedRef { $0.next.map(Unmanaged.passUnretained) }
    }
    if key == nil {
      let copy = type!.copy(parameter)
      isEqualToItself = copy.matches(parameter)
      key = copy
    }
  }

  /// The parameter's node, which is added if it is missing, or the next step of the search. Called
  /// with the cell's lock held.
  /// - Parameter unused: which instances may be evicted to make room for the node.
  borrowing func node(
    in locked: LockedCell, _ type: ParameterKey.Type, evicting unused: UnusedParameters,
    _ garbage: inout Garbage
  ) -> Result {
    guard self.type == type else { return .outcome(.hash(type)) }
    // If the factory's scope has changed in the meantime, its instances are in another cell.
    let hasSearched = cell == locked.cell
    if hasSearched, let found, !found._withUnsafeGuaranteedRef({ $0.isDetached }) {
      return .node(found.takeUnretainedValue())
    }
    return locked.withParameters(type) { table in
      let list = table.list(hash)
      guard hasSearched, found == nil, searched === list else {
        return .outcome(.compare(list, in: locked.cell))
      }
      if !isEqualToItself { return .outcome(.unequal) }
      return .node(table.add(hash: hash, key!, evicting: unused, &garbage))
    }
  }

  /// Evicts the parameter's instance. Returns the nodes to search first, if that has not been done.
  /// Called with the cell's lock held.
  borrowing func evict(
    in locked: LockedCell, _ type: ParameterKey.Type, _ garbage: inout Garbage
  ) -> (nodes: ParameterNode?, cell: Cell)? {
    switch node(in: locked, type, evicting: UnusedParameters(), &garbage) {
    case .node(let node):
      node.reset(&garbage)
      return nil
    case .outcome(.compare(let nodes, in: let cell)):
      return (nodes, cell)
    case .outcome:
      return nil
    }
  }
}

extension LockedEntry {
  /// Whether the factory is scoped on its parameters.
  var hasParameterKey: Bool { withSettings { $0.values.parameterKey.value != nil } }

  /// Whether the factory was scoped on its parameters before a reset.
  var hadParameterKey: Bool { entry.cell.parameters != nil }

  /// Scopes the factory on its parameters again, after a reset, with the type in the cell's table. That has existed since the
  /// modifier was first applied. Does nothing without a table.
  func restoreParameterKey(_ garbage: inout Garbage) {
    guard let type = entry.cell.parameters?.keyType else { return }
    willChange()
    apply(.scopeOnParameters(type), isAfterOnce: false, &garbage)
    // A child's settings may be those of its parent now.
    updateChoice(&garbage)
  }
}
