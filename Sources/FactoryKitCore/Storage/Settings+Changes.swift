// Factory, MIT licence; see LICENSE
//
// How modifiers, registrations and resets change settings. A new setting is added to `SettingValues` and its `haveNoExtra`, to
// `Modification`, and to `inheriting` and `ofDefinition` in `Settings+Inheritance.swift`; if lookups depend on it, also to
// `Settings.lookup`.
internal import FactoryCore

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
  func isChanged(to scope: ScopeReference, after earlier: ScopeReference?) -> Bool {
    if self.scope.value == scope { return false }
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
      return !isFixedByOnce(isAfterOnce: isAfterOnce) && timeToLive.value != limit
    case .scopeOnParameters(let type):
      return !isFixedByOnce(isAfterOnce: isAfterOnce) && parameterKey.value != type
    case .once:
      return !isOnce
    case .scope, .registration, .noContexts:
      return true
    }
  }

  mutating func apply(_ modification: Modification, _ origin: SettingOrigin) {
    switch modification {
    case .scope(let new, after: let earlier):
      scope.set(new, isOverride: origin.isOverride)
      earlierScopes = earlierScopes.filter { $0 != new }
      if let earlier, !earlierScopes.contains(earlier) { earlierScopes.append(earlier) }
    case .registration(let override):
      registration = override
      depthOfRegistration = override == nil ? 0 : origin.depth
      // A reset.
      if override == nil { (layerCounts, layers, members) = ([], [], []) }
    case .decorator(let decoration):
      decorator.set(decoration, isOverride: origin.isOverride)
    case .hook(let hook):
      self.hook.set(hook, isOverride: origin.isOverride)
    case .context(let context, let override):
      set(ContextOverride(context: context, override: override, origin: origin))
    case .noContexts:
      contexts = []
    case .timeToLive(let limit):
      timeToLive.set(limit, isOverride: origin.isOverride)
    case .scopeOnParameters(let type):
      parameterKey.set(type, isOverride: origin.isOverride)
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
