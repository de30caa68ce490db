// Factory, MIT licence; see LICENSE
//
// The slow path of a resolution: builds, waits, overrides, parameters, times to live, decorators
// and the trace. Few functions are generic over the factory's types.
public import FactoryCore

/// The result of the slow path.
package enum SlowStep {
  /// Return the instance, unless it is held weakly and gone by now.
  case kept(InstanceBox)
  /// Throw the error of another thread's construction: a `FailureBox`.
  case failed(ConstructionFailure)
  /// Call a closure that replaces the factory's own: an `Override<P, T, Failure>`.
  case override(AnyOverride)
  /// Call the factory's own closure.
  case definition
}

// The slow path finds an instance, or the closure to call, in code that knows no types. Then `resolve()`
// calls either the factory's own closure or `Frame.take`, which returns the instance.

/// The kind of what the slow path has found, in `factory_frame.found_kind`. The object in `found` is
/// owned by the frame until `Frame.take`.
private enum SlowResult: UInt64 {
  /// An `InstanceBox` that holds the instance strongly.
  case kept
  /// A `WeakBox` whose object was retained once for the caller.
  case keptWeakly
  /// A `FailureBox`, whose error is to be thrown.
  case failed
  /// An `Override<P, T, Failure>`, whose closure is to be called.
  case override
}

extension ContainerManager {
  /// Resolves a factory according to its plan, up to the call of a closure. Returns whether the factory's
  /// own closure is to be called. Otherwise, `Frame.take` returns the instance.
  @usableFromInline @inline(never)
  package func resolveSlowly(
    _ frame: Frame, _ lookup: factory_lookup, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes, _ scope: ScopeReference?
  ) -> Bool {
    FactoryDefinition(manager: self, declaration: declaration).describe(&frame.pointee, types)
    if let weak = lookup.weak {
      defer { Retirement.endProtection(weak.slot) }
      if weak.retainedBits != nil {
        // Alive while protected.
        let box = Unmanaged<WeakBox>.fromOpaque(weak.object.withoutTag).takeUnretainedValue()
        return frame.found(.keptWeakly, box)
      }
    }
    // Only an address, and never read, if there is no parameter.
    let parameter = frame.pointee.parameter ?? UnsafeRawPointer(frame)
    while true {
      switch takeSlowStep(frame, lookup.entry, scope, parameter) {
      case .kept(let box):
        if !box.isWeak { return frame.found(.kept, box) }
        // True only for a `WeakBox`. Its object may be deallocated at any moment: then search again.
        if assumedObject(box, WeakBox.self).retainedBits != nil {
          return frame.found(.keptWeakly, box)
        }
      case .failed(let failure): return frame.found(.failed, failure)
      case .override(let override): return frame.found(.override, override)
      case .definition: return true
      }
    }
  }
}

extension Frame {
  /// Stores what the slow path has found. Always returns false, the result of `resolveSlowly`.
  fileprivate func found(_ kind: SlowResult, _ object: AnyObject) -> Bool {
    pointee.found_kind = kind.rawValue
    pointee.found = Unmanaged.passRetained(object).toOpaque()
    return false
  }
}

// MARK: With the factory's types

extension Frame {
  /// Returns the instance that the slow path has found, or throws the error. Called once, after
  /// `resolveSlowly` has returned false.
  ///
  /// Generic code of the library is not specialised, so it uses no type that is composed of `T`, not
  /// even `T?` for a variable: the runtime would look each such type up at each call, in about 440
  /// instructions.
  @usableFromInline @inline(never)
  package func take<P, T, Failure: Error>(_: P.Type, _: T.Type, _: Failure.Type) throws(Failure)
    -> T
  {
    // Stored by `found`, which owns a reference.
    let object = Unmanaged<AnyObject>.fromOpaque(pointee.found!).takeRetainedValue()
    pointee.found = nil
    switch SlowResult(rawValue: pointee.found_kind)! {
    case .kept:
      // Not weak, and of the type in the entry's key.
      let strong = assumedObject(object, StrongBox<T>.self)
      if !PendingBuild.isEmpty(self) { PendingBuild.finishKept(self, strong.value) }
      return strong.value
    case .keptWeakly:
      // Not released before the value has been moved: the box owns the bits, and may be evicted.
      return withExtendedLifetime(object) {
        // The bits of an instance of the type in the entry's key, which owns the caller's reference.
        let instance = assumedObject(object, WeakBox.self).bits.assumingMemoryBound(to: T.self)
        if !PendingBuild.isEmpty(self) { PendingBuild.finishKept(self, instance.pointee) }
        return instance.move()
      }
    case .failed:
      // An entry's key contains the types, so the box is of that type too.
      throw assumedObject(object, FailureBox<Failure>.self).error
    case .override:
      // An entry's key contains the types: only overrides of these types are stored in this one.
      let make = assumedObject(object, Override<P, T, Failure>.self).make
      // Only an address, and never read, if `P` is `Void`.
      let parameter = (pointee.parameter ?? UnsafeRawPointer(self)).assumingMemoryBound(to: P.self)
      return try run { () throws(Failure) in try make(parameter.pointee) }
    }
  }
}

