// Factory, MIT licence; see LICENSE
//
// The search of a resolution on the slow path. It finds a cached instance, another thread that is
// building it, or the closure to call. Not generic over the factory's types.
internal import FactoryCore

/// The search of one resolution.
package struct InstanceSearch: ~Copyable {
  /// The container that was asked; nil as long as there are no children: then it is `manager`.
  private let askedOfFamily: ContainerManager?
  /// As which container that one acts; nil as long as there are no children.
  private let acting: Acting?
  /// The container whose settings are used: first the one as which the container acts that was asked, then the owner of the
  /// instance.
  package private(set) var manager: ContainerManager
  /// The factory's node in that container.
  private(set) var node: Node
  let frame: Frame
  /// The scope that the factory value has set.
  private(set) var scope: ScopeReference?
  let asker: InstanceSlot.Asker
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
  /// Nil until a parameter has been hashed.
  private var parameter: ParameterSearch?
  /// Whether the parameter is not equal to itself.
  private var isUnequal = false

  /// What to do with the instance: a variable of the caller, which outlives the search. Nil for a reader.
  private let completion: UnsafeMutablePointer<Completion>!

  // The functions below are `mutating` even if they change nothing: others would be called with a copy of the search.

  private var asked: ContainerManager { askedOfFamily ?? manager }

  private var store: Store { manager.store }

  /// - Parameters:
  ///   - acting: as which container the one acts that was asked; nil as long as there are no children.
  ///   - node: the factory's node in the container that was asked, if it is known.
  package init(
    asked: ContainerManager, _ acting: Acting?, frame: Frame, scope: ScopeReference?, node: Node?,
    asker: InstanceSlot.Asker, _ completion: UnsafeMutablePointer<Completion>?,
    isForResolution: Bool = false
  ) {
    askedOfFamily = acting == nil ? nil : asked
    self.acting = acting
    manager = acting?.manager ?? asked
    self.frame = frame
    self.scope = scope
    self.asker = asker
    self.completion = completion
    self.isForResolution = isForResolution
    guard let acting else {
      self.node = node ?? asked.store.node(frame.key)
      return
    }
    if acting.manager.core == asked.core {
      self.node = node ?? asked.store.node(frame.key)
    } else {
      self.node = acting.manager.store.node(frame.key)
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
  }

  /// The result of the search.
  package enum Found {
    case cached(InstanceBox)
    /// Call the closure that replaces the factory's own, or the factory's own if nil.
    case call(ModifierClosure?)
    /// Wait until the construction is finished.
    case wait(Construction)
    /// There is no instance, and the asker does not build one.
    case missing
  }

  /// The result of searching once under a lock.
  enum Outcome {
    case found(Found)
    case reentered
    /// An expired instance or an outdated construction was evicted.
    case again
    /// A parent with this depth, or the process, keeps the instance, so the search goes on there.
    /// The last value says whether the scope is a container's default.
    case owned(by: UInt32, ScopeReference, Bool)
    // The following take other locks or may run user code, so they are done without the lock, and the search is
    // repeated.
    case fold
    case register
    case readClock
    case hash(ParameterKey.Type)
    case compare(ParameterKeys, of: Node)
    /// The parameter is not equal to itself, so its instance is not cached.
    case unequal
  }

  /// Finds the cached instance, its construction, or the closure to call.
  package mutating func find() -> Found {
    if manager.core.hasFlag(Int(FACTORY_AUTO_REGISTERS)) {
      registration = manager.ensureAutoRegistered()
    }
    prepare()
    while true {
      switch searchOnce() {
      case .found(let found):
        return found
      case .reentered:
        CircularDependency.stop(reentering: frame)
      case .again:
        continue
      case .owned(by: let depth, let scope, let isDefault):
        goOn(at: depth, scope, isDefault)
        prepare()
      case .fold:
        if !store.fold(node, during: registration) { registration = manager.ensureAutoRegistered() }
      case .register:
        registration = manager.ensureAutoRegistered()
      case .readClock:
        time = manager.now
      case .hash(let type):
        parameter = ParameterSearch(type, frame.pointee.parameter!)
      case .compare(let keys, of: let node):
        if let box = keys.instance, keys.first!.matches(frame.pointee.parameter!) {
          return .cached(box)
        }
        parameter!.search(keys, of: node, frame.pointee.parameter!)
      case .unequal:
        if isReading { return .missing }
        UnequalParameter.report(manager.identity(of: frame.key), frame)
        isUnequal = true
      }
    }
  }

  /// Records that this container keeps the instance, or the process for it.
  private mutating func keep(isOfProcess: Bool = false) {
    if isReading { return }
    frame.pointee.owner.is_kept = UInt32(
      isOfProcess ? FACTORY_KEPT_BY_PROCESS : FACTORY_KEPT_BY_CONTAINER)
    // A parent that is asked for the same factory builds for a child what it does not keep.
    if frame.pointee.owner.core != UnsafeRawPointer(manager.core) {
      use(settingsOf: manager, for: manager)
    }
  }

  /// Goes on in the owner of the instance, a parent.
  private mutating func goOn(at depth: UInt32, _ scope: ScopeReference, _ isDefault: Bool) {
    definition = asked.definitionSettings(frame, forDepth: depth)
    node = node.ancestor(manager.core.depth - depth)
    manager = manager.ancestor(at: depth)
    // It may have another clock.
    time = nil
    scopeOfAsked = scope
    // The parent has no scope for the factory if that was only read in the child.
    if !scope.isOfProcess, !isDefault { self.scope = scope }
    use(settingsOf: manager, for: manager)
  }

  /// Does the work that will probably be needed without the lock, before the lock is first taken.
  private mutating func prepare() {
    switch Int(factory_node_action(node)) {
    case FACTORY_READ_TIMED_SETTINGS:
      time = manager.now
    case FACTORY_READ_PARAMETER_SETTINGS:
      let node = node
      if let type = store.withState({ $0.parameterType(node) }) {
        parameter = ParameterSearch(type, frame.pointee.parameter!)
      }
    default:
      break
    }
  }

  /// Searches once, under the store's lock. One critical section decides whether to return, await or build
  /// the instance, and which closure builds it.
  private mutating func searchOnce() -> Outcome {
    frame.pointee.owner.is_kept = 0
    let family = manager.core.parent == nil ? nil : factory_core_family(manager.core)
    if let family, !node.isFolded(for: family) { return .fold }
    let store = store
    return store.withLock { searchOnce(&$0, store, family) }
  }

  private mutating func searchOnce(
    _ state: inout StoreState, _ store: Store, _ family: UInt64?
  ) -> Outcome {
    // Of a parent, `fold` finds out.
    if family == nil, state.mustRegister(registration) { return .register }
    if let family, !node.isFolded(for: family) { return .fold }
    state.updateChoice(node)
    var settings = state.settings(node)
    // A reset has removed the setting, but the factory value still has the modifier.
    if frame.isScopedOnParameters, definition == nil, settings.values.parameterKey.value == nil,
      state.restoreParameterType(node)
    {
      if family != nil { return .fold }
      settings = state.settings(node)
    }
    if let definition, !isReading, state.expectLayers(definition, of: node) { return .again }
    if let scope, settings.mustSetScope(scope) {
      if isReading {
        // The container's instances of the previous scope are outdated. Only a singleton may still exist.
        guard scope.isOfProcess, !isForResolution else { return .found(.missing) }
        return findSingleton(definition?.completed(by: settings) ?? settings, scope, &state)
      }
      manager.setScope(scope, of: node, frame.pointee.file!, frame.pointee.line, &state)
      if family != nil { return .fold }
      settings = state.settings(node)
    }
    let scope = scopeOfAsked ?? settings.values.scope.value ?? manager.core.defaultScope
    let outcome = search(definition?.completed(by: settings) ?? settings, scope, &state)
    // A child does not store the scope of a singleton that its parent has published: see `factory_has_scope`.
    if !state.isPublished(node), !isReading || scope?.isOfProcess != true {
      switch outcome {
      case .found, .owned, .compare: state.publishLookup(node, store)
      default: break
      }
    }
    return outcome
  }

  /// - Parameter settings: with what the factory's definition sets, if that was read in another container.
  private mutating func search(
    _ settings: Settings, _ scope: ScopeReference?, _ state: inout StoreState
  ) -> Outcome {
    // If there is nothing to restore, because `.once()` kept the modifier from being applied, no instance is cached: all
    // parameters would share it.
    if isUnequal || frame.isScopedOnParameters && settings.values.parameterKey.value == nil {
      recordIfObserved(settings, &state)
      return create(settings, &state)
    }
    // The settings may be newer than the lookup. A hit would have to set the last use.
    if isForResolution,
      settings.values.decorator.value != nil || settings.values.timeToLive.value != nil
    {
      return .found(.missing)
    }
    let isObserved = recordIfObserved(settings, &state)
    guard let scope else { return create(settings, &state) }
    switch scope.keeper {
    case .nobody:
      return create(settings, &state)
    case .resolution:
      // Read here, because only this scope needs it. During an asynchronous search, it is the searching
      // resolution itself.
      let resolution = TaskFrame.innermostResolution
      keep()
      // The cycle ends with this resolution, so only a decorator could resolve the instance again.
      if frame.pointee.previous == nil, !isObserved, resolution == nil {
        return create(settings, &state)
      }
      return findInCycle(settings, resolution, &state)
    case .container(let isWeak):
      if let outcome = owner(scope, settings) { return outcome }
      return ask(&state, nil, node, settings, isWeak: isWeak)
    case .process:
      return findSingleton(settings, scope, &state)
    }
  }

  /// Where the search has to go on; nil if this container keeps the instance, or the process for it.
  private mutating func owner(_ scope: ScopeReference, _ settings: Settings) -> Outcome? {
    if manager.core.parent == nil || scopeOfAsked != nil { return nil }
    let depth = store.ownerDepth(node, settings, scope, frame.pointee.flags)
    if depth == manager.core.depth { return nil }
    return .owned(by: depth, scope, settings.values.scope.value == nil)
  }

  /// Returns whether the resolution is observed or its instance decorated, and records the settings in the completion.
  @discardableResult
  private mutating func recordIfObserved(_ settings: Settings, _ state: inout StoreState) -> Bool {
    if isReading { return false }
    let isObserved =
      settings.values.decorator.value != nil || completion.pointee.observation != nil
      || (completion.pointee.containers?.owner.core ?? manager.core)
        .hasFlag(Int(FACTORY_DECORATES))
    if isObserved {
      completion.pointee.use(settings, of: node, &state.garbage)
    } else {
      completion.pointee.forgetSettings(&state.garbage)
    }
    return isObserved
  }

  /// One instance per tree of asynchronous resolutions or, outside of one, per cycle of the calling
  /// thread. Only that thread accesses its cycle.
  private mutating func findInCycle(
    _ settings: Settings, _ resolution: TaskFrame?, _ state: inout StoreState
  ) -> Outcome {
    var key: ParameterKey?
    if let type = settings.values.parameterKey.value {
      if parameter?.type != type { return .hash(type) }
      switch parameter!.key(of: node, in: &state) {
      case .key(let found): key = found
      case .outcome(let outcome): return outcome
      }
    }
    let graphKey = GraphKey(node, key, manager.core)
    if let cells = resolution?.graph {
      // This may be the last reference, if the tree has ended meanwhile.
      state.garbage.add(cells)
      let kept = cells.node(for: graphKey, key, of: store, &state.garbage)
      // The parameter has its own node here.
      return ask(in: cells.store, kept, settings, isGraph: true, &state)
    }
    if let box = ResolutionCycle.instance(for: graphKey) { return .found(.cached(box)) }
    if isReading { return .found(.missing) }
    // A task that has outlived its tree caches nothing: it may continue on another thread.
    if resolution == nil {
      completion.pointee.cycleStore = CycleStore(key: graphKey, parameter: key)
    }
    return create(settings, &state)
  }

  @inline(never)
  private mutating func findSingleton(
    _ settings: Settings, _ scope: ScopeReference, _ state: inout StoreState
  ) -> Outcome {
    if let outcome = owner(scope, settings) { return outcome }
    if manager.core.parent != nil {
      return ask(&state, nil, node, settings, isWeak: false)
    }
    let singletons = scope.singleton.current.store
    let kept = manager.singletonNode(
      node, singletons, frame.pointee.file!, frame.pointee.line)
    return ask(in: singletons.store, kept, settings, &state)
  }

  /// Requests the instance from a store that is not the container's.
  private mutating func ask(
    in keeper: Store, _ kept: Node, _ settings: Settings, isGraph: Bool = false,
    _ state: inout StoreState
  ) -> Outcome {
    keeper.withLock(inside: &state) { state in
      ask(&state, keeper, kept, settings, isWeak: false, isGraph: isGraph)
    }
  }

  /// The closure to call for a new instance. A reader ignores it.
  private mutating func create(_ settings: Settings, _ state: inout StoreState) -> Outcome {
    if !settings.values.layers.isEmpty, !isReading {
      completion.pointee.use(settings, of: node, &state.garbage)
    }
    if manager.core.parent != nil {
      frame.pointee.owner.set_by = settings.overrideDepth(frame.pointee.flags)
    }
    return .found(.call(settings.override))
  }

  var isReading: Bool {
    if case .reader = asker { return true }
    return false
  }

  /// Requests the instance from its slot.
  /// - Parameters:
  ///   - state: that of the store that keeps the instance.
  ///   - keeper: that store; nil if it is the container's.
  ///   - kept: the factory's node there.
  ///   - isGraph: whether the store is that of a tree of asynchronous resolutions. Such a node is that of
  ///     one parameter, and the graph scope ignores the time to live.
  private mutating func ask(
    _ state: inout StoreState, _ keeper: Store?, _ kept: Node, _ settings: Settings, isWeak: Bool,
    isGraph: Bool = false
  ) -> Outcome {
    var timeToLive: TimeToLive?
    if !isGraph, let limit = settings.values.timeToLive.value {
      guard let time else { return .readClock }
      timeToLive = TimeToLive(limit: limit, now: time)
    }
    keep(isOfProcess: !isGraph && keeper != nil)
    var key: ParameterKey?
    if !isGraph, let type = settings.values.parameterKey.value {
      // Most hashes have one parameter. If that has an instance and is equal, the lock need not be taken again.
      if parameter?.type != type { return .hash(type) }
      switch parameter!.key(
        of: kept, in: &state, evictingExpired: asker.mayBuild ? timeToLive : nil,
        withInstance: timeToLive == nil)
      {
      case .key(let found): key = found
      case .outcome(let outcome): return outcome
      }
    }
    switch state.ask(kept, key, by: asker, timeToLive) {
    case nil:
      return .again
    case .hit(let box):
      if !isReading, state.takeUnseen(kept, key) { completion.pointee.isNew = true }
      return .found(.cached(box))
    case .build(evicting: let evicted):
      if let evicted { state.garbage.add(evicted) }
      let recorder = isGraph ? nil : InstanceRecorder.shared.object
      let build = Build(
        builder: asker.thread, manager, Place(keeper ?? store, kept, key), isWeak: isWeak,
        clock: timeToLive == nil ? nil : manager,
        recorder?.begin(frame, settings))
      state.withSlot(kept, key) { slot, _ in slot.begin(build) }
      completion.pointee.build = build
      return create(settings, &state)
    case .wait(let construction):
      if construction.addAsker() { return .found(.wait(construction)) }
      // Nobody waits for it any more, so it was cancelled, and may never end. A cancelled task does not
      // replace it.
      if !asker.mayBuild { return .found(.missing) }
      state.withSlot(kept, key) { slot, garbage in
        if let abandoned = slot.evict() { garbage.add(abandoned) }
      }
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
    let outcome = WaitGraph.wait(for: construction)
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
