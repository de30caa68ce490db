// Factory, MIT licence; see LICENSE
//
// Decides where to cache an instance that has used child containers.
package import FactoryCore

/// Where a child caches a captive instance.
struct CaptiveCell {
  let manager: ContainerManager
  let instanceCell: InstanceCell
}

extension Build {
  /// Ends a construction that has recorded what it uses of children. Returns whether the instance is cached, and where a
  /// child caches it; nil if no child caches it.
  @inline(never)
  func endCaptive(
    _ box: InstanceBox?, _ result: AnyObject, _ captivity: Captivity, at time: UInt64,
    _ frame: Frame
  ) -> (isCached: Bool, CaptiveCell?) {
    if captivity.isGraph, let used = captivity.used, let cells = instanceCell.cellOwner {
      // A `GraphCells`: see `InstanceSearch.findInCycle`.
      assumedObject(cells, GraphCells.self).recordUse(of: used, by: cell)
    }
    guard let owner = captivity.owner, let used = UsedContainer(owner) else {
      return (endPlainly(box, result, at: time), nil)
    }
    let (isCurrent, wasAwaited, captive) = cacheCaptive(box, captivity, in: owner, at: time)
    if isCurrent, box != nil {
      captivity.report(
        frame.description, isSingleton: cell != entry.cell,
        cachedBy: captivity.manager.ancestor(at: owner.depth))
    }
    if wasAwaited { WaitGraph.finish(self, with: CaptiveResult(result, used)) }
    return (captive != nil, captive)
  }

  /// The same as `cache`, for an instance that a child caches, although the factory's scope would cache
  /// it elsewhere. `box` is nil for an error and for nil.
  ///
  /// In one critical section of the owner's entry, so that a resolution in the owner finds either
  /// the construction or the instance.
  private func cacheCaptive(
    _ box: InstanceBox?, _ captivity: Captivity, in owner: ContainerCore, at time: UInt64
  ) -> (isCurrent: Bool, wasAwaited: Bool, CaptiveCell?) {
    guard let box else {
      let result = cache(nil, at: time)
      return (result.isCurrent, result.wasAwaited, nil)
    }
    var garbage = Garbage()
    var captive: CaptiveCell?
    let locked = captivity.entry(in: owner).lock(owner, &garbage)
    let result = cache(nil, at: time, &garbage)
    if result.isCurrent, !captivity.isOvertaken {
      let node = locked.cacheCaptive(
        recorded(box), instanceCell.node, at: time, &garbage)
      captive = CaptiveCell(
        manager: captivity.manager.ancestor(at: owner.depth),
        instanceCell: InstanceCell(cell: locked.cell.cell, node: node, cellOwner: nil))
    }
    locked.cell.cell.unlock(&garbage)
    garbage.release()
    return (result.isCurrent, result.wasAwaited, captive)
  }
}

extension Captivity {
  /// The factory's entry in a container around the one through which the instance is built.
  func entry(in owner: ContainerCore) -> Entry {
    var (entry, core) = (entry, core)
    while core != owner, let parent = core.parent {
      entry = factory_entry_parent(entry)
      core = parent
    }
    return entry
  }
}

// MARK: Waiting for captive instances

extension Construction {
  /// What an instance of the scope `graph` has used of children. For those that have waited for it.
  package var graphUse: UsedContainer? {
    guard let captivity = (self as? Build)?.captivity, captivity.isGraph else { return nil }
    return captivity.used
  }
}

extension ContainerManager {
  /// The manager of the parent that has this depth, or this one.
  func ancestor(at depth: UInt32) -> ContainerManager {
    var manager = self
    while manager.core.depth > depth, let parent = manager.parent { manager = parent }
    return manager
  }

  /// Called by a resolution that has waited for a construction whose instance is captive in another
  /// container. If an instance built through this container will probably be captive as well, because
  /// there is a registration or an instance for the same factory here, it is cached here from the
  /// start. Otherwise all containers that have waited would wait for each other in turn.
  @inline(never)
  package func expectCaptive(_ factory: factory_key, after construction: Construction) {
    guard construction.result is CaptiveResult,
      let depth = (construction as? Build)?.captivity?.depthOfOwnUse(in: self)
    else { return }
    let core = ancestor(at: depth).core
    core.entry(factory).withLock(core) { locked, garbage in
      if locked.cachesCaptive { return }
      locked.willChange()
      locked.setCachesCaptive(true, &garbage)
    }
  }
}

extension ContainerCore {
  /// The depth of the innermost container that has a registration, a context or an instance of its own
  /// for a factory, as seen from this one; zero if only the outermost one has.
  func depthOfUse(of factory: factory_key) -> UInt32 {
    entry(factory).withLock(self) { locked, garbage in
      locked.updateChoice(&garbage)
      // A context of the definition is set in each container that reads the factory.
      let depth = locked.withPlan { $0.depthOfOverride(definitionHasContext: true) }
      guard let scope = locked.scope, scope.kind != .unique, scope.kind != .graph else {
        return depth
      }
      switch locked.owner(scope, definitionHasContext: true) {
      case .own: return self.depth
      case .parent(_, let outer): return max(depth, outer.depth)
      case .process: return depth
      }
    }
  }
}

extension LockedEntry {
  /// Caches an instance that was built for another owner, unless there is one. Returns the parameter's node.
  fileprivate func cacheCaptive(
    _ box: InstanceBox, _ node: ParameterNode?, at time: UInt64, _ garbage: inout Garbage
  ) -> ParameterNode? {
    willChange()
    if !cachesCaptive { setCachesCaptive(true, &garbage) }
    guard let node else {
      if cell.machine.pointee.cached == nil {
        cell.machine.pointee.restore(box, lastUse: time)
      }
      return nil
    }
    return cell.withParameters(type(of: node.key)) { table in
      // In front of an older node of the same parameter, so that only the new one is found.
      let new = table.add(
        hash: node.hash, node.key, evicting: UnusedParameters(), &garbage)
      new.machine.restore(box, lastUse: time)
      return new
    }
  }
}
