// Factory, MIT licence; see LICENSE
//
// The plan of a factory: one immutable value that says what a resolution has to do. A modifier that
// changes something replaces it.
internal import FactoryCore

/// Everything that modifiers have set for one factory in one container.
package struct PlanSettings {
  /// The scope given by a modifier; nil if the container's default applies.
  package var scope: ScopeReference?
  /// An `Override<P, T, Failure>` or an `AsyncOverride<P, T, Failure>`.
  package var registration: ModifierClosure?
  /// What few factories have; nil for all others, so that a registration copies and releases little.
  private var extra: PlanExtra?
  /// Whether `.once()` has been applied, so that the modifiers before it no longer apply.
  var isOnce = false
  /// Which of the settings override what a definition with `.once()` has set.
  var overridden = SettingSet()
  /// The depth of the innermost container that has a registration.
  var depthOfRegistration: UInt32 = 0

  /// Whether none of the settings in `PlanExtra` is made.
  var hasNoExtra: Bool { extra == nil }
}

/// The settings that few factories have. Immutable once its plan exists.
private final class PlanExtra {
  var earlierScopes: [ScopeReference] = []
  var contexts: [ContextOverride] = []
  var decorator: ModifierClosure?
  var layers: [AnyLayer] = []
  var layerCounts: [(depth: UInt32, count: UInt32)] = []
  var members: [Member] = []
  package var shutdownHook: AnyShutdownHook?
  var timeToLive: UInt64?
  var parameterKey: ParameterKey.Type?

  init() {}

  init(copying other: PlanExtra) {
    earlierScopes = other.earlierScopes
    contexts = other.contexts
    decorator = other.decorator
    layers = other.layers
    layerCounts = other.layerCounts
    members = other.members
    shutdownHook = other.shutdownHook
    timeToLive = other.timeToLive
    parameterKey = other.parameterKey
  }

  var isEmpty: Bool {
    earlierScopes.isEmpty && contexts.isEmpty && decorator == nil && layers.isEmpty
      && members.isEmpty && shutdownHook == nil && timeToLive == nil && parameterKey == nil
  }
}

extension PlanSettings {
  /// The object to change, which belongs to these settings alone.
  private var ownExtra: PlanExtra {
    mutating get {
      if !isKnownUniquelyReferenced(&extra) {
        extra = extra.map { PlanExtra(copying: $0) } ?? PlanExtra()
      }
      return extra!
    }
  }

  /// Releases the object after its last setting was removed. A reset removes lists only.
  @inline(never)
  private mutating func removeEmptyExtra() {
    if extra?.isEmpty == true { extra = nil }
  }

  /// The scopes that a chain of modifiers set before `scope`. A definition that sets several, such
  /// as `self { … }.unique.cached`, has the last one, and must not change its scope on every read.
  var earlierScopes: [ScopeReference] {
    get { extra?.earlierScopes ?? [] }
    set {
      if extra != nil || !newValue.isEmpty { ownExtra.earlierScopes = newValue }
      removeEmptyExtra()
    }
  }

  /// Each with an override like that of `registration`.
  var contexts: [ContextOverride] {
    get { extra?.contexts ?? [] }
    set {
      if extra != nil || !newValue.isEmpty { ownExtra.contexts = newValue }
      removeEmptyExtra()
    }
  }

  /// A `Decoration<T>`.
  var decorator: ModifierClosure? {
    get { extra?.decorator }
    set { if extra != nil || newValue != nil { ownExtra.decorator = newValue } }
  }

  /// What wraps new instances, each a `Layer<T>`, the innermost first.
  var layers: [AnyLayer] {
    get { extra?.layers ?? [] }
    set {
      if extra != nil || !newValue.isEmpty { ownExtra.layers = newValue }
      removeEmptyExtra()
    }
  }

  /// How many layers and members containers with these depths have, the innermost one first, without those whose call is in the
  /// function that declares the factory.
  var layerCounts: [(depth: UInt32, count: UInt32)] {
    get { extra?.layerCounts ?? [] }
    set { if extra != nil || !newValue.isEmpty { ownExtra.layerCounts = newValue } }
  }

