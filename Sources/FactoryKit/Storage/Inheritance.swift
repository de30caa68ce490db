// Factory, MIT licence; see LICENSE
//
// The plan of a factory in a child container.
//
// - An entry of a child has two plans: what was set in the child, and one that is made from that and
//   from the plan of the parent's entry. All other code uses the second one.
// - It retains the parent's plan. A lookup that finds the same address in the parent's entry knows
//   that nothing has changed. So a parent does nothing for its children, and does not know them.
// - `inherit` brings the plan up to date whenever the lock of a child's entry is taken. It takes that
//   of the parent's entry meanwhile: a child's locks come before its parent's.
// - Instances are kept by the child's entry, by that of a parent, or by the process: see `home`. The
//   cell of a parent is locked with the child's entry locked, like that of a singleton.
// - What the child has built stays when its parent changes, because nothing evicts it.
// - A child has no `autoRegister`. Its flags, watchers and other settings are those of all containers
//   around it together: `factory_core_all_flags` and `setting`.
internal import FactoryCore

extension Plan {
  /// The plan of a child's entry. `self` is what was set in the child.
  func inheriting(_ outer: Plan) -> Plan {
    if self === outer || self === Plan.empty { return outer }
    if outer === Plan.empty { return self }
    if settings.hasOnlyScope, outer.settings.scope == settings.scope { return outer }
    if outer.settings.hasOnlyScope, settings.scope != nil,
      !outer.settings.laterThanOnce.isSet(.scope)
    {
      return self
    }
    return Plan(settings.inheriting(outer.settings))
  }

  /// The depth of the container in which the closure that replaces the factory's own was set, or a
  /// layer was added; zero if there is none.
  /// - Parameter isCertain: whether the factory's definition sets no context. Otherwise a child's
  ///   context may come from the definition, and is not the child's own.
  func depthOfOverride(definitionHasContext: Bool) -> UInt32 {
    var depth: UInt32 = 0
    for layer in settings.layers { depth = max(depth, layer.depth) }
    if let chosen = chosenContext {
      return chosen.isLaterThanOnce || !definitionHasContext ? max(depth, chosen.depth) : depth
    }
    return settings.registration == nil ? depth : max(depth, settings.depthOfRegistration)
  }

  /// Whether `depthOfOverride` depends on its parameter, or on arguments that may change.
  var hasUncertainOverride: Bool {
    if settings.contexts.isEmpty { return false }
    if let chosen = chosenContext, chosen.depth > 0, !chosen.isLaterThanOnce { return true }
    return settings.contexts.contains { own in
      if own.depth > 0, case .arg = own.context { true } else { false }
    }
  }

  private var chosenContext: ContextOverride? {
    guard let chosen else { return nil }
    return settings.contexts.first { $0.context == chosen.context }
  }
}

extension PlanSettings {
  var hasOnlyScope: Bool {
    registration == nil && contexts.isEmpty && decorator == nil && timeToLive == nil
      && parameterKey == nil && !isOnce && superseded.isEmpty && layers.isEmpty && members.isEmpty
      && shutdownHook == nil
  }

  /// Records where a modification was made.
  mutating func note(_ modification: Modification, depth: UInt32, isPastOnce: Bool) {
    switch modification {
    case .scope: laterThanOnce.set(.scope, isPastOnce)
    case .decorator: laterThanOnce.set(.decorator, isPastOnce)
    case .shutdownHook: laterThanOnce.set(.shutdownHook, isPastOnce)
    case .timeToLive: laterThanOnce.set(.timeToLive, isPastOnce)
    case .scopeOnParameters: laterThanOnce.set(.parameterKey, isPastOnce)
    case .registration: depthOfRegistration = depth
    case .context(let context, _):
      let index = contexts.firstIndex { $0.context == context }!
      contexts[index].depth = depth
      contexts[index].isLaterThanOnce = isPastOnce
    case .noContexts, .once: break
    }
  }

