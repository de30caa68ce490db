// Factory, MIT licence; see LICENSE
//
// How the settings of a child are completed by those of its parent, and which of them are those of the factory's definition.
internal import FactoryCore

extension Settings {
  /// The settings of a child's entry: `self` was set in the child, `outer` are those of the parent.
  func inheriting(_ outer: Settings) -> Settings {
    if self === outer || isConstant { return outer }
    if outer.isConstant { return self }
    if values.haveOnlyScope, outer.values.scope.value == values.scope.value { return outer }
    if outer.values.haveOnlyScope, values.scope.value != nil, outer.values.scope.override == nil {
      return self
    }
    return Settings(values.inheriting(outer.values))
  }

  /// The depth of the innermost container that overrides the factory, by a registration, a context that holds, a layer or a
  /// member; zero if none does, or only the outermost one.
  /// - Parameter flags: those of the factory value. What it has set itself is the definition's, and overrides nothing.
  func overrideDepth(_ flags: UInt32) -> UInt32 {
    let depth = max(values.depthOfRegistration, values.depthOfLayers(flags))
    guard let chosen, !chosen.isOfDefinition(flags) else { return depth }
    return max(chosen.origin.depth, depth)
  }

  /// Whether the container with this depth has a registration, or a context that holds.
  func overrides(at depth: UInt32, _ flags: UInt32) -> Bool {
    guard let chosen else {
      return values.registration != nil && values.depthOfRegistration == depth
    }
    return chosen.origin.depth == depth && !chosen.isOfDefinition(flags)
  }

  /// Whether `overrideDepth` depends on its parameter, or on arguments that may change.
  var hasUncertainOverride: Bool {
    if !values.layerCounts.isEmpty { return true }
    if let chosen, chosen.origin.depth > 0, !chosen.origin.isOverride { return true }
    return values.contexts.contains { own in
      if own.origin.depth > 0, case .arg = own.context { true } else { false }
    }
  }

  /// What the factory's definition has set, as far as the flags of the factory value tell, for a container with this depth.
  func ofDefinition(_ flags: UInt32, depth: UInt32) -> Settings? {
    if values.haveNoExtra, values.scope.override == nil { return nil }
    let definition = values.ofDefinition(flags, depth: depth)
    return definition.haveNoExtra && definition.scope.isEmpty ? nil : Settings(definition)
  }
}

extension ContextOverride {
  fileprivate func isOfDefinition(_ flags: UInt32) -> Bool {
    flags & FACTORY_HAS_CONTEXT.rawValue != 0 && !origin.isOverride
  }
}

extension SettingValues {
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
  fileprivate func inheriting(_ outer: SettingValues) -> SettingValues {
    var merged = self
    merged.scope = scope.inheriting(outer.scope)
    merged.decorator = decorator.inheriting(outer.decorator)
    merged.hook = hook.inheriting(outer.hook)
    merged.timeToLive = timeToLive.inheriting(outer.timeToLive)
    merged.parameterKey = parameterKey.inheriting(outer.parameterKey)
    // The parent's layers come first. A layer of the same call in the source replaces the parent's.
    merged.layers = outer.layers
    for layer in layers where !layer.isExpected { merged.layers.add(layer) }
    merged.layerCounts = layerCounts + outer.layerCounts
    merged.members = outer.members + members
    if !outer.contexts.isEmpty {
      merged.contexts.removeAll { own in
        !own.origin.isOverride
          && outer.contexts.contains { $0.context == own.context && $0.origin.isOverride }
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
    // The factory value has the scope that overrides it here.
    if scope.override != nil { values.scope.ofDefinition = scope.ofDefinition }
    values.decorator = ofDefinition(decorator, FACTORY_HAS_DECORATOR)
    values.timeToLive = ofDefinition(timeToLive, FACTORY_HAS_TIME_TO_LIVE)
    values.hook = ofDefinition(hook, FACTORY_HAS_HOOK)
    values.parameterKey = ofDefinition(parameterKey, FACTORY_IS_SCOPED_ON_PARAMETERS)
    if flags & FACTORY_HAS_CONTEXT.rawValue != 0 {
      let origin = SettingOrigin(depth: depth, isOverride: false)
      values.contexts = contexts.filter { !$0.origin.isOverride }.map {
        ContextOverride(context: $0.context, override: $0.override, origin: origin)
      }
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