extension ContainerManager {
  /// Decorates an instance, new or cached.
  func decorate<T>(_ frame: Frame, _ entry: Entry, _ plan: Plan, _ value: T, _ isNew: Bool) {
    if let decorator = plan.settings.decorator {
      // An entry's key contains the type: only a `Decoration<T>` is stored in this one.
      let decoration = assumedObject(decorator, Decoration<T>.self)
      frame.decorate(for: entry) { decoration.apply(value, isNew) }
    } else if let (decorator, owner) = containerDecorator(frame) {
      frame.decorate(for: owner) { decorator.apply(value) }
    }
  }
}

// MARK: Independent of the factory's types

extension ContainerManager {
  /// Finds the instance, waits for it, or decides which closure to call. The work to do after the
  /// closure has returned is recorded in the frame.
  @inline(never)
  func takeSlowStep(
    _ frame: Frame, _ entry: Entry?, _ scope: ScopeReference?, _ parameter: UnsafeRawPointer
  ) -> SlowStep {
    let flags = factory_core_all_flags(core)
    let isWatched = flags & UInt32(FACTORY_WATCHES) != 0
    if isWatched { PendingBuild.noteWatched(frame) }
    if frame.pointee.flags & FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue == 0 {
      if isWatched {
        if let step = takeWatchedStep(frame, scope) { return step }
      } else if let entry, let box = ResolutionCycle.instance(of: entry, scope, core) {
        return .kept(box)
      }
    }
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if factory_frame_push(frame) { frame.check() }
    if factory_is_tracing(), frame.pointee.pending.trace_line == 0, let line = Trace.begin() {
      PendingBuild.noteTrace(frame, line)
    }
    var search = InstanceSearch(
      manager: self, frame: frame, scope: scope, entry: entry ?? core.entry(frame.key),
      asker: .thread(frame.pointee.thread!))
    let step: SlowStep
    switch search.find(parameter) {
    case .step(let found): step = found
    case .wait(let construction): step = search.wait(for: construction, parameter)
    // Only for a reader.
    case .missing: step = .definition
    }
    if case .failed(let failure) = step { PendingBuild.fail(frame, failure) }
    if flags & UInt32(FACTORY_IS_STRICT) != 0 { noteStrictStep(frame, step) }
    let endsCycle = factory_frame_pop(frame)
    if endsCycle, PendingBuild.isEmpty(frame) {
      switch step {
      case .kept, .failed: ResolutionCycle.end()
      // The closure to call belongs to the same cycle.
      case .override, .definition: break
      }
    }
    return step
  }

  /// Ends a construction: caches the instance, unless the construction was evicted, and passes the
  /// result to those that wait.
  func store(
    _ kept: InstanceBox?, in place: borrowing CellPlace, _ entry: Entry,
    _ construction: Construction, at time: UInt64, _ result: AnyObject
  ) {
    let (_, isAwaited) = finish(construction, keeping: kept, in: place, entry, at: time)
    if isAwaited { WaitGraph.finish(construction, with: result) }
  }

