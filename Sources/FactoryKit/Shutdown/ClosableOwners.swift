// Factory, MIT licence; see LICENSE
//
// How a shutdown finds the instances of a container, and those of a singleton scope.
internal import FactoryCore
public import FactoryKitCore

extension ContainerManager: ClosableOwner {
  func forEachClosable(_ body: (ClosableInstance) -> Void) { store.forEachClosable(body) }

  func evictInstancesWithoutHook() { store.evictInstancesWithoutHook() }
}

extension Scope.Singleton: ClosableOwner {
  // Instances with lower numbers than the first belong to the scope of which this one is a copy, and stay there.

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    store.store.forEachClosable(from: store.firstNumber, body)
  }

  func evictInstancesWithoutHook() {
    store.store.evictInstancesWithoutHook(orBefore: store.firstNumber)
  }
}

extension Store {
  /// Passes the cached instances that have a hook, and numbers from `first` on, to `body`.
  /// - Parameter only: the only factory to consider.
  func forEachClosable(
    of only: Node? = nil, from first: UInt64 = 0, _ body: (ClosableInstance) -> Void
  ) {
    withEachSlot(of: only) { node, parameter, slot, garbage in
      guard let box = slot.cached?.instance, let record = box.shutdownRecord,
        record.hook != nil, record.number >= first
      else { return }
      garbage.keepAlive(box)
      if box.isAlive { body(ClosableInstance(record, box, in: Place(self, node, parameter))) }
    }
  }

  /// Evicts the instances without a hook, and those with lower numbers than `first`.
  func evictInstancesWithoutHook(of only: Node? = nil, orBefore first: UInt64 = 0) {
    // Retained until the lock has been released.
    var evicted: [(box: InstanceBox, node: Node, parameter: ParameterKey?)] = []
    withEachSlot(of: only) { node, parameter, slot, garbage in
      guard let box = slot.cached?.instance else { return }
      if let record = box.shutdownRecord, record.hook != nil, record.number >= first { return }
      if let object = slot.evict(box) { garbage.add(object) }
      evicted.append((box, node, parameter))
    } completion: { state in
      // Under the same lock, so that no `pop` restores one in between.
      for (box, node, parameter) in evicted { state.forget(box, of: node, parameter) }
    }
  }

  private func withEachSlot(
    of only: Node?, _ body: (Node, ParameterKey?, inout InstanceSlot, inout Garbage) -> Void,
    completion: (inout StoreState) -> Void = { _ in }
  ) {
    withLock { state in
      defer { completion(&state) }
      for node in only.map({ [$0] }) ?? state.nodes {
        state.withEachSlot(node) { parameter, slot, garbage in
          body(node, parameter, &slot, &garbage)
        }
      }
    }
  }
}