  /// These settings, completed by those of the parent.
  ///
  /// A definition is applied in each container in which the factory is read, so the child repeats
  /// what it sets. With `.once()`, what the parent was given after that wins over the definition.
  fileprivate func inheriting(_ outer: PlanSettings) -> PlanSettings {
    var merged = self
    func isOuter(_ setting: Set, _ hasOwn: Bool) -> Bool {
      !hasOwn || outer.laterThanOnce.isSet(setting) && !laterThanOnce.isSet(setting)
    }
    func take(_ setting: Set) {
      merged.laterThanOnce.set(setting, outer.laterThanOnce.isSet(setting))
    }
    if isOuter(.scope, scope != nil) {
      merged.scope = outer.scope
      merged.superseded = outer.superseded
      take(.scope)
    }
    if isOuter(.decorator, decorator != nil) {
      merged.decorator = outer.decorator
      take(.decorator)
    }
    if isOuter(.timeToLive, timeToLive != nil) {
      merged.timeToLive = outer.timeToLive
      take(.timeToLive)
    }
    if isOuter(.parameterKey, parameterKey != nil) {
      merged.parameterKey = outer.parameterKey
      take(.parameterKey)
    }
    if isOuter(.shutdownHook, shutdownHook != nil) {
      merged.shutdownHook = outer.shutdownHook
      take(.shutdownHook)
    }
    // Those of the parent come first, except if the child's call repeats the parent's.
    merged.layers = outer.layers
    for layer in layers { merged.layers.add(layer) }
    merged.members = outer.members
    for member in members { merged.members.add(member) }
    if !outer.contexts.isEmpty {
      merged.contexts.removeAll { own in
        !own.isLaterThanOnce
          && outer.contexts.contains { $0.context == own.context && $0.isLaterThanOnce }
      }
    }
    if registration == nil {
      merged.contexts += outer.contexts
      merged.registration = outer.registration
      merged.depthOfRegistration = outer.depthOfRegistration
    }
    merged.isOnce = isOnce || outer.isOnce
    return merged
  }

  /// The settings for which it is recorded whether they were made after `.once()`.
  enum Set: UInt8 {
    case scope = 1
    case decorator = 2
    case timeToLive = 4
    case parameterKey = 8
    case shutdownHook = 16
  }

  struct Marks {
    private var bits: UInt8 = 0

    func isSet(_ setting: Set) -> Bool { bits & setting.rawValue != 0 }

    mutating func set(_ setting: Set, _ isSet: Bool) {
      bits = isSet ? bits | setting.rawValue : bits & ~setting.rawValue
    }
  }
}

extension FactoryContext {
  /// The same as `select(from:)` for the contexts of several containers, those of the innermost
  /// first: a context of a child wins over all of its parent's.
  func select(
    fromContainers overrides: [ContextOverride]
  ) -> (override: AnyOverride, context: FactoryContextType)? {
    if overrides.first?.depth == overrides.last?.depth { return select(from: overrides) }
    var rest = overrides[...]
    while let depth = rest.first?.depth {
      let level = rest.prefix { $0.depth == depth }
      if let chosen = select(from: Array(level)) { return chosen }
      rest = rest.dropFirst(level.count)
    }
    return nil
  }
}

// MARK: Entries

/// The entry and the container that keep the instance of a factory.
enum InstanceHome {
  case own
  case parent(Entry, ContainerCore)
  case process
}

extension LockedEntry {
  fileprivate var inheritance: UnsafeMutablePointer<factory_inheritance> {
    factory_entry_inheritance(entry)
  }

  /// What was set in this container.
  var ownPlan: Plan {
    if core.parent == nil { return plan }
    // Owned by the entry, which does not change it while the lock is held.
    return Unmanaged<Plan>.fromOpaque(factory_inheritance_own(inheritance)).takeUnretainedValue()
  }

  /// Brings the plan of a child's entry up to date.
  func inherit(_ garbage: inout Garbage) {
    let changes = factory_core_default_scope_changes(core)
    if !factory_entry_is_current(core, entry, changes) { merge(changes, &garbage) }
  }

  /// Reads what was set in this container without retaining it. `body` must not replace it.
  func withOwnPlan<Result>(_ body: (Plan) -> Result) -> Result {
    if core.parent == nil { return withPlan(body) }
    // Owned by the entry, which does not change it while the lock is held.
    return Unmanaged<Plan>.fromOpaque(factory_inheritance_own(inheritance))
      ._withUnsafeGuaranteedRef(body)
  }

