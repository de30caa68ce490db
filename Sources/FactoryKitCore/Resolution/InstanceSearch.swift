// Factory, MIT licence; see LICENSE
//
// The search of a resolution on the slow path. It finds a cached instance, another thread that is
// building it, or the closure to call. Not generic over the factory's types.
internal import FactoryCore

/// The search of one resolution.
package struct InstanceSearch: ~Copyable {
  let manager: ContainerManager
  let frame: Frame
  /// The scope that the factory value has set.
  let scope: ScopeReference?
  let entry: Entry
  let asker: InstanceStateMachine.Asker
  /// Whether a reader finds an instance only if a resolution could return it without further work.
  private let isForResolution: Bool

  // Determined without the lock, and used under it.
  private var registration: AutoRegistrationState?
  private var time: UInt64?
  private var parameter = ParameterSearch()
  /// Whether the parameter is not equal to itself.
  private var isUnequal = false

  /// What to do with the instance: a variable of the caller, which outlives the search. Nil for a reader.
  private let completion: UnsafeMutablePointer<Completion>!
  /// The innermost child container of which the resolution uses something.
  var used: UsedContainer?

  var core: ContainerCore { manager.core }

  package init(
    manager: ContainerManager, frame: Frame, scope: ScopeReference?, entry: Entry,
    asker: InstanceStateMachine.Asker, _ completion: UnsafeMutablePointer<Completion>?,
    isForResolution: Bool = false
  ) {
    self.manager = manager
    self.frame = frame
    self.scope = scope
    self.entry = entry
    self.asker = asker
    self.completion = completion
    self.isForResolution = isForResolution
  }

  /// The result of the search.
  package enum Found {
    case step(SlowStep)
    /// Wait until the construction is finished.
    case wait(Construction)
    /// There is no instance, and the asker does not build one.
    case missing
  }

  /// The result of searching once under the lock.
  enum Outcome {
    case found(Found)
    case reentered
    /// An expired instance or an abandoned construction was evicted.
    case again
    // The following may run user code, so they are done without the lock, and the search is
    // repeated.
    case register
    case readClock
    case hash(ParameterKey.Type)
    case compare(ParameterNode?, in: Cell)
    /// The parameter is not equal to itself, so its instance is not cached.
    case unequal
    /// The first node with the hash, and its instance, which is the result if the parameters are
    /// equal.
    case hit(ParameterNode, InstanceBox, in: Cell)
  }

  /// Finds the cached instance, its construction, or the closure to call.
  package mutating func find(_ parameter: UnsafeRawPointer) -> Found {
    let found = search(parameter)
    passOnUse()
    return found
  }

  private mutating func search(_ parameter: UnsafeRawPointer) -> Found {
    registration =
      core.hasFlag(Int(FACTORY_AUTO_REGISTERS)) ? manager.ensureAutoRegistered() : nil
    prepare(parameter)
    while true {
      switch searchOnce() {
      case .found(let found):
        return found
      case .reentered:
        CircularDependency.stop(reentering: frame)
      case .again:
        continue
      case .register:
        registration = manager.ensureAutoRegistered()
      case .readClock:
        time = manager.now
      case .hash(let type):
        self.parameter.begin(type, parameter)
      case .compare(let list, in: let cell):
        self.parameter.search(list, in: cell, parameter)
      case .unequal:
        if isReading { return .missing }
        UnequalParameter.report(manager.identity(of: frame.key), frame)
        isUnequal = true
      case .hit(let list, let box, in: let cell):
        LockOrder.requireNone()
        if list.key.matches(parameter) { return .step(.cached(box)) }
        self.parameter.search(list, in: cell, parameter)
      }
    }
  }

  /// Does the work that will probably be needed without the lock, before the lock is first taken.
  private mutating func prepare(_ parameter: UnsafeRawPointer) {
    switch Int(factory_entry_action(entry)) {
    case FACTORY_READ_TIMED_PLAN:
      time = manager.now
    case FACTORY_READ_PARAMETER_PLAN:
      if let type = entry.cell.parameters?.keyType { self.parameter.begin(type, parameter) }
    default:
      break
    }
  }

  /// Searches once, under the entry's lock. One critical section decides whether to return, await or build
  /// the instance, and which closure builds it.
  private mutating func searchOnce() -> Outcome {
    let flags = factory_core_all_flags(core)
    var garbage = Garbage()
    let locked = entry.lock(core, &garbage)
    let outcome = searchOnce(locked, flags, &garbage)
    if garbage.isEmpty {
      entry.cell.unlock()
    } else {
      entry.cell.unlock(&garbage)
      garbage.release()
    }
    return outcome
  }

  /// - Parameter flags: those of the containers before the plan was read.
  private mutating func searchOnce(
    _ locked: LockedEntry, _ flags: UInt32, _ garbage: inout Garbage
  ) -> Outcome {
    locked.updateChoice(&garbage)
    // Read after the plan, because a reset changes the flags before it removes a registration.
    let currentFlags = factory_core_all_flags(core)
    let mustRegister = currentFlags & UInt32(FACTORY_AUTO_REGISTERS) != 0
    if mustRegister, registration == nil || registration == .done { return .register }
    // A child's plan may have been made from the parent's between a reset and `autoRegister`.
    if currentFlags != flags { return .again }
    // A reset has removed the setting, but the factory value still has the modifier.
    if frame.isScopedOnParameters, !locked.hasParameterKey {
      locked.restoreParameterKey(&garbage)
      if factory_core_all_flags(core) != flags { return .again }
    }
    // If there is nothing to restore, because `.once()` kept the modifier from being applied, no instance is cached: all
    // parameters would share it.
    if isUnequal || frame.isScopedOnParameters && !locked.hasParameterKey {
      return locked.withPlan { plan in
        recordIfObserved(plan, &garbage)
        return create(plan, &garbage)
      }
    }
    if let scope, locked.mustSetScope(scope) {
      if isReading {
        // The container's instances of the previous scope are outdated. Only a singleton may still exist.
        guard scope.kind == .singleton, !isForResolution else { return .found(.missing) }
        return locked.withPlan { findSingleton($0, scope, locked, &garbage) }
      }
      manager.setScope(scope, locked, frame.pointee.file!, frame.pointee.line, &garbage)
      // A child's plan may be that of its parent now.
      locked.updateChoice(&garbage)
      if factory_core_all_flags(core) != flags { return .again }
    }
    return locked.withPlan { searchOnce($0, locked, &garbage) }
  }

  private mutating func searchOnce(
    _ plan: Plan, _ locked: LockedEntry, _ garbage: inout Garbage
  ) -> Outcome {
    // The plan may be newer than the lookup. A hit would have to set the last use.
    if isForResolution, plan.settings.decorator != nil || plan.settings.timeToLive != nil {
      return .found(.missing)
    }
    let isObserved = recordIfObserved(plan, &garbage)
    guard let scope = locked.scope else { return create(plan, &garbage) }
    switch scope.kind {
    case .unique:
      return create(plan, &garbage)
    case .graph:
      // Read here, because only this scope needs it. During an asynchronous search, it is the searching
      // resolution itself.
      let resolution = TaskResolutions.innermost
      // The cycle ends with this resolution, so only a decorator could resolve the instance again.
      if frame.pointee.previous == nil, !isObserved, resolution == nil {
        return create(plan, &garbage)
      }
      return findInCycle(plan, locked, resolution, &garbage)
    case .cached, .shared:
      if core.parent != nil, let found = findAtOwner(plan, scope, locked, &garbage) { return found }
      // `ask` may evict an expired instance or update its last use.
      if !isReading { locked.willChange() }
      return ask(locked.cell, nil, plan, isWeak: scope.kind == .shared, &garbage)
    case .singleton:
      return findSingleton(plan, scope, locked, &garbage)
    }
  }

  /// Returns whether the instance is to be decorated, traced or reported, and records it in the completion.
  @discardableResult
  private mutating func recordIfObserved(_ plan: Plan, _ garbage: inout Garbage) -> Bool {
    if isReading { return false }
    let isObserved =
      plan.settings.decorator != nil || completion.pointee.isObserved
      || core.hasFlag(Int(FACTORY_DECORATES))
    if isObserved {
      completion.pointee.use(plan, of: entry, &garbage)
    } else {
      completion.pointee.forgetPlan(&garbage)
    }
    return isObserved
  }

  /// One instance per tree of asynchronous resolutions or, outside of one, per cycle of the calling
  /// thread. Only that thread accesses its cycle.
  private mutating func findInCycle(
    _ plan: Plan, _ locked: LockedEntry, _ resolution: (any TaskResolution)?,
    _ garbage: inout Garbage
  ) -> Outcome {
    var node: ParameterNode?
    if let type = plan.settings.parameterKey {
      switch parameter.node(in: locked.cell, type, evicting: UnusedParameters(), &garbage) {
      case .node(let found): node = found
      case .outcome(let outcome): return outcome
      }
    }
    let key = GraphKey(entry, node, core)
    if let cells = resolution?.graph {
      let cell = cells.cell(for: key, node, core, &garbage)
      // The parameter has its own cell here.
      let outcome = ask(cell, cells, plan, isGraph: true, &garbage)
      // Read after the instance, because the construction stores the uses first. A resolution that
      // waits reads them from the construction.
      if case .found(.step(.cached)) = outcome {
        recordUse(of: cells.use(by: key))
      }
      // This may be the last reference, if the tree has ended meanwhile.
      garbage.add(cells)
      return outcome
    }
    if let box = ResolutionCycle.instance(for: key) {
      recordUse(of: ResolutionCycle.use(by: key))
      return .found(.step(.cached(box)))
    }
    if isReading { return .found(.missing) }
    // A task that has outlived its tree caches nothing: it may continue on another thread.
    if resolution == nil {
      frame.setOwner(isGraph: true)
      let captivity = core.parent.map { _ in Captivity(manager, entry, ownerDepth: nil) }
      frame.pointee.captivity = captivity?.address
      completion.pointee.cycleStore = CycleStore(key: key, node: node, captivity: captivity)
    }
    return create(plan, &garbage)
  }

  @inline(never)
  private mutating func findSingleton(
    _ plan: Plan, _ scope: ScopeReference, _ locked: LockedEntry, _ garbage: inout Garbage
  ) -> Outcome {
    if core.parent != nil, let found = findAtOwner(plan, scope, locked, &garbage) { return found }
    let (cell, owner) = manager.singletonCell(
      locked, scope.singleton.current, frame.pointee.file!, frame.pointee.line)
    return ask(cell, owner, plan, isGraph: false, &garbage)
  }

  /// Requests the instance from a cell that is not the entry's.
  private mutating func ask(
    _ cell: Cell, _ owner: AnyObject?, _ plan: Plan, isGraph: Bool, _ garbage: inout Garbage
  ) -> Outcome {
    // The cell is used until it is unlocked.
    withExtendedLifetime(owner) {
      let outcome = ask(cell.lock(), owner, plan, isWeak: false, isGraph: isGraph, &garbage)
      if garbage.isEmpty { cell.unlock() } else { cell.unlock(&garbage) }
      return outcome
    }
  }

  /// The closure to call for a new instance. A reader ignores it.
  private mutating func create(_ plan: Plan, _ garbage: inout Garbage) -> Outcome {
    if !plan.settings.layers.isEmpty, !isReading {
      completion.pointee.use(plan, of: entry, &garbage)
    }
    if core.parent != nil { recordOverride(plan) }
    if let override = plan.override { return .found(.step(.override(override))) }
    return .found(.step(.definition))
  }

  var isReading: Bool {
    if case .reader = asker { return true }
    return false
  }

  /// Requests the instance from its state machine.
  /// - Parameters:
  ///   - isGraph: whether the cell is one of a tree of asynchronous resolutions. Such a cell is that of
  ///     one parameter, and the graph scope ignores the time to live.
  ///   - parent: the container that the cell belongs to, if it is not this one.
  mutating func ask(
    _ locked: LockedCell, _ cellOwner: AnyObject?, _ plan: Plan, isWeak: Bool,
    isGraph: Bool = false, parent: ContainerManager? = nil, _ garbage: inout Garbage
  ) -> Outcome {
    var timeToLive: TimeToLive?
    if !isGraph, let limit = plan.settings.timeToLive {
      guard let time else { return .readClock }
      timeToLive = TimeToLive(limit: limit, now: time)
    }
    // A `pop` does not affect singletons.
    let isOwn = locked.cell == entry.cell
    frame.setOwner(isGraph: isGraph, isOwn: isOwn, parent)
    let restorations =
      isOwn
      ? factory_core_restorations(core) : parent.map { factory_core_restorations($0.core) } ?? 0
    if core.parent != nil, isOwn || parent != nil {
      recordUse(of: UsedContainer(isOwn ? core : parent!.core))
    }
    var node: ParameterNode?
    if !isGraph, let type = plan.settings.parameterKey {
      let unused = UnusedParameters(
        timeToLive: asker.mayBuild ? timeToLive : nil, mayBeReplaced: true)
      switch parameter.node(in: locked, type, evicting: unused, &garbage) {
      case .node(let found):
        node = found
      case .outcome(.compare(let list?, in: let cell)) where timeToLive == nil:
        // Most hashes have one parameter. If that has an instance and is equal, the lock need not
        // be taken again, except to change the state of an instance that nobody has got yet.
        if case .cached(let box) = list.machine.phase, !box.isWeak, !list.machine.isUnseen {
          return .hit(list, box, in: cell)
        }
        return .compare(list, in: cell)
      case .outcome(let outcome):
        return outcome
      }
    }
    let answer: InstanceStateMachine.Answer? = locked.withMachine(of: node) { machine in
      // Released before the construction begins, because its `deinit` may resolve the factory.
      if asker.mayBuild, let expired = machine.evictExpired(timeToLive) {
        garbage.add(expired)
        return nil
      }
      // Reading a weak reference retains the object temporarily. If that is the last reference, it
      // must not be released under the lock.
      if let box = machine.cached?.instance { garbage.keepAlive(box) }
      return machine.ask(by: asker, timeToLive: timeToLive, restorations: restorations)
    }
    switch answer {
    case nil:
      return .again
    case .hit(let box):
      let isUnseen = !isReading && locked.withMachine(of: node) { $0.takeUnseen() }
      if isUnseen { completion.pointee.isNew = true }
      return .found(.step(.cached(box)))
    case .build(evicting: let evicted):
      // A change of a parent replaces its plan first, and then evicts what it or the process caches, with the
      // lock of the cell. So if the change has evicted the instance already, its plan is seen here.
      if core.parent != nil, !isOwn, !isGraph,
        !factory_entry_is_current(core, entry, factory_core_default_scope_changes(core))
      {
        return .again
      }
      if let evicted { garbage.add(evicted) }
      let captivity =
        core.parent == nil || isOwn
        ? nil : Captivity(manager, entry, ownerDepth: isGraph ? nil : parent?.core.depth ?? 0)
      let hook = plan.settings.shutdownHook
      let observer = isGraph ? nil : InstanceObserver.ofAll.object ?? hook?.observer
      let build = Build(
        builder: asker.thread, frame, restorations: restorations, parent ?? manager,
        parent == nil ? entry : Entry(of: locked.cell),
        InstanceCell(cell: locked.cell, node: node, cellOwner: cellOwner), isWeak: isWeak,
        clock: timeToLive == nil ? nil : manager, captivity, observer?.begin(frame, hook))
      locked.withMachine(of: node) { $0.begin(build) }
      frame.pointee.captivity = captivity?.address
      completion.pointee.build = build
      return create(plan, &garbage)
    case .wait(let construction):
      if construction.addAsker() { return .found(.wait(construction)) }
      // Nobody waits for it any more, so it was cancelled, and may never end. A cancelled task does not
      // replace it.
      if !asker.mayBuild { return .found(.missing) }
      if let abandoned = locked.withMachine(of: node, { $0.evict() }) { garbage.add(abandoned) }
      return .again
    case .reentered:
      return .reentered
    case .missing:
      return .found(.missing)
    }
  }
}