  /// Caches the instance of a construction. Returns whether that was still the current one, and
  /// whether others wait for it.
  func finish(
    _ construction: Construction, keeping kept: InstanceBox?, in place: borrowing CellPlace,
    _ entry: Entry, at time: UInt64
  ) -> (isCurrent: Bool, isAwaited: Bool) {
    var garbage = Garbage()
    let result = finish(construction, keeping: kept, in: place, entry, at: time, &garbage)
    garbage.release()
    return result
  }

  /// The same for callers that hold the lock of a child's entry.
  @inline(__always)
  func finish(
    _ construction: Construction, keeping kept: InstanceBox?, in place: borrowing CellPlace,
    _ entry: Entry, at time: UInt64, _ garbage: inout Garbage
  ) -> (isCurrent: Bool, isAwaited: Bool) {
    var (isCurrent, isAwaited) = (false, false)
    if place.cell == entry.cell {
      entry.withLock(core, garbage: &garbage) { locked, _ in
        locked.willChange()
        // A `pop` evicts the constructions that began before it.
        let isOvertaken = construction.restorations != factory_core_restorations(core)
        isCurrent =
          place.finish(locked.cell, construction, isOvertaken ? nil : kept, time) && !isOvertaken
        isAwaited = construction.isAwaited
      }
    } else {
      isCurrent = place.finish(place.cell.lock(), construction, kept, time)
      isAwaited = construction.isAwaited
      place.cell.unlock(&garbage)
    }
    return (isCurrent, isAwaited)
  }

  /// The box of an instance that is there already, and may have to be searched.
  /// - Parameter isForResolution: whether a resolution by parameter returns the instance. Then the
  ///   result is nil if there is more to do than that, such as running a decorator, or setting the
  ///   scope or the last use.
  @usableFromInline @inline(never)
  func existingBox(
    _ frame: Frame, _ entry: Entry?, _ scope: ScopeReference?, _ parameter: UnsafeRawPointer,
    isForResolution: Bool
  ) -> InstanceBox? {
    let entry = entry ?? core.entry(frame.key)
    if isForResolution {
      let isPlain =
        Int(factory_entry_action(entry)) == FACTORY_FOLLOW_PARAMETER_PLAN
        && factory_core_all_flags(core) & ~UInt32(FACTORY_IS_CHILD) == 0 && !factory_is_tracing()
      guard isPlain else { return nil }
    }
    frame.pointee.thread = factory_current_thread()
    frame.pointee.previous = frame.pointee.thread!.pointee.top
    var search = InstanceSearch(
      manager: self, frame: frame, scope: scope, entry: entry, asker: .reader,
      isForResolution: isForResolution)
    if case .step(.kept(let box)) = search.find(parameter) { return box }
    return nil
  }

  /// The container's decorator or, if it has none, that of its parent. Nil if the frame's factory is
  /// a function that a property wrapper has created from a parameter factory.
  private func containerDecorator(
    _ frame: Frame
  ) -> (decorator: ContainerDecorator, owner: ContainerCore)? {
    if frame.pointee.flags & FACTORY_IS_FUNCTION.rawValue != 0 { return nil }
    var next: ContainerCore? = core
    while let core = next {
      if factory_core_flags(core) & UInt32(FACTORY_DECORATES) != 0,
        let decorator = core.withState({ state in state.settings.decorator })
      {
        return (decorator, core)
      }
      next = core.parent
    }
    return nil
  }
}

extension Frame {
  /// Runs the decorator of a factory or a container, unless it is already running: a decorator is
  /// not called for instances that it resolves itself.
  fileprivate func decorate<Owner>(for owner: UnsafeMutablePointer<Owner>, _ body: () -> Void) {
    let identity = UnsafeRawPointer(owner)
    let thread = pointee.thread!
    if thread.pointee.decorating != 0, isRunning(identity) { return }
    LockOrder.requireNone()
    pointee.phase = UInt32(FACTORY_DECORATING)
    pointee.decorator = identity
    thread.pointee.decorating += 1
    body()
    thread.pointee.decorating -= 1
    pointee.decorator = nil
    pointee.phase = UInt32(FACTORY_RESOLVING)
  }

  private func isRunning(_ decorator: UnsafeRawPointer) -> Bool {
    var next = pointee.previous
    while let frame = next {
      if frame.pointee.decorator == decorator { return true }
      next = frame.pointee.previous
    }
    return false
  }
}