  /// Replaces what was set in a child.
  func replaceOwn(_ plan: Plan, _ garbage: inout Garbage) {
    // Takes over the entry's reference.
    let old = Unmanaged<Plan>.fromOpaque(factory_inheritance_own(inheritance))
    factory_inheritance_set_own(inheritance, Unmanaged.passRetained(plan).toOpaque())
    factory_inheritance_set_own_scope(inheritance, plan.settings.scope?.address)
    old.discard(&garbage)
    merge(factory_core_default_scope_changes(core), &garbage)
  }

  /// Takes the lock of the parent's entry, which comes after that of the child's. Keeps it until
  /// the lookup is made, because that depends on the scope of the parent's entry.
  @inline(never)
  private func merge(_ defaultScopeChanges: UInt32, _ garbage: inout Garbage) {
    let parent = factory_entry_parent(entry).lock(core.parent!, &garbage)
    if factory_core_shared_scopes(core) != nil {
      parent.takeScope(of: ownPlan.inheriting(parent.plan), sharedBy: core, &garbage)
    }
    let outer = parent.withPlan { Unmanaged.passRetained($0) }
    let merged = withOwnPlan { own in
      outer._withUnsafeGuaranteedRef { Unmanaged.passRetained(own.inheriting($0)) }
    }
    // Takes over the entry's reference.
    let old = Unmanaged<Plan>.fromOpaque(factory_entry_plan(entry)!)
    factory_entry_set_plan(entry, merged.toOpaque())
    old.discard(&garbage)
    updateLookup()
    parent.cell.cell.unlock(&garbage)
    // After the lookup: see `is_made_from_parent` in `table.c`.
    factory_inheritance_set_default_scope_changes(inheritance, defaultScopeChanges)
    // Takes over the entry's reference.
    let oldOuter = Unmanaged<Plan>.fromOpaque(factory_inheritance_merged(inheritance))
    factory_inheritance_set_merged(inheritance, outer.toOpaque())
    oldOuter.discard(&garbage)
  }

  /// Gives this entry the scope that the factory has in a child that shares the scope, if it has
  /// none, because the factory has been read in the child only.
  private func takeScope(
    of plan: Plan, sharedBy child: ContainerCore, _ garbage: inout Garbage
  ) {
    guard let new = plan.settings.scope, child.shares(new),
      withPlan({ $0.settings.scope == nil && !$0.settings.isOnce })
    else { return }
    let previous = scope
    willChange()
    apply(.scope(new, after: nil), &garbage)
    if let previous, previous != new { evict(&garbage) }
  }

  /// Where the factory's instance is kept.
  func home(_ scope: ScopeReference, definitionHasContext: Bool) -> InstanceHome {
    if core.parent == nil { return scope.kind == .singleton ? .process : .own }
    let depth = withPlan { $0.depthOfOverride(definitionHasContext: definitionHasContext) }
    let isDefault = withPlan { $0.settings.scope == nil }
    var (home, homeCore) = (entry, core)
    while let parent = homeCore.parent, homeCore.depth > depth,
      !factory_entry_keeps_captive(home)
    {
      let outer = factory_entry_parent(home)
      if scope.kind != .singleton {
        // The parent keeps instances of the same scope only.
        guard homeCore.shares(scope),
          isDefault
            ? factory_core_any_default_scope(parent) == scope.address
            : factory_entry_scope(outer) == scope.address
        else { break }
      }
      (home, homeCore) = (outer, parent)
    }
    if homeCore.parent == nil, scope.kind == .singleton { return .process }
    return home == entry ? .own : .parent(home, homeCore)
  }

