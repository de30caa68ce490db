// Factory, MIT licence; see LICENSE
//
// The search of a resolution on the slow path. It finds a cached instance, another thread that is
// building it, or the closure to call. Not generic over the factory's types.
internal import FactoryCore

/// The search of one resolution.
package struct InstanceSearch: ~Copyable {
  /// The container that was asked.
  private let asked: ContainerManager
  /// As which container that one acts; nil as long as there are no children.
  private let acting: Acting?
  /// The container whose settings are used: first the one as which the container acts that was asked, then the owner of the
  /// instance.
  package private(set) var manager: ContainerManager
  /// The factory's entry in that container.
  private(set) var entry: Entry
  let frame: Frame
  /// The scope that the factory value has set.
  private(set) var scope: ScopeReference?
  let asker: InstanceStateMachine.Asker
  /// Whether a reader finds an instance only if a resolution could return it without further work.
  private let isForResolution: Bool

  // Determined without the lock, and used under it.
  private var registration: AutoRegistrationState?
  private var time: UInt64?
  /// What the factory's definition has set in the container that was asked, if another one builds. Nil if it sets nothing but
  /// a scope.
  private var definition: Settings?
  /// The scope in the container that was asked, if a parent of it is the owner.
  private var scopeOfAsked: ScopeReference?
  private var parameter = ParameterSearch()
  /// Whether the parameter is not equal to itself.
  private var isUnequal = false

  /// What to do with the instance: a variable of the caller, which outlives the search. Nil for a reader.
  private let completion: UnsafeMutablePointer<Completion>!

  var core: ContainerCore { manager.core }

  /// - Parameters:
  ///   - acting: as which container the one acts that was asked; nil as long as there are no children.
  ///   - entry: the factory's entry in the container that was asked, if it is known.
  package init(
    asked: ContainerManager, _ acting: Acting?, frame: Frame, scope: ScopeReference?, entry: Entry?,
    asker: InstanceStateMachine.Asker, _ completion: UnsafeMutablePointer<Completion>?,
    isForResolution: Bool = false
  ) {
    self.asked = asked
    self.acting = acting
    manager = acting?.manager ?? asked
    self.frame = frame
    self.scope = scope
    self.asker = asker
    self.completion = completion
    self.isForResolution = isForResolution
    guard let acting else {
      self.entry = entry ?? asked.core.entry(frame.key)
      return
    }
    if acting.manager.core == asked.core {
      self.entry = entry ?? asked.core.entry(frame.key)
    } else {
      self.entry = acting.manager.core.entry(frame.key)
      definition = asked.definitionSettings(frame, forDepth: acting.manager.core.depth)
      // What overrides it in the container that was asked does not apply here.
      if let defined = definition?.values.scope.ofDefinition { self.scope = defined }
    }
    use(settingsOf: acting.manager, for: acting.owner)
    if acting.mayPassOver || acting.owner.core != asked.core, !isReading {
      PassedOver.report(acting, asked, frame)
    }
  }

  /// Records whose settings are used, and the owner. The completion retains that as long as the resolution lasts.
  private func use(settingsOf manager: ContainerManager, for owner: ContainerManager) {
    frame.pointee.container = factory_core_identity(manager.core)
    if isReading { return }
    let innermost = acting?.innermost(asked) ?? asked
    completion.pointee.containers = (owner, innermost)
    frame.setOwner(owner, asked: innermost)
    frame.pointee.owner.names_child = asked.core.parent == nil ? 0 : 1
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
    /// A parent with this depth, or the process, keeps the instance, so the search goes on there.
    case owned(by: UInt32, ScopeReference)
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
      case .owned(by: let depth, let scope):
        goOn(at: depth, scope)
        prepare(parameter)
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

  /// Records that this container keeps the instance, or the process for it.
  private func keep(isOfProcess: Bool = false) {
    if isReading { return }
    frame.pointee.owner.is_kept = UInt32(
      isOfProcess ? FACTORY_KEPT_BY_PROCESS : FACTORY_KEPT_BY_CONTAINER)
    // A parent that is asked for the same factory builds for a child what it does not keep.
    if frame.pointee.owner.core != UnsafeRawPointer(core) { use(settingsOf: manager, for: manager) }
  }

  /// Goes on in the owner of the instance, a parent.
  private mutating func goOn(at depth: UInt32, _ scope: ScopeReference) {
    definition = asked.definitionSettings(frame, forDepth: depth)
    while manager.core.depth > depth {
      entry = factory_entry_parent(entry)
      manager = manager.ancestor(at: manager.core.depth - 1)
    }
    scopeOfAsked = scope
    use(settingsOf: manager, for: manager)
  }

  /// Does the work that will probably be needed without the lock, before the lock is first taken.
  private mutating func prepare(_ parameter: UnsafeRawPointer) {
    switch Int(factory_entry_action(entry)) {
    case FACTORY_READ_TIMED_SETTINGS:
      time = manager.now
    case FACTORY_READ_PARAMETER_SETTINGS:
      if let type = entry.cell.parameters?.keyType { self.parameter.begin(type, parameter) }
    default:
      break
    }
  }

  /// Searches once, under the entry's lock. One critical section decides whether to return, await or build
  /// the instance, and which closure builds it.
  private mutating func searchOnce() -> Outcome {
    let flags = factory_core_all_flags(core)
    frame.pointee.owner.is_kept = 0
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

  /// - Parameter flags: those of the containers before the settings were read.
  private mutating func searchOnce(
    _ locked: LockedEntry, _ flags: UInt32, _ garbage: inout Garbage
  ) -> Outcome {
    locked.updateChoice(&garbage)
    // Read after the settings, because a reset changes the flags before it removes a registration.
    let currentFlags = factory_core_all_flags(core)
    let mustRegister = currentFlags & UInt32(FACTORY_AUTO_REGISTERS) != 0
    if mustRegister, registration == nil || registration == .done { return .register }
    // A child's settings may have been made from the parent's between a reset and `autoRegister`.
    if currentFlags != flags { return .again }
    // A reset has removed the setting, but the factory value still has the modifier.
    if frame.isScopedOnParameters, definition == nil, !locked.hasParameterKey {
      locked.restoreParameterKey(&garbage)
      if factory_core_all_flags(core) != flags { return .again }
    }
    if let scope, locked.mustSetScope(scope) {
      if isReading {
        // The container's instances of the previous scope are outdated. Only a singleton may still exist.
        guard scope.kind == .singleton, !isForResolution else { return .found(.missing) }
        return withSettings(locked, &garbage) { search, settings, garbage in
          search.findSingleton(settings, scope, locked, &garbage)
        }
      }
      manager.setScope(scope, locked, frame.pointee.file!, frame.pointee.line, &garbage)
      // A child's settings may be those of its parent now.
      locked.updateChoice(&garbage)
      if factory_core_all_flags(core) != flags { return .again }
    }
    return withSettings(locked, &garbage) { search, settings, garbage in
      search.searchOnce(settings, locked, &garbage)
    }
  }

  /// Runs `body` with the settings, and what the factory's definition sets if that was read in another container.
  private mutating func withSettings(
    _ locked: LockedEntry, _ garbage: inout Garbage,
    _ body: (inout InstanceSearch, Settings, inout Garbage) -> Outcome
  ) -> Outcome {
    guard let definition else { return locked.withSettings { body(&self, $0, &garbage) } }
    if !isReading { locked.expectLayers(definition, &garbage) }
    return body(&self, definition.inheriting(locked.settings), &garbage)
  }

  private mutating func searchOnce(
    _ settings: Settings, _ locked: LockedEntry, _ garbage: inout Garbage
  ) -> Outcome {
    // If there is nothing to restore, because `.once()` kept the modifier from being applied, no instance is cached: all
    // parameters would share it.
    if isUnequal || frame.isScopedOnParameters && settings.values.parameterKey.value == nil {
      recordIfObserved(settings, &garbage)
      return create(settings, &garbage)
    }
    // The settings may be newer than the lookup. A hit would have to set the last use.
    if isForResolution,
      settings.values.decorator.value != nil || settings.values.timeToLive.value != nil
    {
      return .found(.missing)
    }
    let isObserved = recordIfObserved(settings, &garbage)
    guard let scope = scopeOfAsked ?? locked.scope else { return create(settings, &garbage) }
    switch scope.kind {
    case .unique:
      return create(settings, &garbage)
    case .graph:
      // Read here, because only this scope needs it. During an asynchronous search, it is the searching
      // resolution itself.
      let resolution = TaskFrame.innermostResolution
      keep()
      // The cycle ends with this resolution, so only a decorator could resolve the instance again.
      if frame.pointee.previous == nil, !isObserved, resolution == nil {
        return create(settings, &garbage)
      }
      return findInCycle(settings, locked, resolution, &garbage)
    case .cached, .shared:
      if let outcome = owner(scope, locked) { return outcome }
      // `ask` may evict an expired instance or update its last use.
      if !isReading { locked.willChange() }
      return ask(locked.cell, nil, settings, isWeak: scope.kind == .shared, &garbage)
    case .singleton:
      return findSingleton(settings, scope, locked, &garbage)
    }
  }

  /// Where the search has to go on; nil if this container keeps the instance, or the process for it.
  private func owner(_ scope: ScopeReference, _ locked: LockedEntry) -> Outcome? {
    if core.parent == nil || scopeOfAsked != nil { return nil }
    let depth = locked.ownerDepth(scope, frame.pointee.flags)
    return depth == core.depth ? nil : .owned(by: depth, scope)
  }

  /// Returns whether the resolution is observed or its instance decorated, and records the settings in the completion.
  @discardableResult
  private mutating func recordIfObserved(_ settings: Settings, _ garbage: inout Garbage) -> Bool {
    if isReading { return false }
    let isObserved =
      settings.values.decorator.value != nil || completion.pointee.observation != nil
      || (completion.pointee.containers?.owner.core ?? core).hasFlag(Int(FACTORY_DECORATES))
    if isObserved {
      completion.pointee.use(settings, of: entry, &garbage)
    } else {
      completion.pointee.forgetSettings(&garbage)
    }
    return isObserved
  }

  /// One instance per tree of asynchronous resolutions or, outside of one, per cycle of the calling
  /// thread. Only that thread accesses its cycle.
  private mutating func findInCycle(
    _ settings: Settings, _ locked: LockedEntry, _ resolution: TaskFrame?,
    _ garbage: inout Garbage
  ) -> Outcome {
    var node: ParameterNode?
    if let type = settings.values.parameterKey.value {
      switch parameter.node(in: locked.cell, type, evicting: UnusedParameters(), &garbage) {
      case .node(let found): node = found
      case .outcome(let outcome): return outcome
      }
    }
    let key = GraphKey(entry, node, core)
    if let cells = resolution?.graph {
      let cell = cells.cell(for: key, node, core, &garbage)
      // The parameter has its own cell here.
      let outcome = ask(cell, cells, settings, isGraph: true, &garbage)
      // This may be the last reference, if the tree has ended meanwhile.
      garbage.add(cells)
      return outcome
    }
    if let box = ResolutionCycle.instance(for: key) { return .found(.step(.cached(box))) }
    if isReading { return .found(.missing) }
    // A task that has outlived its tree caches nothing: it may continue on another thread.
    if resolution == nil { completion.pointee.cycleStore = CycleStore(key: key, node: node) }
    return create(settings, &garbage)
  }

  @inline(never)
  private mutating func findSingleton(
    _ settings: Settings, _ scope: ScopeReference, _ locked: LockedEntry, _ garbage: inout Garbage
  ) -> Outcome {
    if let outcome = owner(scope, locked) {
      // The lookups of the child need not search any more, once the process has a cell for the factory.
      if case .owned(by: 0, _) = outcome, locked.singleton != nil { locked.updateLookup() }
      return outcome
    }
    if core.parent != nil {
      if !isReading { locked.willChange() }
      return ask(locked.cell, nil, settings, isWeak: false, &garbage)
    }
    let (cell, owner) = manager.singletonCell(
      locked, scope.singleton.current, frame.pointee.file!, frame.pointee.line)
    return ask(cell, owner, settings, isGraph: false, &garbage)
  }

  /// Requests the instance from a cell that is not the entry's.
  private mutating func ask(
    _ cell: Cell, _ owner: AnyObject?, _ settings: Settings, isGraph: Bool, _ garbage: inout Garbage
  ) -> Outcome {
    // The cell is used until it is unlocked.
    withExtendedLifetime(owner) {
      let outcome = ask(cell.lock(), owner, settings, isWeak: false, isGraph: isGraph, &garbage)
      if garbage.isEmpty { cell.unlock() } else { cell.unlock(&garbage) }
      return outcome
    }
  }

  /// The closure to call for a new instance. A reader ignores it.
  private mutating func create(_ settings: Settings, _ garbage: inout Garbage) -> Outcome {
    if !settings.values.layers.isEmpty, !isReading {
      completion.pointee.use(settings, of: entry, &garbage)
    }
    if core.parent != nil {
      frame.pointee.owner.set_by = settings.overrideDepth(frame.pointee.flags)
    }
    if let override = settings.override { return .found(.step(.override(override))) }
    return .found(.step(.definition))
  }

  var isReading: Bool {
    if case .reader = asker { return true }
    return false
  }

  /// The node of the parameter's instance, or what has to be done first.
  private mutating func node(
    in locked: LockedCell, _ type: ParameterKey.Type, _ timeToLive: TimeToLive?,
    _ garbage: inout Garbage
  ) -> ParameterSearch.Result {
    let unused = UnusedParameters(
      timeToLive: asker.mayBuild ? timeToLive : nil, mayBeReplaced: true)
    let result = parameter.node(in: locked, type, evicting: unused, &garbage)
    // Most hashes have one parameter. If that has an instance and is equal, the lock need not
    // be taken again, except to change the state of an instance that nobody has got yet.
    guard timeToLive == nil, case .outcome(.compare(let list?, in: let cell)) = result,
      case .cached(let box) = list.machine.phase, !box.isWeak, !list.machine.isUnseen
    else { return result }
    return .outcome(.hit(list, box, in: cell))
  }

  /// Requests the instance from its state machine.
  /// - Parameters:
  ///   - isGraph: whether the cell is one of a tree of asynchronous resolutions. Such a cell is that of
  ///     one parameter, and the graph scope ignores the time to live.
  mutating func ask(
    _ locked: LockedCell, _ cellOwner: AnyObject?, _ settings: Settings, isWeak: Bool,
    isGraph: Bool = false, _ garbage: inout Garbage
  ) -> Outcome {
    var timeToLive: TimeToLive?
    if !isGraph, let limit = settings.values.timeToLive.value {
      guard let time else { return .readClock }
      timeToLive = TimeToLive(limit: limit, now: time)
    }
    // A `pop` does not affect singletons.
    let isOwn = locked.cell == entry.cell
    let restorations = isOwn ? factory_core_restorations(core) : 0
    keep(isOfProcess: !isOwn && !isGraph)
    var node: ParameterNode?
    if !isGraph, let type = settings.values.parameterKey.value {
      switch self.node(in: locked, type, timeToLive, &garbage) {
      case .node(let found): node = found
      case .outcome(let outcome): return outcome
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
      if let evicted { garbage.add(evicted) }
      let recorder = isGraph ? nil : InstanceRecorder.shared.object
      let build = Build(
        builder: asker.thread, frame, restorations: restorations, manager, entry,
        InstanceCell(cell: locked.cell, node: node, cellOwner: cellOwner), isWeak: isWeak,
        clock: timeToLive == nil ? nil : manager,
        recorder?.begin(frame, settings.values.hook.value?.object))
      locked.withMachine(of: node) { $0.begin(build) }
      completion.pointee.build = build
      return create(settings, &garbage)
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

extension InstanceSearch {
  /// Waits for a construction on another thread.
  @inline(never)
  borrowing func wait(for construction: Construction) -> SlowStep {
    let outcome = WaitGraph.wait(for: construction) { [frame] in frame.description }
    if case .circular(let chains) = outcome {
      CircularDependency.stop(waiting: chains)
    }
    // Set before the waiters were woken.
    let result = construction.result!
    if let failure = result as? ConstructionFailure { return .failed(failure) }
    // Otherwise, `store` has passed a `StrongBox<T>`.
    return .cached(assumedObject(result, InstanceBox.self))
  }
}
