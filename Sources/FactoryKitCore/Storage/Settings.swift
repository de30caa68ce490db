// Factory, MIT licence; see LICENSE
//
// The settings of a factory: one immutable object that says what a resolution has to do. A modifier that
// changes something replaces it.
internal import FactoryCore

/// Everything that modifiers and registrations have set for one factory in one container.
package struct SettingValues {
  /// The scope given by a modifier. Without a value, the container's default applies.
  package var scope = Setting<ScopeReference>()
  /// The scopes that a chain of modifiers set before the last one. A definition that sets several, such
  /// as `self { … }.unique.cached`, has the last one, and must not change its scope on every read.
  var earlierScopes: [ScopeReference] = []
  /// An `Override<P, T, Failure>` or an `AsyncOverride<P, T, Failure>`.
  package var registration: ModifierClosure?
  /// The depth of the innermost container that has a registration.
  var depthOfRegistration: UInt32 = 0
  /// Each with an override like that of `registration`.
  var contexts: [ContextOverride] = []
  /// A `Decoration<T>`.
  var decorator = Setting<ModifierClosure>()
  /// What wraps new instances, each a `Layer<T>`, the innermost first.
  var layers: [AnyLayer] = []
  /// How many layers and members containers with these depths have, the innermost one first, without those whose call is in the
  /// function that declares the factory.
  var layerCounts: [(depth: UInt32, count: UInt32)] = []
  /// The members of a group, each with a `MemberSource<T>`, as they were added: in a child, those of its parents first.
  package var members: [Member] = []
  /// That of `onShutdown`.
  var hook = Setting<InstanceHook>()
  /// How long an unused instance stays cached, in nanoseconds.
  var timeToLive = Setting<UInt64>()
  /// Set for factories that are scoped on their parameters.
  var parameterKey = Setting<ParameterKey.Type>()
  /// Whether `.once()` has been applied, so that the modifiers before it no longer apply.
  var isOnce = false

  init() {}

  /// Counts a layer or a member of the container with this depth, which has the settings.
  package mutating func countLayer(at depth: UInt32) {
    layerCounts = [(depth, (layerCounts.first?.count ?? 0) + 1)]
  }

  /// Whether nothing is set but a scope, a registration and `.once()`.
  var haveNoExtra: Bool {
    earlierScopes.isEmpty && contexts.isEmpty && decorator.isEmpty && layers.isEmpty
      && members.isEmpty && hook.isEmpty && timeToLive.isEmpty && parameterKey.isEmpty
  }
}

/// One setting. What was set after `.once()` takes precedence over what the factory's definition sets before it.
package struct Setting<Value> {
  var ofDefinition: Value?
  var override: Value?

  package var value: Value? { override ?? ofDefinition }

  var isEmpty: Bool { ofDefinition == nil && override == nil }

  mutating func set(_ value: Value, isOverride: Bool) {
    if isOverride { override = value } else { ofDefinition = value }
  }

  /// This setting of a child, completed by that of its parent.
  func inheriting(_ outer: Self) -> Self {
    Self(
      ofDefinition: ofDefinition ?? outer.ofDefinition, override: override ?? outer.override)
  }
}

/// Where a setting was made.
package struct SettingOrigin {
  /// How many parents the container has.
  let depth: UInt32
  /// Whether the modifier follows `.once()` in its chain of modifiers.
  let isOverride: Bool
}

/// The closure for one context.
struct ContextOverride {
  let context: FactoryContextType
  let override: ModifierClosure
  let origin: SettingOrigin
}

/// Immutable settings, which the entry of a store refers to.
package final class Settings: @unchecked Sendable {
  // Sendable: immutable. Its closures run where the factory is resolved.
  package let values: SettingValues
  /// The context that holds, and its closure; nil if no context holds.
  let chosen: ContextOverride?
  /// The version of `FactoryContext.current` for which `chosen` is valid.
  private let contextVersion: UInt32
  /// Whether this is `empty`.
  let isConstant: Bool

  package init(_ values: consuming SettingValues, isConstant: Bool = false) {
    self.isConstant = isConstant
    // Read before the context itself, so that a change in between makes this choice outdated.
    contextVersion = values.contexts.isEmpty ? 0 : factory_context_current_version()
    chosen = values.contexts.isEmpty ? nil : FactoryContext.current.select(from: values.contexts)
    self.values = values
  }

  /// The settings of a factory without modifiers.
  static let empty = Settings(SettingValues(), isConstant: true)

  /// Whether `chosen` still holds.
  var isCurrent: Bool {
    values.contexts.isEmpty || contextVersion == factory_context_current_version()
  }

  /// The closure that replaces the factory's own, if any.
  var override: ModifierClosure? { chosen?.override ?? values.registration }

  /// What replaces the factory's own closure, as the trace shows it.
  var overrideDescription: String? {
    if let chosen { return "\(chosen.context)" }
    return values.registration == nil ? nil : "registered"
  }

  /// Whether nothing is set but a scope and a registration.
  var isSimple: Bool { values.haveNoExtra && !values.isOnce }

  /// Whether a resolution has to set the factory's scope to that of the factory value. This is the
  /// case if the factory has been reset since the value was created, or if the modifiers that
  /// usually follow in the value's chain did not follow.
  func mustSetScope(_ scope: ScopeReference) -> Bool {
    values.scope.override == nil && values.scope.value != scope
      && (values.scope.value == nil || !values.isOnce)
  }

  /// What a lookup does for a factory with these settings; see `factory_hits.h`.
  func lookup(_ scope: ScopeReference?, hasSingletonNode: Bool) -> Int {
    if values.timeToLive.value != nil { return Int(FACTORY_READ_TIMED_SETTINGS) }
    if values.parameterKey.value != nil { return Int(FACTORY_READ_PARAMETER_SETTINGS) }
    if values.decorator.value != nil { return Int(FACTORY_READ_SETTINGS) }
    switch scope?.kind ?? .unique {
    case .unique:
      let hasOverrides =
        values.registration != nil || !values.contexts.isEmpty || !values.layers.isEmpty
      return Int(hasOverrides ? FACTORY_READ_SETTINGS : FACTORY_CALL_DEFINITION)
    case .cached, .shared:
      return Int(FACTORY_USE_OWN)
    case .singleton:
      return Int(hasSingletonNode ? FACTORY_USE_SINGLETON : FACTORY_READ_SETTINGS)
    case .graph:
      return Int(FACTORY_USE_CYCLE)
    }
  }
}
