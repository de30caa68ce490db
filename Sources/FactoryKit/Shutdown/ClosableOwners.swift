// Factory, MIT licence; see LICENSE
//
// How a shutdown finds the instances of a container, and those of a singleton scope.
internal import FactoryCore
public import FactoryKitCore

extension ContainerManager: ClosableOwner {
  func beginShutdown(_ new: ShutdownRun) -> ShutdownRun {
    core.withState { state in
      if let current = state.shutdown {
        // Only this function sets it.
        return assumedObject(current, ShutdownRun.self)
      }
      state.shutdown = new
      return new
    }
  }

  func endShutdown() {
    core.withLock { state, garbage in
      if let ended = state.shutdown { garbage.add(ended) }
      state.shutdown = nil
    }
  }

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    // Under the container's lock, so that no `pop` restores a box that is being replaced.
    core.withLock { _, garbage in
      core.withEachEntry(&garbage) { locked, garbage in
        let hook = locked.withPlan { $0.settings.shutdownHook }
        let factory = ClosableFactory(
          container: factory_core_identity(core), key: locked.entry.pointee.key, file: nil, line: 0)
        locked.cell.forEachClosable(hook, of: factory, in: self, nil, &garbage, body)
      }
    }
  }

  func evictInstancesWithoutHook() {
    // Under the container's lock, so that no `pop` restores an instance between two entries.
    core.withLock { _, garbage in
      core.withEachEntry(&garbage) { locked, garbage in
        guard locked.withPlan({ $0.settings.shutdownHook == nil }) else { return }
        locked.cell.evictInstancesWithoutHook(&garbage) { core.forget($0) }
      }
    }
  }
}

extension ContainerManager {
  /// Gives a new hook to the instances that are being built, whose records do not have it, and to existing singletons,
  /// because a shutdown of their scope finds their cells, but not the factory's plan. Called with the entry's lock held.
  func applyHook(
    _ hook: AnyShutdownHook, isFirst: Bool, _ locked: LockedEntry, _ scope: ScopeReference?,
    _ factory: ClosableFactory, _ garbage: inout Garbage
  ) {
    // What is set in a child applies to instances that it caches itself.
    guard core.parent == nil, let scope, scope.kind == .singleton else {
      // Instances that are built with another hook have a record. The hook to run is that of the plan.
      if isFirst {
        locked.cell.withEachMachine { _, machine in
          machine.setHookOfConstruction(hook, factory, &garbage)
        }
      }
      return
    }
    let singletons = scope.singleton.current
    // The file is that of the declaration.
    let (cell, owner) = singletonCell(locked, singletons, factory.file!, factory.line)
    // Not `withLock`, which would release what it removes while the entry's lock is held.
    cell.lock().setHook(hook, factory, number: singletons.store.firstNumber, &garbage)
    cell.unlock(&garbage)
    if let owner { garbage.add(owner) }
  }
}

extension Scope.Singleton: ClosableOwner {
  func beginShutdown(_ new: ShutdownRun) -> ShutdownRun {
    // Only this function sets it.
    assumedObject(store.beginShutdown(new), ShutdownRun.self)
  }

  func endShutdown() { store.endShutdown() }

  func forEachClosable(_ body: (ClosableInstance) -> Void) {
    for cell in store.allCells { forEachClosable(in: cell, body) }
  }

  func evictInstancesWithoutHook() {
    for cell in store.allCells { evictInstancesWithoutHook(in: cell) }
  }

  func forEachClosable(in cell: Cell, _ body: (ClosableInstance) -> Void) {
    let first = store.firstNumber
    cell.withLock { locked, garbage in
      locked.forEachClosable(nil, of: nil, in: nil, self, &garbage) { instance in
        // The others belong to the scope of which this one is a copy.
        if instance.number >= first { body(instance) }
      }
    }
  }

  func evictInstancesWithoutHook(in cell: Cell) {
    let first = store.firstNumber
    cell.withLock { locked, garbage in
      // Those that were built before belong to the scope of which this one is a copy, and stay there.
      locked.evictInstancesWithoutHook(orBuiltBefore: first, &garbage) { _ in }
    }
  }
}

extension LockedCell {
  /// Passes the cached instances that have a hook to `body`.
  /// - Parameters:
  ///   - hook: the hook of the factory's plan, which applies instead of the instance's own.
  ///   - factory: the factory of instances that were built before the plan had a hook.
  func forEachClosable(
    _ hook: AnyShutdownHook?, of factory: ClosableFactory?, in manager: ContainerManager?,
    _ owner: AnyObject?, _ garbage: inout Garbage, _ body: (ClosableInstance) -> Void
  ) {
    withEachMachine { node, machine in
      guard var box = machine.cached?.instance else { return }
      garbage.keepAlive(box)
      guard box.isAlive else { return }
      if box.record == nil, let hook, let factory {
        let old = box
        box = machine.addRecord(ShutdownRecord(hook, factory, hook.observer), &garbage)
        manager?.core.replace(old, with: box)
      }
      guard let record = box.record, let hook = hook ?? record.hook else { return }
      body(ClosableInstance(record, hook: hook, box, in: cell, node, of: manager, owner))
    }
  }

  /// Evicts the instances without a hook, and those with a hook and a lower number than `first`.
  /// - Parameter forget: called with the box of each.
  func evictInstancesWithoutHook(
    orBuiltBefore first: UInt64 = 0, _ garbage: inout Garbage, _ forget: (InstanceBox) -> Void
  ) {
    withEachMachine { _, machine in
      guard let box = machine.cached?.instance else { return }
      if let record = box.record, record.hasHook, record.number >= first { return }
      if let evicted = machine.evict(box) { garbage.add(evicted) }
      forget(box)
    }
  }

  /// Sets the hook of singletons that are cached already or being built, except those that a copy of a singleton
  /// scope has from its original.
  func setHook(
    _ hook: AnyShutdownHook, _ factory: ClosableFactory, number: UInt64, _ garbage: inout Garbage
  ) {
    withEachMachine { _, machine in
      guard let box = machine.cached?.instance else {
        return machine.setHookOfConstruction(hook, factory, &garbage)
      }
      if let old = box.record {
        guard old.number >= number else { return }
        if let replaced = old.replaceHook(hook) { garbage.add(replaced) }
      } else {
        _ = machine.addRecord(
          ShutdownRecord(hook, factory, hook.observer, number: number), &garbage)
      }
    }
  }
}

extension InstanceStateMachine {
  /// Sets the hook of an instance that is being built.
  fileprivate func setHookOfConstruction(
    _ hook: AnyShutdownHook, _ factory: ClosableFactory, _ garbage: inout Garbage
  ) {
    (construction as? Build)?.setHook(hook, factory, &garbage)
  }

  /// Gives the cached instance a record, and returns its box.
  fileprivate mutating func addRecord(
    _ record: ShutdownRecord, _ garbage: inout Garbage
  ) -> InstanceBox {
    let old = cached!.instance
    let box = old.recorded(record)
    if box !== old, let old = replace(with: box) { garbage.add(old) }
    return box
  }
}
