// Factory, MIT licence; see LICENSE
//
// The cells of a factory scoped on its parameters: one for each distinct parameter.
import FactoryAtomics

/// A table of cells by parameter, without the parameter's type. Only ``ParameterCells`` is one.
class AnyParameterCells {
  /// The cell of the parameter at `parameter`, made if need be. Valid while `self` lives.
  func cell(for parameter: UnsafeRawPointer) -> UnsafeMutablePointer<Cell> {
    fatalError(Self.unknown)
  }

  /// A table of the same type with nothing in it.
  func empty() -> AnyParameterCells { fatalError(Self.unknown) }

  /// Drops the instances made for one scope.
  func invalidate(scope: ObjectIdentifier) { fatalError(Self.unknown) }

  /// A table with the same instances, but none that is being built.
  func copy() -> AnyParameterCells { fatalError(Self.unknown) }

  private static let unknown = "FactoryKit: a table of cells knows the parameter's type"
}

/// A hash table of cells, keyed by the whole parameter.
///
/// `==` and `hash(into:)` of a parameter are user code, so neither runs under the lock: a look-up
/// hashes first, takes the bucket's list of immutable nodes, and compares without the lock. Only
/// if the list has a new head when it comes back to insert does it look again.
final class ParameterCells<P: Hashable>: AnyParameterCells, @unchecked Sendable {
  // Sendable: `table` is touched only under `word`; nodes are immutable but for their cells,
  // which have locks of their own. `P` values are only compared and hashed, as their owner's
  // `Hashable` must allow from the threads the program resolves on.
  private final class Node {
    let hash: Int
    let parameter: P
    let next: Node?
    let storage: CellStorage

    init(hash: Int, parameter: P, next: Node?, storage: CellStorage) {
      self.hash = hash
      self.parameter = parameter
      self.next = next
      self.storage = storage
    }
  }

  /// Owns one cell. Shared by the node and, after growth, by its copy in the larger table.
  private final class CellStorage {
    let cell: UnsafeMutablePointer<Cell>

    init() { cell = Cell.allocate() }

    deinit { cell.destroy() }
  }

  private struct Table {
    var buckets: [Node?] = Array(repeating: nil, count: 8)
    var count = 0
  }

  private let table = Locked(Table())

  override func cell(for parameter: UnsafeRawPointer) -> UnsafeMutablePointer<Cell> {
    let parameter = parameter.assumingMemoryBound(to: P.self).pointee
    let hash = parameter.hashValue
    while true {
      let head = table.withLock { table in
        table.buckets[hash & (table.buckets.count - 1)]
      }
      var node = head
      while let candidate = node {
        if candidate.hash == hash, candidate.parameter == parameter {
          return candidate.storage.cell
        }
        node = candidate.next
      }
      // Made outside the lock, thrown away if somebody else inserted in between.
      let storage = CellStorage()
      var outgrown: [Node?]?
      let isInserted = table.withLock { table in
        let bucket = hash & (table.buckets.count - 1)
        guard table.buckets[bucket] === head else { return false }
        table.buckets[bucket] = Node(
          hash: hash, parameter: parameter, next: head, storage: storage)
        table.count += 1
        if table.count > table.buckets.count {
          outgrown = table.buckets
          table.buckets = Self.grown(table.buckets)
        }
        return true
      }
      // Letting go of the old nodes releases copies of parameters: after the lock.
      withExtendedLifetime(outgrown) {}
      if isInserted { return storage.cell }
    }
  }

  /// Twice the buckets, with new nodes, because others may be reading the old ones.
  private static func grown(_ buckets: [Node?]) -> [Node?] {
    var larger: [Node?] = Array(repeating: nil, count: buckets.count * 2)
    for head in buckets {
      var node = head
      while let current = node {
        let bucket = current.hash & (larger.count - 1)
        larger[bucket] = Node(
          hash: current.hash, parameter: current.parameter, next: larger[bucket],
          storage: current.storage)
        node = current.next
      }
    }
    return larger
  }

  private var nodes: [Node] {
    var nodes: [Node] = []
    for head in table.withLock({ $0.buckets }) {
      var node = head
      while let current = node {
        nodes.append(current)
        node = current.next
      }
    }
    return nodes
  }

  override func empty() -> AnyParameterCells { ParameterCells() }

  override func invalidate(scope: ObjectIdentifier) {
    for node in nodes { node.storage.cell.invalidate(scope: scope) }
  }

  override func copy() -> AnyParameterCells {
    let copy = ParameterCells()
    for node in nodes {
      let saved = node.storage.cell.save()
      if saved.isEmpty { continue }
      withUnsafePointer(to: node.parameter) { copy.cell(for: $0).restore(saved) }
    }
    return copy
  }

}
