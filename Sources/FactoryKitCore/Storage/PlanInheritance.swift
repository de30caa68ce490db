// Factory, MIT licence; see LICENSE
//
// How the settings of a child and those of its parent become one plan. `Inheritance.swift` describes
// child containers.
internal import FactoryCore

extension Plan {
  /// The merged plan of a child's entry: `self` was set in the child, `outer` is the parent's plan.
  func inheriting(_ outer: Plan) -> Plan {
    if self === outer || isConstant { return outer }
    if outer.isConstant { return self }
    if settings.hasOnlyScope, outer.settings.scope == settings.scope { return outer }
    if outer.settings.hasOnlyScope, settings.scope != nil,
      !outer.settings.overridden.contains(.scope)
    {
      return self
    }
    return Plan(settings.inheriting(outer.settings))
  }

  /// The depth of the innermost container that overrides the factory, by a registration, a context that holds, a layer or a
  /// member; zero if none does, or only the outermost one.
  /// - Parameter flags: those of the factory value. What it has set itself is the definition's, and overrides nothing.
  func overrideDepth(_ flags: UInt32) -> UInt32 {
    let registered = settings.depthOfRegistration
    if settings.hasNoExtra { return registered }
    let layered = settings.depthOfLayers(flags)
    let depth = max(registered, layered)
    guard let context = chosenContext else { return depth }
    let isOfDefinition = flags & FACTORY_HAS_CONTEXT.rawValue != 0 && !context.isOverride
    return isOfDefinition ? depth : max(context.depth, depth)
  }

  /// Whether the container with this depth has a registration, or a context that holds.
  func overrides(at depth: UInt32, _ flags: UInt32) -> Bool {
    guard let context = chosenContext else {
      return settings.registration != nil && settings.depthOfRegistration == depth
    }
    let isOfDefinition = flags & FACTORY_HAS_CONTEXT.rawValue != 0 && !context.isOverride
    return context.depth == depth && !isOfDefinition
  }

  /// Whether `overrideDepth` depends on its parameter, or on arguments that may change.
  var hasUncertainOverride: Bool {
    if !settings.layerCounts.isEmpty { return true }
    if settings.contexts.isEmpty { return false }
    if let context = chosenContext, context.depth > 0, !context.isOverride { return true }
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
  /// How many of a container's layers are the definition's.
  func layersOfDefinition(_ flags: UInt32) -> UInt32 {
    let count = flags & FACTORY_LAYERS.rawValue
    return count == FACTORY_LAYERS.rawValue ? .max : count / FACTORY_ONE_LAYER.rawValue
  }

  /// The depth of the innermost container that has added layers or members which are not the definition's; zero if none has.
  fileprivate func depthOfLayers(_ flags: UInt32) -> UInt32 {
    if layerCounts.isEmpty { return 0 }
    let own = layersOfDefinition(flags)
    return layerCounts.first { $0.count > own }?.depth ?? 0
  }

  var hasOnlyScope: Bool { registration == nil && hasNoExtra && !isOnce }

  /// Records in which container a modification was made, and whether it overrides what a definition with `.once()` has set.
  mutating func record(_ modification: Modification, depth: UInt32, isOverride: Bool) {
    switch modification {
    case .scope: overridden.set(.scope, isOverride)
    case .decorator: overridden.set(.decorator, isOverride)
    case .shutdownHook: overridden.set(.shutdownHook, isOverride)
    case .timeToLive: overridden.set(.timeToLive, isOverride)
    case .scopeOnParameters: overridden.set(.parameterKey, isOverride)
    case .registration(let override): depthOfRegistration = override == nil ? 0 : depth
    case .context(let context, _):
      let index = contexts.firstIndex { $0.context == context }!
      contexts[index].depth = depth
      contexts[index].isOverride = isOverride
    case .noContexts, .once: break
    }
  }

  /// These settings, completed by those of the parent.
  ///
  /// The modifiers of a definition are applied in each container in which the factory is read, so these
  /// settings contain those of the definition. If the definition ends with `.once()`, what other code
  /// has set in the parent takes precedence over them.
  fileprivate func inheriting(_ outer: PlanSettings) -> PlanSettings {
    var merged = self
    func isOuter(_ setting: Setting, _ hasOwn: Bool) -> Bool {
      !hasOwn || outer.overridden.contains(setting) && !overridden.contains(setting)
    }
    func take(_ setting: Setting) {
      merged.overridden.set(setting, outer.overridden.contains(setting))
    }
    if isOuter(.scope, scope != nil) {
      merged.scope = outer.scope
      merged.earlierScopes = outer.earlierScopes
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
    // The parent's layers come first. A layer of the same call in the source replaces the parent's.
    merged.layers = outer.layers
    for layer in layers where !layer.isExpected { merged.layers.add(layer) }
    merged.members = outer.members + members
    if !outer.contexts.isEmpty {
      merged.contexts.removeAll { own in
        !own.isOverride
          && outer.contexts.contains { $0.context == own.context && $0.isOverride }
      }
    }
    if registration == nil {
      merged.contexts += outer.contexts
      merged.registration = outer.registration
    }
    merged.depthOfRegistration = max(depthOfRegistration, outer.depthOfRegistration)
    merged.layerCounts = layerCounts + outer.layerCounts
    merged.isOnce = isOnce || outer.isOnce
    return merged
  }

  /// The settings for which it is recorded whether they override what a definition with `.once()` has set.
  enum Setting: UInt8 {
    case scope = 1
    case decorator = 2
    case timeToLive = 4
    case parameterKey = 8
    case shutdownHook = 16
  }

  /// A set of `Setting`.
  struct SettingSet {
    private var bits: UInt8 = 0

    func contains(_ setting: Setting) -> Bool { bits & setting.rawValue != 0 }

    mutating func set(_ setting: Setting, _ isSet: Bool) {
      bits = isSet ? bits | setting.rawValue : bits & ~setting.rawValue
    }
  }
}

extension FactoryContext {
  /// The same as `select(from:)` for the contexts of several containers, those of the innermost one
  /// first. A context of a child takes precedence over all those of its parents.
  func select(
    fromContainers overrides: [ContextOverride]
  ) -> (override: ModifierClosure, context: FactoryContextType)? {
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
