// Factory, MIT licence; see LICENSE
//
// How the settings of a child are completed by those of its parents, and which of them are those of the factory's definition.
internal import FactoryCore

extension Store {
  /// Brings the settings of a child's entry up to date. Returns false if the `autoRegister` of the outermost parent has to
  /// run first.
  ///
  /// A parent does not know its children. The family has a number that each change of a container with children raises. It is
  /// read first, so the settings are not older than the number.
  @inline(never)
  func fold(_ node: Node, during registration: AutoRegistrationState?) -> Bool {
    guard let parent else { return true }
    while true {
      let number = factory_core_family(core)
      if node.isFolded(for: number) { return true }
      // The node of a child refers to that of its parent.
      let outerNode = node.pointee.parent!
      guard parent.fold(outerNode, during: registration),
        let outer = parent.settings(outerNode, during: registration)
      else { return false }
      withLock { state in
        // Another thread may have read newer settings of the parent meanwhile.
        if factory_core_family(core) == number { state.fold(node, over: outer, for: number) }
      }
    }
  }

  /// Brings the settings of all entries up to date, before a change that depends on their scopes.
  package func foldAll() {
    if parent == nil { return }
    for node in withState({ $0.nodes }) { _ = fold(node, during: .skipped) }
  }

  /// The settings of an entry; nil if `autoRegister` has to run first.
  private func settings(_ node: Node, during registration: AutoRegistrationState?) -> Settings? {
    withLock { state in
      if state.mustRegister(registration) { return nil }
      state.updateChoice(node)
      // Children without settings of their own use what it publishes.
      if parent == nil, !state.isPublished(node) { state.publishLookup(node, self) }
      return state.settings(node)
    }
  }
}

extension StoreState {
  /// Whether the settings contain what was set in this container and in its parents.
  package func isCurrent(_ node: Node) -> Bool {
    core.parent == nil || node.isFolded(for: factory_core_family(core))
  }

  /// Completes the settings of a child by those of its parent, which were read after the number of the family.
  mutating func fold(_ node: Node, over outer: Settings, for number: UInt64) {
    if let previous = node.entry.pointee.outer { garbage.add(previous) }
    node.entry.pointee.outer = outer
    complete(node, outer)
    factory_node_set_is_simple(node, settings(node).isSimple)
    withdraw(node)
    // After the rest: a lookup reads it first.
    factory_node_set_family(node, number)
  }

  /// Completes what was set in this container by what its parents had set.
  mutating func complete(_ node: Node, _ outer: Settings) {
    garbage.add(node.entry.pointee.settings)
    node.entry.pointee.settings = own(node).completed(by: outer)
  }
}

extension Settings {
  /// The settings of a child's entry: `self` was set in the child, `outer` are those of the parent.
  func completed(by outer: Settings) -> Settings {
    if self === outer || isEmpty { return outer }
    if outer.isEmpty { return self }
    if values.haveOnlyScope, outer.values.scope.value == values.scope.value { return outer }
    if outer.values.haveOnlyScope, values.scope.value != nil, outer.values.scope.override == nil {
      return self
    }
    return Settings(values.completed(by: outer.values))
  }

  /// The depth of the innermost container that overrides the factory, by a registration, a context that holds, a layer or a
  /// member; zero if none does, or only the outermost one.
  /// - Parameter flags: those of the factory value. What it has set itself is the definition's, and overrides nothing.
  func overrideDepth(_ flags: UInt32) -> UInt32 {
    let depth = max(values.depthOfRegistration, values.depthOfLayers(flags))
    guard let chosen, !values.isOfDefinition(chosen, flags) else { return depth }
    return max(chosen.origin.depth, depth)
  }

  /// Whether the container with this depth has a registration, or a context that holds.
  func overrides(at depth: UInt32, _ flags: UInt32) -> Bool {
    guard let chosen else {
      return values.registration != nil && values.depthOfRegistration == depth
    }
    return chosen.origin.depth == depth && !values.isOfDefinition(chosen, flags)
  }

  /// Whether `overrideDepth` depends on its parameter, or on a context of a child, which may begin or cease to hold.
  var hasUncertainOverride: Bool {
    !values.layerCounts.isEmpty || values.contexts.contains { $0.origin.depth > 0 }
  }

  /// What the factory's definition has set, as far as the flags of the factory value tell, for a container with this depth.
  /// - Parameter isScopeOverridden: whether the factory value has another scope than the definition.
  func ofDefinition(_ flags: UInt32, depth: UInt32, isScopeOverridden: Bool) -> Settings? {
    if values.haveNoExtra, !isScopeOverridden { return nil }
    var definition = values.ofDefinition(flags, depth: depth)
    if isScopeOverridden { definition.scope.ofDefinition = values.scope.ofDefinition }
    return definition.haveNoExtra && definition.scope.isEmpty ? nil : Settings(definition)
  }
}

extension ContextOverride {
  /// Whether this one of a parent takes the place of a child's, which the definition may have set in both.
  @inline(never)
  fileprivate func replaces(_ other: ContextOverride, ofDefinition: Bool) -> Bool {
    context == other.context
      && (origin.isOverride || ofDefinition && override.closure == other.override.closure)
  }
}