  /// The action of a lookup in a child, if it would be `action` in a container without a parent.
  func childAction(_ action: Int, _ scope: ScopeReference?) -> Int {
    guard let scope, scope.kind != .unique, scope.kind != .graph else { return action }
    let isSingleton = scope.kind == .singleton
    let isKept = action == Int(FACTORY_USE_CELL) || action == Int(FACTORY_USE_SINGLETON)
    guard isKept || isSingleton && action == Int(FACTORY_FOLLOW_PLAN),
      withPlan({ $0.settings.decorator == nil })
    else { return action }
    if isSingleton || core.shares(scope), withPlan({ $0.hasUncertainOverride }) {
      return Int(FACTORY_FOLLOW_PLAN)
    }
    switch home(scope, definitionHasContext: false) {
    case .own:
      return Int(FACTORY_USE_CELL)
    case .parent(let outer, _):
      factory_entry_set_singleton(entry, factory_entry_cell(outer))
      return Int(FACTORY_USE_PARENT)
    case .process:
      guard let cell = singletonOfParents else { return Int(FACTORY_FOLLOW_PLAN) }
      factory_entry_set_singleton(entry, cell)
      return Int(FACTORY_USE_SINGLETON)
    }
  }

  /// Whether the entry keeps an instance that its parent or the process would keep otherwise.
  var keepsCaptive: Bool {
    core.parent != nil && factory_entry_keeps_captive(entry)
  }

  /// Replaces the plan by an equal one, so that the entries of children notice.
  func setKeepsCaptive(_ keeps: Bool, _ garbage: inout Garbage) {
    factory_entry_set_keeps_captive(entry, keeps)
    garbage.add(plan)
    setPlan(Plan(plan.settings))
    updateLookup()
  }

  private func setPlan(_ plan: Plan) {
    // The caller has taken over the entry's reference to the old plan.
    let old = Unmanaged<Plan>.fromOpaque(factory_entry_plan(entry)!)
    factory_entry_set_plan(entry, Unmanaged.passRetained(plan).toOpaque())
    old.release()
  }
}

extension Entry {
  private static var header: Int { MemoryLayout<factory_inheritance>.stride }

  /// An entry of a child. Its plan is made when its lock is first taken.
  static func allocate(_ key: factory_key, _ plan: Plan, parent: Entry) -> Entry {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: header + size, alignment: MemoryLayout<CellMemory>.alignment)
    memory.bindMemory(to: factory_inheritance.self, capacity: 1)
      .initialize(
        to: factory_inheritance(
          parent: parent, merged: Unmanaged.passRetained(Plan.unknown).toOpaque(),
          own: Unmanaged.passRetained(plan).toOpaque(),
          own_scope: UnsafeMutableRawPointer(mutating: plan.settings.scope?.address),
          default_scope_changes: 0))
    return initialize(memory + header, key, plan)
  }

  /// Releases what `allocate` has retained, and returns the start of the memory.
  func destroyInheritance() -> UnsafeMutableRawPointer {
    let inheritance = factory_entry_inheritance(self)
    // The entry owns both.
    Unmanaged<Plan>.fromOpaque(factory_inheritance_merged(inheritance)).release()
    Unmanaged<Plan>.fromOpaque(factory_inheritance_own(inheritance)).release()
    return UnsafeMutableRawPointer(inheritance)
  }
}

extension Unmanaged<Plan> {
  /// Releases a reference after the lock. At once if it is not the last one, so that a change of a
  /// child needs no memory for its garbage.
  fileprivate func discard(_ garbage: inout Garbage) {
    // Owned by the caller.
    if toOpaque() == Unmanaged.passUnretained(Plan.empty).toOpaque()
      || toOpaque() == Unmanaged.passUnretained(Plan.unknown).toOpaque()
    {
      release()
    } else {
      garbage.add(takeRetainedValue())
    }
  }
}

extension Plan {
  /// A plan that no entry has.
  fileprivate static let unknown = Plan(PlanSettings())
}

extension LockedEntry {
  /// The factory's cell among the process's singletons, if it has been looked up. A child finds it
  /// through its root.
  var singleton: UnsafeMutablePointer<factory_cell>? {
    core.parent == nil ? factory_entry_singleton(entry) : singletonOfParents
  }

  func setSingleton(_ cell: UnsafeMutablePointer<factory_cell>) {
    factory_entry_set_singleton(rootEntry, cell)
  }

  private var singletonOfParents: UnsafeMutablePointer<factory_cell>? {
    factory_entry_singleton(rootEntry)
  }

  private var rootEntry: Entry {
    var (entry, core) = (entry, core)
    while let parent = core.parent {
      entry = factory_entry_parent(entry)
      core = parent
    }
    return entry
  }
}
