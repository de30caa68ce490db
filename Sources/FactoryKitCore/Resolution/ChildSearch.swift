// Factory, MIT licence; see LICENSE
//
// The part of a search that concerns child containers: instances that a parent caches, and
// constructions whose result only another container may use.
internal import FactoryCore

extension InstanceSearch {
  /// Searches for the instance of a child in the parent that caches it. Nil if the caller has to search,
  /// in this container's entry or among the process's singletons.
  mutating func findAtOwner(
    _ plan: Plan, _ scope: ScopeReference, _ locked: LockedEntry, _ garbage: inout Garbage
  ) -> Outcome? {
    switch locked.owner(scope, definitionHasContext: definitionHasContext) {
    case .process:
      return nil
    case .own:
      if scope.kind != .singleton { return nil }
      if !isReading { locked.willChange() }
      return ask(locked.cell, nil, plan, isWeak: false, &garbage)
    case .parent(let outer, let outerCore):
      let parent = manager.ancestor(at: outerCore.depth)
      let outerLocked = outer.lock(outerCore, &garbage)
      if !isReading { outerLocked.willChange() }
      let outcome = ask(
        outerLocked.cell, parent, plan, isWeak: scope.kind == .shared, parent: parent, &garbage)
      outer.cell.unlock(&garbage)
      return outcome
    }
  }

  private var definitionHasContext: Bool {
    frame.pointee.flags & FACTORY_HAS_CONTEXT.rawValue != 0
  }

  /// Records whose registration, context, layer or group member the resolution uses.
  mutating func recordOverride(_ plan: Plan) {
    // Nothing is recorded while no construction in the process records uses. If this resolution builds such an
    // instance, recording has already begun.
    if isReading || !factory_uses_are_recorded() { return }
    let depth = plan.depthOfOverride(definitionHasContext: definitionHasContext)
    if depth > 0 { recordUse(of: UsedContainer(core.ancestor(at: depth))) }
  }

  /// Waits for a construction on another thread. If its result is a captive instance of another
  /// container, searches again.
  @inline(never)
  mutating func wait(for construction: Construction, _ parameter: UnsafeRawPointer) -> SlowStep {
    var construction = construction
    while true {
      if let step = wait(for: construction) { return step }
      switch find(parameter) {
      case .step(let found): return found
      case .wait(let next): construction = next
      // Only for a reader.
      case .missing: return .definition
      }
    }
  }

  /// Waits for a construction on another thread. Nil if its result is a captive instance of another
  /// container.
  private borrowing func wait(for construction: Construction) -> SlowStep? {
    let outcome = WaitGraph.wait(for: construction) { [frame] in frame.description }
    if case .circular(let chains) = outcome {
      CircularDependency.stop(waiting: chains)
    }
    // Set before the waiters were woken.
    var result = construction.result!
    if let captive = result as? CaptiveResult {
      guard let own = captive.result(in: core) else {
        manager.expectCaptive(frame.key, after: construction)
        return nil
      }
      frame.recordUse(of: captive.owner)
      result = own
    } else if let used = construction.graphUse {
      frame.recordUse(of: used)
    }
    if let failure = result as? ConstructionFailure { return .failed(failure) }
    // Otherwise, `store` has passed a `StrongBox<T>`.
    return .cached(assumedObject(result, InstanceBox.self))
  }
}
