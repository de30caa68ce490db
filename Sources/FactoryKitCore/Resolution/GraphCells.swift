// Factory, MIT licence; see LICENSE
//
// The instances of the graph scope in a tree of asynchronous resolutions.
internal import FactoryCore

/// The graph instances of one tree of asynchronous resolutions, and which child containers they use. Those of a child are
/// released with the child or with the tree.
package final class GraphCells {
  // All variables are guarded by `lock`, so exclusivity need not be checked.

  private static let lock = Lock()
  @exclusivity(unchecked) private var instances: [Instance] = []
  /// Indices of `instances`. A dictionary of the type that `ResolutionCycle` has, because each type of
  /// dictionary adds two KiB of specialised code.
  @exclusivity(unchecked) private var indices: [GraphKey: Int] = [:]
  @exclusivity(unchecked) private var uses: [(cell: Cell, container: UsedContainer)] = []

  private struct Instance {
    let key: GraphKey
    let cell: Cell
    /// Retains the parameter's node, so that its address, which is part of the key, is not reused.
    let node: ParameterNode?
  }

  /// The keys of a child's instances in one tree.
  final class OfChild {
    // Guarded by `GraphCells.lock`; the reference is written by `init` only.
    @exclusivity(unchecked) fileprivate weak var cells: GraphCells?
    @exclusivity(unchecked) fileprivate var keys: [GraphKey] = []

    fileprivate init(_ cells: GraphCells) { self.cells = cells }

    /// Releases the instances. Called when the child is being released, so that no resolution uses them.
    func release() {
      let removed = GraphCells.lock.withLock { cells?.remove(keys) ?? [] }
      // Without the lock, because this may run user code.
      for instance in removed { instance.cell.destroy() }
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
    Self.lock.withLock {
      if let index = indices[key] { return instances[index].cell }
      let instance = Instance(key: key, cell: .allocate(), node: node)
      indices[key] = instances.count
      instances.append(instance)
      if core.parent != nil { core.withGraphs { record(key, &$0) } }
      return instance.cell
    }
  }

  private func record(_ key: GraphKey, _ graphs: inout [OfChild]) {
    if graphs.last?.cells !== self {
      // Those of trees that have ended.
      graphs.removeAll { $0.cells == nil }
      let known = graphs.firstIndex { $0.cells === self }
      graphs.append(known.map { graphs.remove(at: $0) } ?? OfChild(self))
    }
    graphs[graphs.count - 1].keys.append(key)
  }

  private func remove(_ keys: [GraphKey]) -> [Instance] {
    var removed: [Instance] = []
    for key in keys {
      guard let index = indices.removeValue(forKey: key) else { continue }
      removed.append(instances[index])
      let last = instances.removeLast()
      if index < instances.count {
        instances[index] = last
        indices[last.key] = index
      }
    }
    if !uses.isEmpty {
      uses.removeAll { use in removed.contains { $0.cell == use.cell } }
    }
    return removed
  }

  func recordUse(of container: UsedContainer, by cell: Cell) {
    Self.lock.withLock { uses.append((cell, container)) }
  }

  /// The innermost container used by the cell's constructions. A cell has several constructions if one was
  /// abandoned and ended after its replacement.
  func use(by cell: Cell) -> UsedContainer? {
    Self.lock.withLock {
      uses.lazy.filter { $0.cell == cell }.map(\.container).max { $0.depth < $1.depth }
    }
  }
}
