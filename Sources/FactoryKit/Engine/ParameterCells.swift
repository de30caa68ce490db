// Factory, MIT licence; see LICENSE
//
// The cells of a factory scoped on its parameters: one for each distinct parameter.
import FactoryAtomics

/// A parameter, without saying of what type. Only ``KeyOf`` is one; being its metatype's, the
/// functions that need no instance make none.
@usableFromInline
class ParameterKey {
  init() {}

  class func hash(_ parameter: UnsafeRawPointer) -> Int { fatalError(unknown) }

  class func make(_ parameter: UnsafeRawPointer) -> ParameterKey { fatalError(unknown) }

  /// Whether this is the parameter at `parameter`, by `==`.
  func matches(_ parameter: UnsafeRawPointer) -> Bool { fatalError(Self.unknown) }

  private static let unknown = "FactoryKit: a key knows the parameter's type"
}

@usableFromInline
final class KeyOf<P: Hashable>: ParameterKey {
  private let parameter: P

  private init(_ parameter: P) {
    self.parameter = parameter
  }

  // All pointers are to a `P`: an entry's key has the parameter's type.

  override class func hash(_ parameter: UnsafeRawPointer) -> Int {
    parameter.assumingMemoryBound(to: P.self).pointee.hashValue
  }

  override class func make(_ parameter: UnsafeRawPointer) -> ParameterKey {
    KeyOf(parameter.assumingMemoryBound(to: P.self).pointee)
  }

  override func matches(_ parameter: UnsafeRawPointer) -> Bool {
    self.parameter == parameter.assumingMemoryBound(to: P.self).pointee
  }
}

/// A hash table of cells, keyed by the whole parameter.
///
/// `==` and `hash(into:)` of a parameter are user code, so neither runs under the lock: a look-up
/// hashes first, takes the bucket's list of immutable nodes, and compares without the lock. Only
/// if the list has a new head when it comes back to insert does it look again.
final class ParameterCells: @unchecked Sendable {
  // Sendable: `buckets` and `count` are touched only under `lock`; nodes are immutable but for
  // their cells, which have locks of their own. Parameters are only compared and hashed, as their
  // owner's `Hashable` must allow from the threads the program resolves on.
  private final class Node {
    let hash: Int
    let key: ParameterKey
    let next: Node?
    let storage: CellStorage

    init(hash: Int, key: ParameterKey, next: Node?, storage: CellStorage) {
      self.hash = hash
      self.key = key
      self.next = next
      self.storage = storage
    }
  }

  /// Owns one cell. Shared by the node and, after growth, by its copy in the larger table.
  private final class CellStorage {
    let cell: Cell

    init() { cell = .allocate() }

    deinit { cell.destroy() }
  }

  /// For those that share the cell but have no instance for each parameter. Valid while `self`
  /// lives.
  var undivided: Cell { own.cell }
  private let own = CellStorage()
  private let lock = Lock()
  // Both guarded by `lock`.
  private var buckets: [Node?] = Array(repeating: nil, count: 8)
  private var count = 0
  private let type: ParameterKey.Type

  init(_ type: ParameterKey.Type) {
    self.type = type
  }

  /// The cell of the parameter at `parameter`, made if need be. Valid while `self` lives.
  func cell(for parameter: UnsafeRawPointer) -> Cell {
    let hash = type.hash(parameter)
    var key: ParameterKey?
    while true {
      let head = head(hash)
      var node = head
      while let candidate = node {
        if candidate.hash == hash, candidate.key.matches(parameter) {
          return candidate.storage.cell
        }
        node = candidate.next
      }
      // Made outside the lock, thrown away if somebody else inserted in between.
      let made = key ?? type.make(parameter)
      key = made
      let new = Node(hash: hash, key: made, next: head, storage: CellStorage())
      if insert(new, before: head) { return new.storage.cell }
    }
  }

  private func head(_ hash: Int) -> Node? {
    lock.withLock { buckets[hash & (buckets.count - 1)] }
  }

  /// False if there is another head by now.
  @inline(never)
  private func insert(_ node: Node, before head: Node?) -> Bool {
    // Letting go of the old nodes releases copies of parameters: after the lock.
    var outgrown: [Node?] = []
    defer { withExtendedLifetime(outgrown) {} }
    return lock.withLock {
      let bucket = node.hash & (buckets.count - 1)
      guard buckets[bucket] === head else { return false }
      buckets[bucket] = node
      count += 1
      if count > buckets.count {
        outgrown = buckets
        buckets = Self.grown(outgrown)
      }
      return true
    }
  }

  /// Twice the buckets, with new nodes, because others may be reading the old ones.
  private static func grown(_ buckets: [Node?]) -> [Node?] {
    var larger: [Node?] = Array(repeating: nil, count: buckets.count * 2)
    for node in nodes(buckets) {
      let bucket = node.hash & (larger.count - 1)
      larger[bucket] = Node(
        hash: node.hash, key: node.key, next: larger[bucket], storage: node.storage)
    }
    return larger
  }

  @inline(never)
  private static func nodes(_ buckets: [Node?]) -> [Node] {
    var nodes: [Node] = []
    for head in buckets {
      var node = head
      while let current = node {
        nodes.append(current)
        node = current.next
      }
    }
    return nodes
  }

  private var nodes: [Node] { Self.nodes(lock.withLock { buckets }) }

  /// A table of the same type with nothing in it.
  func empty() -> ParameterCells { ParameterCells(type) }

  /// See `Cell.invalidate`.
  func invalidate(_ scope: ObjectIdentifier, isSpared: Bool) {
    undivided.invalidate(scope, isSpared: isSpared)
    for node in nodes { node.storage.cell.invalidate(scope, isSpared: isSpared) }
  }

  /// A table with the same instances, but none that is being built.
  func copy() -> ParameterCells {
    let copy = empty()
    copy.undivided.restore(undivided.save())
    for node in nodes {
      let saved = node.storage.cell.save()
      if saved.isEmpty { continue }
      // The parameters are distinct, so none has to be compared with those there are.
      let storage = CellStorage()
      storage.cell.restore(saved)
      let head = copy.head(node.hash)
      _ = copy.insert(
        Node(hash: node.hash, key: node.key, next: head, storage: storage), before: head)
    }
    return copy
  }
}
