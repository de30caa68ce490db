// Factory, MIT licence; see LICENSE
//
// The graph instances of a child in trees of asynchronous resolutions, which are released with the child.
internal import FactoryCore

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
  fileprivate static func record(
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

extension Store {
  /// Records an instance of a tree that this store, if it is that of a child, releases when it is deallocated.
  func record(_ key: GraphKey, in cells: GraphCells, _ garbage: inout Garbage) {
    if parent != nil { ChildGraphs.record(key, in: cells, self, &garbage) }
  }
}
