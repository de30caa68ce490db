// Factory, MIT licence; see LICENSE
//
// The instances of the graph scope in a tree of asynchronous resolutions.
internal import FactoryCore

/// Identifies an instance of the graph scope.
package struct GraphKey: Hashable {
  /// The factory's node.
  private let node: Node
  /// The address of the parameter's key; that of the node without one.
  let address: UnsafeRawPointer
  /// Incremented by a reset or a `pop`, so that instances created before are no longer found.
  let generation: UInt64
  /// The container's identity. A container may be released during a cycle, and a node of another
  /// container may then have the same address.
  let container: UInt64

  /// The key of an instance that is created now.
  init(_ node: Node, _ parameter: ParameterKey?, _ core: ContainerCore) {
    self.node = node
    address = parameter.map { UnsafeRawPointer(unowned: $0) } ?? UnsafeRawPointer(node)
    generation = UInt64(factory_node_evictions(node))
    container = factory_core_identity(core)
  }

  /// That of the factory. Valid while the container exists.
  var factory: factory_key { node.pointee.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

/// The graph instances of one tree of asynchronous resolutions. Those of a child are released with the child or with the
/// tree.
package final class GraphCells {
  /// Its constructions retain it.
  let store = Store.makeInner()
  /// Guarded by the store's lock, so exclusivity need not be checked. A dictionary of the type that `ResolutionCycle` has,
  /// because each type of dictionary adds two KiB of specialised code.
  @exclusivity(unchecked) private var indices: [GraphKey: Int] = [:]
  /// The nodes of removed instances, to be used again.
  @exclusivity(unchecked) private var unused: [Node] = []
  /// By the index of the node. They are retained, so that their addresses, which are part of the keys, are not reused.
  @exclusivity(unchecked) private var parameters: [ParameterKey?] = []

  package init() {}

  /// The node of an instance of this container, whose manager the caller retains. Called with the container's lock.
  func node(
    for key: GraphKey, _ parameter: ParameterKey?, of container: Store, _ garbage: inout Garbage
  ) -> Node {
    let (node, isNew) = store.withState { state -> (Node, Bool) in
      if let index = indices[key] { return (state.nodes[index], false) }
      let node = unused.popLast() ?? state.add(key.factory, 0, Settings.empty, nil)
      let index = Int(node.pointee.index)
      indices[key] = index
      if index == parameters.count { parameters.append(nil) }
      parameters[index] = parameter
      return (node, true)
    }
    if isNew, container.parent != nil { ChildGraphs.record(key, in: self, container, &garbage) }
    return node
  }

  /// Removes an instance. Nobody uses its node.
  fileprivate func remove(_ key: GraphKey) {
    store.withLock { state in
      guard let index = indices.removeValue(forKey: key) else { return }
      let node = state.nodes[index]
      if let parameter = parameters[index].take() { state.garbage.add(parameter) }
      state.evict(node)
      unused.append(node)
    }
  }
}

/// The graph instances of a child in all trees. Owned by its store.
final class ChildGraphs {
  // The variables are guarded by `lock`, except `cells`, which only `init` writes. So exclusivity need not be checked.

  /// One lock for all children, because only an instance that is built needs it.
  private static let lock = Lock()
  @exclusivity(unchecked) private var first: Tree?
  /// How many trees are in the list, and how many there may be before it is searched for those that have ended.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var limit = 8

  /// The keys of the child's instances in one tree.
  private final class Tree {
    // What reads it releases the tree without a lock: that may be the last reference.
    @exclusivity(unchecked) private(set) weak var cells: GraphCells?
    @exclusivity(unchecked) var keys: [GraphKey] = []
    @exclusivity(unchecked) var next: Tree?

    init(_ cells: GraphCells, _ next: Tree?) {
      self.cells = cells
      self.next = next
    }
  }

  /// Records an instance of a tree.
  static func record(
    _ key: GraphKey, in cells: GraphCells, _ container: Store, _ garbage: inout Garbage
  ) {
    lock.withLock {
      let graphs = container.graphs ?? ChildGraphs()
      container.graphs = graphs
      let latest = graphs.first?.cells
      if let latest { garbage.add(latest) }
      if latest !== cells {
        if graphs.count == graphs.limit { graphs.removeEnded(&garbage) }
        graphs.first = Tree(cells, graphs.first)
        graphs.count += 1
      }
      graphs.first!.keys.append(key)
    }
  }

  private func removeEnded(_ garbage: inout Garbage) {
    var (old, rest) = (first.take(), Tree?.none)
    count = 0
    while let tree = old {
      old = tree.next.take()
      guard let cells = tree.cells else { continue }
      garbage.add(cells)
      tree.next = rest
      rest = tree
      count += 1
    }
    first = rest
    limit = 2 * count + 8
  }

  /// Releases the instances. Called when the child's manager is being released: a resolution or a construction that uses
  /// one of them retains it.
  func release() {
    // Not recursively, at the end of the list.
    while let tree = first {
      first = tree.next.take()
      guard let cells = tree.cells else { continue }
      // Without a lock, because this may run user code.
      for key in tree.keys { cells.remove(key) }
    }
  }
}