  /// Counts a layer or a member of the container with this depth, which has the settings.
  package mutating func countLayer(at depth: UInt32) {
    layerCounts = [(depth, (layerCounts.first?.count ?? 0) + 1)]
  }

  /// The members of a group, each with a `MemberSource<T>`, as they were added: in a child, those of its parents first.
  package var members: [Member] {
    get { extra?.members ?? [] }
    set {
      if extra != nil || !newValue.isEmpty { ownExtra.members = newValue }
      removeEmptyExtra()
    }
  }

  /// Closes an instance when its container is shut down.
  package var shutdownHook: AnyShutdownHook? {
    get { extra?.shutdownHook }
    set { if extra != nil || newValue != nil { ownExtra.shutdownHook = newValue } }
  }

  /// How long an unused instance stays cached, in nanoseconds.
  var timeToLive: UInt64? {
    get { extra?.timeToLive }
    set { if extra != nil || newValue != nil { ownExtra.timeToLive = newValue } }
  }

  /// Set for factories that are scoped on their parameters.
  var parameterKey: ParameterKey.Type? {
    get { extra?.parameterKey }
    set { if extra != nil || newValue != nil { ownExtra.parameterKey = newValue } }
  }
}

/// The closure for one context.
struct ContextOverride {
  let context: FactoryContextType
  let override: ModifierClosure
  /// Whether it overrides what a definition with `.once()` has set.
  var isOverride = false
  /// How many parents the container has in which it was set.
  var depth: UInt32 = 0
}

/// An immutable plan. Read under the lock of the entry's cell, which also guards replacing it.
package final class Plan: @unchecked Sendable {
  // Sendable: immutable. Its closures run where the factory is resolved.
  package let settings: PlanSettings
  /// The context that holds, and its closure; nil if no context holds.
  let chosen: (override: ModifierClosure, context: FactoryContextType)?
  /// The version of `FactoryContext.current` for which `chosen` is valid.
  private let contextVersion: UInt32
  /// Whether this is one of the two constants, which have no settings and are never released.
  let isConstant: Bool

  package init(_ settings: PlanSettings, isConstant: Bool = false) {
    self.settings = settings
    self.isConstant = isConstant
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
  static let empty = Plan(PlanSettings(), isConstant: true)

  /// Whether `chosen` still holds.
  var isCurrent: Bool {
    settings.contexts.isEmpty || contextVersion == factory_context_current_version()
  }

  /// The closure that replaces the factory's own, if any.
  var override: ModifierClosure? { chosen?.override ?? settings.registration }

  /// What replaces the factory's own closure, as the trace shows it.
  var overrideDescription: String? {
    if let chosen { return "\(chosen.context)" }
    return settings.registration == nil ? nil : "registered"
  }

  /// How a lookup finds the instance of a factory with this plan; see `factory_table.h`.
  func lookup(_ scope: ScopeReference?, hasSingletonCell: Bool) -> Int {
    if settings.timeToLive != nil { return Int(FACTORY_READ_TIMED_PLAN) }
    if settings.parameterKey != nil { return Int(FACTORY_READ_PARAMETER_PLAN) }
    if settings.decorator != nil { return Int(FACTORY_READ_PLAN) }
    switch scope?.kind ?? .unique {
    case .unique:
      let hasOverrides =
        settings.registration != nil || !settings.contexts.isEmpty || !settings.layers.isEmpty
      return Int(hasOverrides ? FACTORY_READ_PLAN : FACTORY_CALL_DEFINITION)
    case .cached, .shared:
      return Int(FACTORY_USE_CELL)
    case .singleton:
      return Int(hasSingletonCell ? FACTORY_USE_SINGLETON : FACTORY_READ_PLAN)
    case .graph:
      return Int(FACTORY_USE_CYCLE)
    }
  }
}
