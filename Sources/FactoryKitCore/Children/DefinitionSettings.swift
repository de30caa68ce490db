// Factory, MIT licence; see LICENSE
//
// What a factory's definition sets holds wherever the instance is built, also if the property was read in another
// container. The definition has applied its modifiers there.
internal import FactoryCore

extension ContainerManager {
  /// What the factory's definition has set in this container, besides the scope, for a container with this depth that builds
  /// the instance. Nil if it is nothing.
  func definitionPlan(_ frame: Frame, forDepth depth: UInt32) -> Plan? {
    guard let entry = core.existingEntry(frame.key),
      // Read without the lock, which requests would share.
      !factory_entry_is_simple(entry)
    else { return nil }
    let flags = frame.pointee.flags
    return entry.readOwnPlan(core) { plan in
      if plan.settings.hasNoExtra { return nil }
      let settings = plan.settings.ofDefinition(flags, depth: depth)
      return settings.hasNoExtra ? nil : Plan(settings)
    }
  }
}

extension PlanSettings {
  /// What the factory's definition has set, as far as the flags of the factory value tell.
  fileprivate func ofDefinition(_ flags: UInt32, depth: UInt32) -> PlanSettings {
    func isSet(_ setting: Setting, _ flag: factory_declaration_flags) -> Bool {
      flags & flag.rawValue != 0 && !overridden.contains(setting)
    }
    var settings = PlanSettings()
    settings.isOnce = isOnce
    if isSet(.decorator, FACTORY_HAS_DECORATOR) { settings.decorator = decorator }
    if isSet(.timeToLive, FACTORY_HAS_TIME_TO_LIVE) { settings.timeToLive = timeToLive }
    if isSet(.shutdownHook, FACTORY_HAS_HOOK) { settings.shutdownHook = shutdownHook }
    if isSet(.parameterKey, FACTORY_IS_SCOPED_ON_PARAMETERS) {
      settings.parameterKey = parameterKey
    }
    if flags & FACTORY_HAS_CONTEXT.rawValue != 0 {
      settings.contexts = contexts.filter { !$0.isOverride }
      for index in settings.contexts.indices { settings.contexts[index].depth = depth }
    }
    var rest = layersOfDefinition(flags)
    settings.layers = layers.filter { layer in
      if layer.isInDefinition { return true }
      if rest == 0 { return false }
      rest -= 1
      return !layer.isExpected
    }
    return settings
  }
}
