// Factory, MIT licence; see LICENSE
//
// The instances of a factory that is scoped on its parameters: one state machine for each distinct
// parameter.

/// A parameter of unknown type. ``TypedParameterKey`` is the only subclass; being its metatype's, the
/// functions that need no instance create none.
@usableFromInline
class ParameterKey {
  init() {}

  class func hash(_ parameter: UnsafeRawPointer) -> Int { fatalError(unknown) }

  class func copy(_ parameter: UnsafeRawPointer) -> ParameterKey { fatalError(unknown) }

  /// Whether this is the parameter at `parameter`, by `==`.
  func matches(_ parameter: UnsafeRawPointer) -> Bool { fatalError(Self.unknown) }

  private static let unknown = "FactoryKit: ParameterKey is abstract"
}

@usableFromInline
final class TypedParameterKey<P: Hashable>: ParameterKey {
  private let parameter: P

  private init(_ parameter: P) {
    self.parameter = parameter
  }

  // All pointers are to a `P`: an entry's key contains the parameter's type.

  override class func hash(_ parameter: UnsafeRawPointer) -> Int {
    parameter.assumingMemoryBound(to: P.self).pointee.hashValue
  }

  override class func copy(_ parameter: UnsafeRawPointer) -> ParameterKey {
    TypedParameterKey(parameter.assumingMemoryBound(to: P.self).pointee)
  }

  override func matches(_ parameter: UnsafeRawPointer) -> Bool {
    self.parameter == parameter.assumingMemoryBound(to: P.self).pointee
  }
}

/// The state of one parameter's instance. The cell's lock guards all of it but the constants.
final class ParameterNode: @unchecked Sendable {
  // Sendable: what changes is guarded by the lock of the cell that the node belongs to. Keys are only
  // compared and hashed, as `Hashable` must allow from the threads on which the program resolves.
  let hash: Int
  let key: ParameterKey
  /// Another node of the same hash.
  let next: ParameterNode?
  // The lock makes accesses exclusive.
  @exclusivity(unchecked) var machine = InstanceStateMachine()
  /// Whether an eviction removed the node from its table: a resolution that found it before looks
  /// again.
  @exclusivity(unchecked) var isDetached = false

  init(hash: Int, key: ParameterKey, next: ParameterNode?) {
    self.hash = hash
    self.key = key
    self.next = next
  }
}

/// The nodes of one cell.
///
/// `==` and `hash(into:)` of a parameter are user code, so neither runs under the lock: a resolution
/// hashes first, takes the list of the nodes of that hash, and compares without the lock. It adds a
/// node only if the list is still the same.
final class ParameterTable: @unchecked Sendable {
  // Sendable: guarded by the lock of the cell that it belongs to.

  /// Nodes by hash.
  // The lock makes accesses exclusive.
  @exclusivity(unchecked) private var lists: [Int: ParameterNode] = [:]

  init() {}

  func list(_ hash: Int) -> ParameterNode? { lists[hash] }

  func add(_ node: ParameterNode) { lists[node.hash] = node }

  /// Evicts all instances and whatever is being built.
  func detach(_ garbage: inout Garbage) {
    for list in lists.values {
      for node in sequence(first: list, next: \.next) {
        node.isDetached = true
        if let evicted = node.machine.evict() { garbage.add(evicted) }
      }
    }
  }

  /// The instance of one parameter at some moment.
  struct Saved {
    let hash: Int
    let key: ParameterKey
    let instance: InstanceBox
    let lastUse: UInt64
  }

  func saved() -> [Saved] {
    var saved: [Saved] = []
    for list in lists.values {
      for node in sequence(first: list, next: \.next) {
        guard let (instance, lastUse) = node.machine.kept else { continue }
        saved.append(
          Saved(hash: node.hash, key: node.key, instance: instance, lastUse: lastUse))
      }
    }
    return saved
  }

  convenience init(_ saved: [Saved]) {
    self.init()
    for instance in saved {
      // The parameters are distinct, so they need not be compared.
      let node = ParameterNode(
        hash: instance.hash, key: instance.key, next: lists[instance.hash])
      node.machine.restore(instance.instance, lastUse: instance.lastUse)
      add(node)
    }
  }
}
