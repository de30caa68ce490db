// Factory, MIT licence; see LICENSE
//
// The work that a resolution on the slow path has to do after the factory's closure has returned.
// The closure is called by generic code, which knows the types, so the work is recorded in the frame.
package import FactoryCore

/// The only code that writes `factory_frame.pending`. The frame owns every reference in it until
/// `keep` or `finish` takes it over.
package enum PendingBuild {
  // The values of `factory_pending_build.destination`: where a new instance is to be cached.
  private static let nowhere: UInt8 = 0
  private static let cell: UInt8 = 1
  private static let weakCell: UInt8 = 2
  private static let cycle: UInt8 = 3
  /// Added to `cell` or `weakCell` if the cell is that of a parent container, whose manager is the
  /// `owner`.
  private static let parents: UInt8 = 4

  // MARK: Recording the work

  /// Records that the instance is to be cached in a cell. Other threads may wait for
  /// `construction`.
  static func noteCell(
    _ frame: Frame, _ manager: ContainerManager, _ entry: Entry, _ place: borrowing CellPlace,
    _ construction: Construction, isWeak: Bool, isParents: Bool
  ) {
    own(manager, frame)
    frame.pointee.pending.entry = UnsafeMutableRawPointer(entry)
    frame.pointee.pending.cell = UnsafeMutableRawPointer(place.cell)
    frame.pointee.pending.construction = owned(construction)
    frame.pointee.pending.captivity = construction.captivity.map(owned)
    if let node = place.node { frame.pointee.pending.node = owned(node) }
    if let owner = place.owner { frame.pointee.pending.owner = owned(owner) }
    frame.pointee.pending.destination = (isWeak ? weakCell : cell) | (isParents ? parents : 0)
  }

  /// Records what a shutdown has to know of the new instance.
  static func noteRecord(_ frame: Frame, _ record: ShutdownRecord) {
    frame.pointee.pending.record = owned(record)
  }

  /// Records that the instance is to be cached for the rest of the resolution cycle.
  static func noteCycle(
    _ frame: Frame, _ manager: ContainerManager, _ entry: Entry, _ node: ParameterNode?,
    _ generation: UInt64
  ) {
    if manager.core.parent != nil {
      frame.pointee.pending.captivity = owned(Captivity(manager, entry, homeDepth: nil))
    }
    own(manager, frame)
    frame.pointee.pending.entry = UnsafeMutableRawPointer(entry)
    if let node { frame.pointee.pending.node = owned(node) }
    frame.pointee.pending.generation = generation
    frame.pointee.pending.destination = cycle
  }

  /// Records that the instance, new or cached, is to be decorated or traced, or that its plan has a
  /// time to live or layers.
  static func notePlan(
    _ frame: Frame, _ manager: ContainerManager, _ entry: Entry, _ plan: Plan,
    _ garbage: inout Garbage
  ) {
    own(manager, frame)
    frame.pointee.pending.entry = UnsafeMutableRawPointer(entry)
    forgetPlan(frame, &garbage)
    frame.pointee.pending.plan = owned(plan)
  }

  /// Reverts `notePlan`, because a search that looks again uses the last plan that it finds.
  static func forgetPlan(_ frame: Frame, _ garbage: inout Garbage) {
    if let plan = taken(&frame.pointee.pending.plan, Plan.self) { garbage.add(plan) }
  }

  package static func noteTrace(_ frame: Frame, _ line: Trace.Line) {
    frame.pointee.pending.trace_line = UInt32(line.index) + 1
    frame.pointee.pending.trace_tree = line.tree.map { owned($0) }
  }

  /// Records that a cached instance is new for this resolution.
  static func noteNew(_ frame: Frame) { frame.pointee.pending.is_new = 1 }

  private static func takeTrace(_ frame: Frame) -> Trace.Line? {
    let number = frame.pointee.pending.trace_line
    if number == 0 { return nil }
    frame.pointee.pending.trace_line = 0
    return Trace.Line(
      index: Int(number - 1),
      tree: taken(&frame.pointee.pending.trace_tree, AnyObject.self)
        .map { TaskResolutions.resolution($0) })
  }

  /// Records that the resolution is watched, from now on.
  package static func noteWatched(_ frame: Frame) {
    if frame.pointee.pending.watched_since == 0 {
      frame.pointee.pending.watched_since = max(1, factory_monotonic_nanoseconds())
    }
  }

  /// Records that the instance that the factory's own closure creates is only to be reported to
  /// watchers.
  static func noteOnlyWatched(_ frame: Frame, _ manager: ContainerManager, _ entry: Entry?) {
    own(manager, frame)
    frame.pointee.pending.entry = entry.map { UnsafeMutableRawPointer($0) }
  }

  /// Records that the end of the closure is only to be noted for a strict test.
  static func noteOnlyStrict(_ frame: Frame, _ manager: ContainerManager) { own(manager, frame) }

  /// Whether there is no work to do after the closure has returned.
  static func isEmpty(_ frame: Frame) -> Bool { frame.pointee.pending.manager == nil }

  private static func own(_ manager: ContainerManager, _ frame: Frame) {
    if frame.pointee.pending.manager == nil { frame.pointee.pending.manager = owned(manager) }
  }

  private static func owned(_ object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(object).toOpaque()
  }

  private static func taken<Object: AnyObject>(
    _ pointer: inout UnsafeMutableRawPointer?, _: Object.Type
  ) -> Object? {
    guard let object = pointer else { return nil }
    pointer = nil
    // Written by the functions above, which own a reference of this type.
    return Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
  }

  // MARK: Tasks

  /// Takes out what caches the instance, for the construction's own task. What decorates and traces
  /// the instance stays, for the resolution that has asked for it.
  package static func takeCaching(_ frame: Frame) -> factory_pending_build {
    var caching = frame.pointee.pending
    caching.trace_line = 0
    caching.trace_tree = nil
    caching.watched_since = 0
    frame.pointee.pending.captivity = nil
    frame.pointee.pending.construction = nil
    frame.pointee.pending.node = nil
    frame.pointee.pending.owner = nil
    frame.pointee.pending.record = nil
    frame.pointee.pending.destination = nowhere
    frame.pointee.pending.is_strict = 0
    if let plan = caching.plan, let manager = caching.manager {
      // Both parts own these references. They are of these types: see the functions above.
      _ = Unmanaged<Plan>.fromOpaque(plan).retain()
      _ = Unmanaged<ContainerManager>.fromOpaque(manager).retain()
    } else {
      frame.pointee.pending.manager = nil
    }
    return caching
  }

  /// Releases what only decorating and tracing would need.
  package static func forgetObservers(_ frame: Frame) {
    _ = taken(&frame.pointee.pending.plan, Plan.self)
    _ = taken(&frame.pointee.pending.manager, ContainerManager.self)
  }

  // MARK: With the factory's types

  /// Caches a new instance, then decorates and traces it.
  static func finishNew<T>(_ frame: Frame, _ value: T) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if frame.pointee.pending.is_strict != 0 { endStrict(frame) }
    if frame.pointee.pending.destination != 0 { keepNew(frame, value) }
    if frame.pointee.pending.manager != nil { finish(frame, value, isNew: true) }
  }

  /// Caches a new instance.
  @inline(never)
  package static func keepNew<T>(_ frame: Frame, _ value: T) {
    let strong = strongBox(value)
    if isNil(value) {
      keep(frame, nil, strong)
    } else if isWeak(frame) {
      keep(frame, WeakBox(value), strong)
    } else {
      keep(frame, strong, strong)
    }
  }

  private static func isWeak(_ frame: Frame) -> Bool {
    frame.pointee.pending.destination & ~parents == weakCell
  }

  /// Decorates and traces a cached instance. Its frame has already been popped.
  @inline(never)
  static func finishKept<T>(_ frame: Frame, _ value: T) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    _ = factory_frame_push(frame)
    finish(frame, value, isNew: false)
    if factory_frame_pop(frame) { ResolutionCycle.end() }
  }

  /// Decorates, traces and reports an instance, with no lock held.
  @inline(never)
  package static func finish<T>(_ frame: Frame, _ value: T, isNew: Bool) {
    let manager = taken(&frame.pointee.pending.manager, ContainerManager.self)!
    let plan = taken(&frame.pointee.pending.plan, Plan.self)
    let line = takeTrace(frame)
    let isNew = isNew || frame.pointee.pending.is_new != 0
    if let plan {
      // `notePlan` wrote the entry together with the plan.
      let entry = frame.pointee.pending.entry!.assumingMemoryBound(to: factory_entry.self)
      manager.decorate(frame, entry, plan, value, isNew)
      if let line { Trace.finish(line, frame, value, isNew, plan.overrideDescription) }
      if frame.pointee.pending.watched_since != 0 { manager.report(frame, isNew: isNew, plan) }
    } else if frame.pointee.pending.watched_since != 0 {
      manager.report(frame, isNew: isNew, nil)
    }
  }

  /// Ends a resolution whose closure has thrown an error: nothing is cached.
  @inline(never)
  package static func fail(_ frame: Frame, _ failure: ConstructionFailure) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if frame.pointee.pending.is_strict != 0 { endStrict(frame) }
    if frame.pointee.pending.destination != nowhere { keep(frame, nil, failure) }
    let line = takeTrace(frame)
    let plan = taken(&frame.pointee.pending.plan, Plan.self)
    _ = taken(&frame.pointee.pending.manager, ContainerManager.self)
    if let line { Trace.fail(line, frame, failure, plan?.overrideDescription) }
  }

  // MARK: Caching

  /// Ends the construction. `kept` is nil if the scope cannot cache the instance; `result` is for
  /// those that wait: the instance or a `ConstructionFailure`.
  @inline(never)
  package static func keep(_ frame: Frame, _ kept: InstanceBox?, _ result: AnyObject) {
    let destination = frame.pointee.pending.destination
    frame.pointee.pending.destination = nowhere
    let node = taken(&frame.pointee.pending.node, ParameterNode.self)
    // `noteCell` or `noteCycle` wrote the entry together with the destination.
    let entry = frame.pointee.pending.entry!.assumingMemoryBound(to: factory_entry.self)
    if destination == cycle {
      guard let kept else {
        takeCaptivity(frame)?.end()
        return forgetManager(frame)
      }
      let key = GraphKey(entry, node, frame.pointee.pending.generation, frame.pointee.container)
      ResolutionCycle.keep(kept, node, for: key)
      if frame.pointee.pending.captivity != nil { noteCycleUse(frame, by: key) }
      return forgetManager(frame)
    }
    let construction = taken(&frame.pointee.pending.construction, Construction.self)!
    let owner = taken(&frame.pointee.pending.owner, AnyObject.self)
    // `noteCell` wrote the cell together with the destination.
    let cell = frame.pointee.pending.cell!.assumingMemoryBound(to: CellMemory.self)
    frame.pointee.pending.manager.map {
      Unmanaged<ContainerManager>.fromOpaque($0)._withUnsafeGuaranteedRef { manager in
        let place = CellPlace(cell: cell, node: node, owner: owner)
        let plan = frame.pointee.pending.plan.map {
          Unmanaged<Plan>.fromOpaque($0).takeUnretainedValue()
        }
        // The clock may be user code, so it is read outside of the lock.
        let now = plan?.settings.timeToLive == nil ? TimeToLive.unknown : manager.now
        let isPlain =
          destination & parents == 0 && frame.pointee.pending.captivity == nil
          && frame.pointee.pending.record == nil
        if isPlain {
          manager.store(kept, in: place, entry, construction, at: now, result)
        } else {
          storeRecorded(
            frame, manager, kept, in: place, entry, construction, at: now, result,
            isParents: destination & parents != 0)
        }
      }
    }
    forgetManager(frame)
  }

  /// The same as `ContainerManager.store` for an instance that a parent container keeps, whose uses
  /// are recorded, or that has a shutdown hook.
  @inline(never)
  private static func storeRecorded(
    _ frame: Frame, _ manager: ContainerManager, _ kept: InstanceBox?,
    in place: borrowing CellPlace, _ entry: Entry, _ construction: Construction, at time: UInt64,
    _ result: AnyObject, isParents: Bool
  ) {
    let captivity = takeCaptivity(frame)
    captivity?.end()
    let record = taken(&frame.pointee.pending.record, ShutdownRecord.self)
    let kept = record.map { $0.attach(to: kept) } ?? kept
    let child = manager
    var (manager, entry) = (manager, entry)
    if isParents {
      // `InstanceSearch` passed the parent's manager as the owner of its entry's cell.
      manager = assumedObject(place.owner!, ContainerManager.self)
      entry = Entry(of: place.cell)
    }
    guard let captivity else {
      manager.store(kept, in: place, entry, construction, at: time, result)
      if let record, let kept { didStore(kept, record, in: place, manager) }
      return
    }
    let captive = manager.store(
      kept, in: place, entry, construction, at: time, result, captivity, frame)
    guard let record, let kept else { return }
    if let captive {
      didStore(
        kept, record, in: CellPlace(cell: captive.cell, node: captive.node, owner: nil),
        child.ancestor(at: captive.keeper.depth))
    } else {
      didStore(kept, record, in: place, manager)
    }
  }

  private static func didStore(
    _ box: InstanceBox, _ record: ShutdownRecord, in place: borrowing CellPlace,
    _ manager: ContainerManager
  ) {
    // Nil for `copied` only, which belongs to no construction.
    record.observer!.didStore(box, record, place, manager)
  }

  private static func takeCaptivity(_ frame: Frame) -> Captivity? {
    taken(&frame.pointee.pending.captivity, Captivity.self)
  }

  /// Stores what an instance of a resolution cycle has used of children.
  @inline(never)
  private static func noteCycleUse(_ frame: Frame, by key: GraphKey) {
    let captivity = takeCaptivity(frame)
    captivity?.end()
    if let used = captivity?.used { ResolutionCycle.noteUse(of: used, by: key) }
  }

  /// Releases the manager, unless it is still needed to decorate or trace the instance.
  private static func forgetManager(_ frame: Frame) {
    if frame.pointee.pending.plan == nil {
      _ = taken(&frame.pointee.pending.manager, ContainerManager.self)
    }
  }
}
