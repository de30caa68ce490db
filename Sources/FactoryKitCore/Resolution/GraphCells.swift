// Factory, MIT licence; see LICENSE
//
// The instances of the graph scope in a tree of asynchronous resolutions.
internal import FactoryCore

/// The graph instances of one tree of asynchronous resolutions. Those of a child are released with the child or with the
/// tree.
package final class GraphCells {
  // All variables are guarded by `lock`, so exclusivity need not be checked.

  private static let lock = Lock()
  @exclusivity(unchecked) private var instances: [Instance] = []
  /// Indices of `instances`. A dictionary of the type that `ResolutionCycle` has, because each type of
  /// dictionary adds two KiB of specialised code.
  @exclusivity(unchecked) private var indices: [GraphKey: Int] = [:]

  private struct Instance {
    let key: GraphKey
    let cell: Cell
    /// Retains the parameter's node, so that its address, which is part of the key, is not reused.
    let node: ParameterNode?
    /// The innermost child container used by the cell's constructions. A cell has several constructions if one was
    /// abandoned and ended after its replacement.
    var used: UsedContainer?
  }

  /// The keys of a child's instances in one tree, and those in other trees.
  final class OfChild {
    // Guarded by `GraphCells.lock`. The reference to the tree is written by `init` only. What reads it releases the tree
    // without the lock: that may be the last reference.
    @exclusivity(unchecked) fileprivate weak var cells: GraphCells?
    @exclusivity(unchecked) fileprivate var keys: [GraphKey] = []
    @exclusivity(unchecked) fileprivate var next: OfChild?

    fileprivate init(_ cells: GraphCells, _ next: OfChild?) {
      self.cells = cells
      self.next = next
    }

    /// Releases the instances. Called when the child is being released, so that no resolution uses them.
    func release() {
      var rest: OfChild? = self
      while let list = rest {
        // Not recursively, at the end of the list.
        rest = list.next.take()
        guard let cells = list.cells else { continue }
        for key in list.keys {
          let removed = GraphCells.lock.withLock { cells.remove(key) }
          // Without the lock, because this may run user code.
          removed?.cell.destroy()
        }
      }
    }
  }

  package init() {}

  deinit {
    // Its instances are released, which may run user code.
    LockOrder.requireNone()
    // A resolution that uses a cell retains this object.
    for instance in instances { instance.cell.destroy() }
  }

  /// The cell of an instance of this container.
  func cell(for key: GraphKey, _ node: ParameterNode?, _ core: ContainerCore) -> Cell {
    var other: GraphCells?
    let cell = Self.lock.withLock {
      if let index = indices[key] { return instances[index].cell }
      let instance = Instance(key: key, cell: .allocate(), node: node)
      indices[key] = instances.count
      instances.append(instance)
      if core.parent != nil { core.withGraphs { other = record(key, &$0) } }
      return instance.cell
    }
    // Released without the lock.
    withExtendedLifetime(other) {}
    return cell
  }

  /// Adds a key to the list of a child. Returns the tree at the front of the list, to be released without the lock.
  private func record(_ key: GraphKey, _ graphs: inout OfChild?) -> GraphCells? {
    var tree: GraphCells?
    while let first = graphs {
      tree = first.cells
      if tree != nil { break }
      // The tree has ended.
      graphs = first.next
    }
    if tree !== self { graphs = OfChild(self, graphs) }
    graphs!.keys.append(key)
    return tree
  }

  private func remove(_ key: GraphKey) -> Instance? {
    guard let index = indices.removeValue(forKey: key) else { return nil }
    let removed = instances[index]
    let last = instances.removeLast()
    if index < instances.count {
      instances[index] = last
      indices[last.key] = index
    }
    return removed
  }

  func recordUse(of container: UsedContainer, by cell: Cell) {
    Self.lock.withLock {
      for index in instances.indices where instances[index].cell == cell {
        if let known = instances[index].used, known.depth >= container.depth { continue }
        instances[index].used = container
      }
    }
  }

  /// The innermost child container used by the instance with this key.
  func use(by key: GraphKey) -> UsedContainer? {
    Self.lock.withLock { indices[key].flatMap { instances[$0].used } }
  }
}
