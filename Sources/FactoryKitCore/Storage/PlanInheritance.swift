// Factory, MIT licence; see LICENSE
//
// How the settings of a child and those of its parent become one plan. `Inheritance.swift` describes
// child containers.
extension Plan {
  /// The merged plan of a child's entry: `self` was set in the child, `outer` is the parent's plan.
  func inheriting(_ outer: Plan) -> Plan {
    if self === outer || isConstant { return outer }
    if outer.isConstant { return self }
    if settings.hasOnlyScope, outer.settings.scope == settings.scope { return outer }
    if outer.settings.hasOnlyScope, settings.scope != nil,
      !outer.settings.madeAfterOnce.contains(.scope)
    {
      return self
    }
    return Plan(settings.inheriting(outer.settings))
  }

  /// The depth of the innermost container that has set the closure in effect, or added a layer or a
  /// member of the group; zero if none has.
  /// - Parameter definitionHasContext: whether the factory's definition sets a context. A context of a
  ///   child may then come from the definition, and does not count as the child's own.
  func depthOfOverride(definitionHasContext: Bool) -> UInt32 {
    if settings.hasNoExtra {
      return settings.registration == nil ? 0 : settings.depthOfRegistration
    }
    var depth: UInt32 = 0
    for layer in settings.layers { depth = max(depth, layer.depth) }
    if let chosen = chosenContext {
      return chosen.isAfterOnce || !definitionHasContext ? max(depth, chosen.depth) : depth
    }
    if settings.registration != nil { return max(depth, settings.depthOfRegistration) }
    return max(depth, settings.members.depth)
  }

  /// Whether `depthOfOverride` depends on its parameter, or on arguments that may change.
  var hasUncertainOverride: Bool {
    if settings.contexts.isEmpty { return false }
    if let chosen = chosenContext, chosen.depth > 0, !chosen.isAfterOnce { return true }
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
  var hasOnlyScope: Bool { registration == nil && hasNoExtra && !isOnce }

  /// Records in which container a modification was made, and whether it was made after `.once()`.
  mutating func record(_ modification: Modification, depth: UInt32, isAfterOnce: Bool) {
    switch modification {
    case .scope: madeAfterOnce.set(.scope, isAfterOnce)
    case .decorator: madeAfterOnce.set(.decorator, isAfterOnce)
    case .shutdownHook: madeAfterOnce.set(.shutdownHook, isAfterOnce)
    case .timeToLive: madeAfterOnce.set(.timeToLive, isAfterOnce)
    case .scopeOnParameters: madeAfterOnce.set(.parameterKey, isAfterOnce)
    case .registration: depthOfRegistration = depth
    case .context(let context, _):
      let index = contexts.firstIndex { $0.context == context }!
      contexts[index].depth = depth
      contexts[index].isAfterOnce = isAfterOnce
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
      !hasOwn || outer.madeAfterOnce.contains(setting) && !madeAfterOnce.contains(setting)
    }
    func take(_ setting: Setting) {
      merged.madeAfterOnce.set(setting, outer.madeAfterOnce.contains(setting))
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
    for layer in layers { merged.layers.add(layer) }
    merged.members = outer.members.followed(by: members)
    if !outer.contexts.isEmpty {
      merged.contexts.removeAll { own in
        !own.isAfterOnce
          && outer.contexts.contains { $0.context == own.context && $0.isAfterOnce }
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