extension SettingValues {
  /// Whether the definition has set the context, in the container that has it.
  @inline(never)
  fileprivate func isOfDefinition(_ context: ContextOverride, _ flags: UInt32) -> Bool {
    var rest = flags & FACTORY_CONTEXTS.rawValue
    if context.origin.isOverride || rest == 0 { return false }
    if rest == FACTORY_CONTEXTS.rawValue { return true }
    for other in contexts
    where !other.origin.isOverride && other.origin.depth == context.origin.depth {
      if other.override === context.override { return true }
      rest -= FACTORY_ONE_CONTEXT.rawValue
      if rest == 0 { break }
    }
    return false
  }

  /// How many of a container's layers are the definition's.
  private func layersOfDefinition(_ flags: UInt32) -> UInt32 {
    let count = flags & FACTORY_LAYERS.rawValue
    return count == FACTORY_LAYERS.rawValue ? .max : count / FACTORY_ONE_LAYER.rawValue
  }

  /// The depth of the innermost container that has added layers or members which are not the definition's; zero if none has.
  fileprivate func depthOfLayers(_ flags: UInt32) -> UInt32 {
    if layerCounts.isEmpty { return 0 }
    let own = layersOfDefinition(flags)
    return layerCounts.first { $0.count > own }?.depth ?? 0
  }

  fileprivate var haveOnlyScope: Bool { registration == nil && haveNoExtra && !isOnce }

  /// These settings, completed by those of the parent.
  ///
  /// The modifiers of a definition are applied in each container in which the factory is read, so these
  /// settings contain those of the definition.
  fileprivate func completed(by outer: SettingValues) -> SettingValues {
    var merged = self
    merged.scope = scope.completed(by: outer.scope)
    merged.decorator = decorator.completed(by: outer.decorator)
    merged.hook = hook.completed(by: outer.hook)
    merged.timeToLive = timeToLive.completed(by: outer.timeToLive)
    merged.parameterKey = parameterKey.completed(by: outer.parameterKey)
    // The parent's layers come first. A layer of the same call in the source replaces the parent's.
    merged.layers = outer.layers
    for layer in layers where !layer.isExpected { merged.layers.add(layer) }
    merged.layerCounts = layerCounts + outer.layerCounts
    merged.members = outer.members + members
    if !outer.contexts.isEmpty {
      // If the definition has set one in the parent, too, it precedes none of the parent's that ranks higher.
      merged.contexts.removeAll { own in
        !own.origin.isOverride
          && outer.contexts.contains { $0.replaces(own, ofDefinition: registration == nil) }
      }
    }
    if registration == nil {
      merged.contexts += outer.contexts
      merged.registration = outer.registration
    }
    merged.depthOfRegistration = max(depthOfRegistration, outer.depthOfRegistration)
    merged.isOnce = isOnce || outer.isOnce
    return merged
  }

  fileprivate func ofDefinition(_ flags: UInt32, depth: UInt32) -> SettingValues {
    func ofDefinition<Value>(
      _ setting: Setting<Value>, _ flag: factory_declaration_flags
    ) -> Setting<Value> {
      Setting(ofDefinition: flags & flag.rawValue == 0 ? nil : setting.ofDefinition)
    }
    var values = SettingValues()
    values.isOnce = isOnce
    values.decorator = ofDefinition(decorator, FACTORY_HAS_DECORATOR)
    values.timeToLive = ofDefinition(timeToLive, FACTORY_HAS_TIME_TO_LIVE)
    values.hook = ofDefinition(hook, FACTORY_HAS_HOOK)
    values.parameterKey = ofDefinition(parameterKey, FACTORY_IS_SCOPED_ON_PARAMETERS)
    let origin = SettingOrigin(depth: depth, isOverride: false)
    for context in contexts where isOfDefinition(context, flags) {
      values.contexts.append(
        ContextOverride(context: context.context, override: context.override, origin: origin))
    }
    var rest = layersOfDefinition(flags)
    values.layers = layers.filter { layer in
      if layer.isInDefinition { return true }
      if rest == 0 { return false }
      rest -= 1
      return !layer.isExpected
    }
    return values
  }
}

// MARK: -

// What a factory's definition sets holds wherever the instance is built, also if the property was read in another
// container. The definition has applied its modifiers there.

extension ContainerManager {
  /// What the factory's definition has set in this container, for a container with this depth that builds the instance. Nil if
  /// it is nothing. The scope is included only if it is overridden here, so that the factory value has another one.
  func definitionSettings(_ frame: Frame, forDepth depth: UInt32) -> Settings? {
    guard let node = store.existingNode(frame.key),
      // Read without the lock, which requests would share.
      !factory_node_is_simple(node)
    else { return nil }
    // The scope may be overridden by a parent.
    let (own, isScopeOverridden) = store.withState { state in
      (state.own(node), state.settings(node).values.scope.override != nil)
    }
    return own.ofDefinition(
      frame.pointee.flags, depth: depth, isScopeOverridden: isScopeOverridden)
  }
}
