// Factory, MIT licence; see LICENSE
//
// The instances of one singleton scope.
internal import FactoryCore

/// Finds the node of a factory's singleton.
///
/// A factory is found by its key and its container's type, and also by its key and the location of
/// its declaration, so that a declaration on `extension SharedContainer` has one singleton for all
/// containers. Generic containers are found by their type only: nothing tells a declaration on
/// `extension SharedContainer` from one on `extension Box`, whose types are different containers.
package final class SingletonStore {
  package let store = Store.makeInner()
  /// Each node has several keys. Guarded by the store's lock.
  private var nodes = [FactoryIdentity: Node]()
  /// The instances with lower numbers belong to the store that this one was copied from.
  private(set) package var firstNumber: UInt64 = 0

  init() {}

  /// The node of a factory. Valid while the store exists.
  func node(
    for key: factory_key, of container: Any.Type, declaredAt file: UnsafePointer<UInt8>,
    _ line: UInt32
  ) -> Node {
    let inContainer = FactoryIdentity(key, in: container)
    if let known = store.withState({ _ in nodes[inContainer] }) { return known }
    let isGeneric = String(reflecting: container).utf8.contains(UInt8(ascii: "<"))
    let declared = isGeneric ? inContainer : FactoryIdentity(key, declaredAt: file, line)
    return store.withState { state in
      // Another thread may have added it meanwhile.
      let node =
        nodes[inContainer] ?? nodes[declared] ?? state.add(key, 0, Settings.empty, nil)
      nodes[inContainer] = node
      nodes[declared] = node
      return node
    }
  }

  func evictAll() {
    store.withLock { state in
      for node in state.nodes { state.evict(node) }
    }
  }

  /// A store with the same cached instances, without the constructions in progress.
  func copy() -> SingletonStore {
    let copy = SingletonStore()
    let (entries, nodes) = store.withState { state in
      (state.nodes.map { ($0, $0.savedEntry()) }, self.nodes)
    }
    copy.store.withLock { state in
      for (node, entry) in entries {
        let new = state.add(node.pointee.key, 0, Settings.empty, nil)
        var saved = entry
        state.restore(new, &saved)
      }
      // In the same order.
      for (identity, node) in nodes { copy.nodes[identity] = state.nodes[Int(node.pointee.index)] }
    }
    copy.firstNumber = ConstructionOrder.next()
    return copy
  }
}
