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
  package var hook = Setting<InstanceHook>()
  /// Set for factories that are scoped on their parameters.
  var parameterKey = Setting<ParameterKey.Type>()
  /// How long an unused instance stays cached, in nanoseconds.
  var timeToLive = Setting<UInt64>()
  // Last, so that they lie in the padding.
  /// Whether `.once()` has been applied, so that the modifiers before it no longer apply.
  var isOnce = false
  /// The depth of the innermost container that has a registration.
  var depthOfRegistration: UInt32 = 0

  init() {}

  /// Here, because in another module the generic `Setting` is slow.
  package func hasHook(_ closure: ClosureIdentity, isOverride: Bool) -> Bool {
    hook[isOverride: isOverride]?.closure == closure
  }

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

  package subscript(isOverride isOverride: Bool) -> Value? {
    get { isOverride ? override : ofDefinition }
    set { if isOverride { override = newValue } else { ofDefinition = newValue } }
  }

  /// This setting of a child, completed by that of its parent.
  func completed(by outer: Self) -> Self {
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
  /// The version of `FactoryContext.current` for which `choice` is valid.
  private let contextVersion: UInt32
  /// The index of the context that holds; negative if no context holds.
  private let choice: Int32

  package init(_ values: consuming SettingValues) {
    // Read before the context itself, so that a change in between makes this choice outdated.
    contextVersion = values.contexts.isEmpty ? 0 : factory_context_current_version()
    let choice =
      values.contexts.isEmpty ? nil : FactoryContext.current.select(from: values.contexts)
    self.choice = choice.map(Int32.init) ?? -1
    self.values = values
  }

  /// The settings of a factory without modifiers.
  static let empty = Settings(SettingValues())

  var isEmpty: Bool { self === Settings.empty }

  /// The context that holds, and its closure; nil if no context holds.
  var chosen: ContextOverride? { choice < 0 ? nil : values.contexts[Int(choice)] }

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
  func lookup(_ scope: ScopeReference?) -> Int {
    if values.timeToLive.value != nil { return Int(FACTORY_READ_TIMED_SETTINGS) }
    if values.parameterKey.value != nil { return Int(FACTORY_READ_PARAMETER_SETTINGS) }
    if values.decorator.value != nil { return Int(FACTORY_READ_SETTINGS) }
    switch scope?.keeper ?? .nobody {
    case .nobody:
      if !values.contexts.isEmpty || !values.layers.isEmpty { return Int(FACTORY_READ_SETTINGS) }
      return Int(values.registration == nil ? FACTORY_CALL_DEFINITION : FACTORY_USE_OWN)
    case .container:
      return Int(FACTORY_USE_OWN)
    case .process:
      return Int(FACTORY_USE_SINGLETON)
    case .resolution:
      return Int(FACTORY_USE_CYCLE)
    }
  }
}

// MARK: -

// How modifiers, registrations and resets change settings. A new setting is added to `SettingValues` and its `haveNoExtra`, to
// `Modification`, and to `completed` and `ofDefinition` in `Inheritance.swift`; if lookups depend on it, also to
// `Settings.lookup`.

/// A change of settings by a modifier, a registration or a reset.
@usableFromInline
package enum Modification {
  /// With the scope that the same chain of modifiers has set before.
  case scope(ScopeReference, after: ScopeReference?)
  case registration(ModifierClosure?)
  case decorator(ModifierClosure)
  case hook(InstanceHook)
  /// Never `.args`: each argument is a context.
  case context(FactoryContextType, ModifierClosure)
  case noContexts
  /// In nanoseconds.
  case timeToLive(UInt64)
  case scopeOnParameters(ParameterKey.Type)
  case once
}

extension SettingValues {
  /// Whether a modifier in a factory's definition has no effect any more, because of `.once()`.
  /// - Parameter isAfterOnce: whether the modifier follows `.once()` in its chain of modifiers.
  package func isFixedByOnce(isAfterOnce: Bool) -> Bool { isOnce && !isAfterOnce }

  /// - Parameter earlier: the scope that the same chain of modifiers has set before.
  func isChanged(
    to scope: ScopeReference, after earlier: ScopeReference?, isAfterOnce: Bool
  ) -> Bool {
    if self.scope[isOverride: isAfterOnce] == scope { return false }
    // A chain that sets several scopes has the last one. If another scope followed this one before,
    // it will probably follow again. If it does not, the resolution applies this one.
    let mayBeFollowed = earlier.map(earlierScopes.contains) ?? true
    return !(mayBeFollowed && earlierScopes.contains(scope))
  }

  func isChanged(by modification: Modification, isAfterOnce: Bool) -> Bool {
    switch modification {
    case .decorator, .context, .hook:
      return !isFixedByOnce(isAfterOnce: isAfterOnce)
    case .timeToLive(let limit):
      return !isFixedByOnce(isAfterOnce: isAfterOnce)
        && timeToLive[isOverride: isAfterOnce] != limit
    case .scopeOnParameters(let type):
      return !isFixedByOnce(isAfterOnce: isAfterOnce)
        && parameterKey[isOverride: isAfterOnce] != type
    case .once:
      return !isOnce
    case .scope, .registration, .noContexts:
      return true
    }
  }

  mutating func apply(_ modification: Modification, _ origin: SettingOrigin) {
    switch modification {
    case .scope(let new, after: let earlier):
      scope[isOverride: origin.isOverride] = new
      earlierScopes = earlierScopes.filter { $0 != new }
      if let earlier, !earlierScopes.contains(earlier) { earlierScopes.append(earlier) }
    case .registration(let override):
      registration = override
      depthOfRegistration = override == nil ? 0 : origin.depth
      // A reset.
      if override == nil { (layerCounts, layers, members) = ([], [], []) }
    case .decorator(let decoration):
      decorator[isOverride: origin.isOverride] = decoration
    case .hook(let hook):
      self.hook[isOverride: origin.isOverride] = hook
    case .context(let context, let override):
      set(ContextOverride(context: context, override: override, origin: origin))
    case .noContexts:
      contexts = []
    case .timeToLive(let limit):
      timeToLive[isOverride: origin.isOverride] = limit
    case .scopeOnParameters(let type):
      parameterKey[isOverride: origin.isOverride] = type
    case .once:
      isOnce = true
    }
  }

  /// Those that override the definition's precede them, so that they are selected.
  private mutating func set(_ new: ContextOverride) {
    let isOverride = new.origin.isOverride
    if let index = contexts.firstIndex(where: {
      $0.context == new.context && $0.origin.isOverride == isOverride
    }) {
      contexts[index] = new
    } else {
      contexts.insert(new, at: isOverride ? 0 : contexts.count)
    }
  }
}
