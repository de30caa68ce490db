// Factory, MIT licence; see LICENSE
//
// How a shutdown finds the instances of a container, and those of a singleton scope.
internal import FactoryCore
public import FactoryKitCore

extension ContainerManager: ClosableOwner {
  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    forEachCell { locked, garbage in
      locked.forEachClosable(in: self, nil, &garbage, body)
    }
  }

  func evictInstancesWithoutHook() {
    forEachCell { locked, garbage in
      locked.evictInstancesWithoutHook(&garbage) { core.forget($0) }
    }
  }

  private func forEachCell(_ body: (LockedCell, inout Garbage) -> Void) {
    // Under the container's lock, so that no `pop` restores an instance between two entries.
    core.withLock { _, garbage in
      core.withEachEntry(&garbage) { locked, garbage in body(locked.cell, &garbage) }
    }
  }
}

extension Scope.Singleton: ClosableOwner {
  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    for cell in store.allCells { forEachClosable(in: cell, body) }
  }

  func evictInstancesWithoutHook() {
    for cell in store.allCells { evictInstancesWithoutHook(in: cell) }
  }

  func forEachClosable(in cell: Cell, _ body: (ClosableInstance) -> Void) {
    cell.withLock { locked, garbage in
      locked.forEachClosable(in: nil, self, from: store.firstNumber, &garbage, body)
    }
  }

  func evictInstancesWithoutHook(in cell: Cell) {
    cell.withLock { locked, garbage in
      // Those of the scope of which this one is a copy stay there.
      locked.evictInstancesWithoutHook(orBefore: store.firstNumber, &garbage) { _ in }
    }
  }
}

extension LockedCell {
  /// Passes the cached instances that have a hook, and numbers from `first` on, to `body`. The others belong to the scope of
  /// which this one is a copy.
  fileprivate func forEachClosable(
    in manager: ContainerManager?, _ owner: AnyObject?, from first: UInt64 = 0,
    _ garbage: inout Garbage, _ body: (ClosableInstance) -> Void
  ) {
    withEachMachine { node, machine in
      guard let box = machine.cached?.instance, let record = box.shutdownRecord,
        record.hook != nil, record.number >= first
      else { return }
      garbage.keepAlive(box)
      if box.isAlive { body(ClosableInstance(record, box, in: cell, node, of: manager, owner)) }
    }
  }

  /// Evicts the instances without a hook, and those with lower numbers than `first`.
  /// - Parameter forget: called with the box of each.
  fileprivate func evictInstancesWithoutHook(
    orBefore first: UInt64 = 0, _ garbage: inout Garbage, _ forget: (InstanceBox) -> Void
  ) {
    withEachMachine { _, machine in
      guard let box = machine.cached?.instance else { return }
      if let record = box.shutdownRecord, record.hook != nil, record.number >= first { return }
      if let evicted = machine.evict(box) { garbage.add(evicted) }
      forget(box)
    }
  }
}
