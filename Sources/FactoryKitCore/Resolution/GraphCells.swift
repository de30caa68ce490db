// Factory, MIT licence; see LICENSE
//
// The instances of the graph scope in a tree of asynchronous resolutions.
internal import FactoryCore

/// The graph instances of one tree of asynchronous resolutions. Those of a child are released with the child or with the
/// tree.
package final class GraphCells {
  // The variables are guarded by `lock`, so exclusivity need not be checked.

  private let lock = Lock()
  @exclusivity(unchecked) private var instances: [Instance] = []
  /// Indices of `instances`. A dictionary of the type that `ResolutionCycle` has, because each type of
  /// dictionary adds two KiB of specialised code.
  @exclusivity(unchecked) private var indices: [GraphKey: Int] = [:]

  private struct Instance {
    let key: GraphKey
    let cell: Cell
    /// Retains the parameter's node, so that its address, which is part of the key, is not reused.
    let node: ParameterNode?
  }

  package init() {}

  deinit {
    // Its instances are released, which may run user code.
    LockOrder.requireNone()
    // A resolution that uses a cell retains this object.
    for instance in instances { instance.cell.destroy() }
  }

  /// The cell of an instance of this container, whose manager the caller retains. Called with the lock of the entry.
  func cell(
    for key: GraphKey, _ node: ParameterNode?, _ core: ContainerCore, _ garbage: inout Garbage
  ) -> Cell {
    var isNew = false
    let cell = lock.withLock {
      if let index = indices[key] { return instances[index].cell }
      isNew = true
      let instance = Instance(key: key, cell: .allocate(), node: node)
      indices[key] = instances.count
      instances.append(instance)
      return instance.cell
    }
    if isNew, core.parent != nil { ChildGraphs.record(key, in: self, core, &garbage) }
    return cell
  }

  /// Removes an instance, to be destroyed without a lock.
  fileprivate func remove(_ key: GraphKey) -> Cell? {
    lock.withLock {
      guard let index = indices.removeValue(forKey: key) else { return nil }
      let removed = instances[index].cell
      let last = instances.removeLast()
      if index < instances.count {
        instances[index] = last
        indices[last.key] = index
      }
      return removed
    }
  }
}

/// The graph instances of a child in all trees. Owned by its `factory_core`.
final class ChildGraphs {
  // The variables are guarded by `lock`, except `cells`, which only `init` writes. So exclusivity need not be checked.

  /// One lock for all children, because only an instance that is built needs it.
  private static let lock = Lock()
  @exclusivity(unchecked) private var first: Tree?
  /// How many trees are in the list, and how many there may be before it is searched for those that have ended.
  @exclusivity(unchecked) private(set) var count = 0
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
    _ key: GraphKey, in cells: GraphCells, _ core: ContainerCore, _ garbage: inout Garbage
  ) {
    lock.withLock {
      let graphs = core.graphs
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
      for key in tree.keys { cells.remove(key)?.destroy() }
    }
  }
}

extension ContainerCore {
  /// Created by the first instance. Called under the lock of `ChildGraphs`.
  fileprivate var graphs: ChildGraphs {
    // Owned by the core until `releaseGraphs`.
    if let known = pointee.graphs { return known.object(ChildGraphs.self) }
    let new = ChildGraphs()
    pointee.graphs = UnsafeMutableRawPointer(owning: new)
    return new
  }

  /// Called when the manager is being released.
  func releaseGraphs() {
    // Owned by the core until now.
    pointee.graphs?.takeObject(ChildGraphs.self).release()
  }
}
