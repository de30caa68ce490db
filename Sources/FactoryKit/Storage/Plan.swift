// Factory, MIT licence; see LICENSE
//
// The plan of a factory: one immutable value that says what a resolution has to do. A modifier that
// changes something replaces it.
internal import FactoryCore

/// Everything that modifiers have set for one factory in one container.
struct PlanSettings {
  /// The scope given by a modifier; nil if the container's default applies.
  var scope: ScopeReference?
  /// The scopes that a chain of modifiers set before `scope`. A definition that sets several, such
  /// as `self { … }.unique.cached`, has the last one, and must not change its scope on every read.
  var superseded: [ScopeReference] = []
  /// An `Override<P, T>`.
  var registration: AnyOverride?
  /// Each with an `Override<P, T>`.
  var contexts: [ContextOverride] = []
  /// A `Decoration<T>`.
  var decorator: AnyOverride?
  /// What wraps new instances, each a `Layer<T>`, the innermost first.
  var layers: [AnyLayer] = []
  /// The members of a group, each a `Member<T>`.
  var members = MemberList()
  /// Closes an instance when its container is shut down.
  var shutdownHook: AnyShutdownHook?
  /// How long an unused instance stays cached, in nanoseconds.
  var timeToLive: UInt64?
  /// Set for factories that are scoped on their parameters.
  var parameterKey: ParameterKey.Type?
  /// Whether `.once()` has been applied, so that the modifiers before it no longer apply.
  var isOnce = false
  /// Which of the settings were made after `.once()`, so by code outside of the definition.
  var laterThanOnce = SettingSet()
  /// How many parents the container has in which the registration was made.
  var depthOfRegistration: UInt32 = 0
}

/// The closure for one context.
struct ContextOverride {
  let context: FactoryContextType
  let override: AnyOverride
  /// Whether it was set after `.once()`.
  var isLaterThanOnce = false
  /// How many parents the container has in which it was set.
  var depth: UInt32 = 0
}

/// An immutable plan. Read under the lock of the entry's cell, which also guards replacing it.
final class Plan: @unchecked Sendable {
  // Sendable: immutable. Its closures run where the factory is resolved.
  let settings: PlanSettings
  /// The context that holds, and its closure; nil if no context holds.
  let chosen: (override: AnyOverride, context: FactoryContextType)?
  /// The version of `FactoryContext.current` for which `chosen` is valid.
  private let contextVersion: UInt32
  /// The copy of FactoryKit whose `FactoryContext.current` that was: each has its own class.
  private let copy = ObjectIdentifier(Plan.self)

  init(_ settings: PlanSettings) {
    self.settings = settings
    if settings.contexts.isEmpty {
      chosen = nil
      contextVersion = 0
    } else {
      // Read before the context itself, so that a change in between makes this choice outdated.
      contextVersion = factory_context_current_version()
      chosen = FactoryContext.current.select(fromContainers: settings.contexts)
    }
  }

  /// The plan of a factory without modifiers.
  static let empty = Plan(PlanSettings())

  /// Whether `chosen` still holds.
  var isCurrent: Bool {
    settings.contexts.isEmpty
      || contextVersion == factory_context_current_version() && copy == ObjectIdentifier(Plan.self)
  }

  /// The closure that replaces the factory's own, if any.
  var override: AnyOverride? { chosen?.override ?? settings.registration }

  /// What replaces the factory's own closure, as the trace shows it.
  var overrideDescription: String? {
    if let chosen { return "\(chosen.context)" }
    return settings.registration == nil ? nil : "registered"
  }

  /// How a lookup finds the instance of a factory with this plan; see `factory_table.h`.
  func lookup(_ scope: ScopeReference?, hasSingletonCell: Bool) -> Int {
    if settings.timeToLive != nil { return Int(FACTORY_FOLLOW_TIMED_PLAN) }
    if settings.parameterKey != nil { return Int(FACTORY_FOLLOW_PARAMETER_PLAN) }
    if settings.decorator != nil { return Int(FACTORY_FOLLOW_PLAN) }
    switch scope?.kind ?? .unique {
    case .unique:
      let hasOverrides =
        settings.registration != nil || !settings.contexts.isEmpty || !settings.layers.isEmpty
      return Int(hasOverrides ? FACTORY_FOLLOW_PLAN : FACTORY_CALL_DEFINITION)
    case .cached, .shared:
      return Int(FACTORY_USE_CELL)
    case .singleton:
      return Int(hasSingletonCell ? FACTORY_USE_SINGLETON : FACTORY_FOLLOW_PLAN)
    case .graph:
      return Int(FACTORY_USE_CYCLE)
    }
  }
}
