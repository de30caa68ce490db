// Factory, MIT licence; see LICENSE
//
// One change of a plan's settings.

/// A change of a plan by a modifier, a registration or a reset.
@usableFromInline
package enum Modification {
  /// With the scope that the same chain of modifiers has set before.
  case scope(ScopeReference, after: ScopeReference?)
  case registration(ModifierClosure?)
  case decorator(ModifierClosure)
  /// With the scope of the factory value.
  case shutdownHook(AnyShutdownHook, ScopeReference?)
  /// Never `.args`: each argument is a context.
  case context(FactoryContextType, ModifierClosure)
  case noContexts
  /// In nanoseconds.
  case timeToLive(UInt64)
  case scopeOnParameters(ParameterKey.Type)
  case once
}

extension PlanSettings {
  /// Whether a modifier in a factory's definition has no effect any more, because of `.once()`.
  /// - Parameter isAfterOnce: whether the modifier follows `.once()` in its chain of modifiers.
  package func isFixedByOnce(isAfterOnce: Bool) -> Bool { isOnce && !isAfterOnce }

  /// - Parameter earlier: the scope that the same chain of modifiers has set before.
  func isChanged(to scope: ScopeReference, after earlier: ScopeReference?) -> Bool {
    if self.scope == scope { return false }
    // A chain that sets several scopes has the last one. If another scope followed this one before,
    // it will probably follow again. If it does not, the resolution applies this one.
    let mayBeFollowed = earlier.map(earlierScopes.contains) ?? true
    return !(mayBeFollowed && earlierScopes.contains(scope))
  }

  func isChanged(by modification: Modification, isAfterOnce: Bool) -> Bool {
    switch modification {
    case .decorator, .context, .shutdownHook:
      return !isFixedByOnce(isAfterOnce: isAfterOnce)
    case .timeToLive(let limit):
      return !isFixedByOnce(isAfterOnce: isAfterOnce) && timeToLive != limit
    case .scopeOnParameters(let type):
      return !isFixedByOnce(isAfterOnce: isAfterOnce) && parameterKey != type
    case .once:
      return !isOnce
    case .scope, .registration, .noContexts:
      return true
    }
  }

  mutating func apply(_ modification: Modification) {
    switch modification {
    case .scope(let new, after: let earlier):
      scope = new
      earlierScopes = earlierScopes.filter { $0 != new }
      if let earlier, !earlierScopes.contains(earlier) { earlierScopes.append(earlier) }
    case .registration(let override):
      registration = override
      // A reset.
      if override == nil { (layerCounts, layers, members) = ([], [], []) }
    case .decorator(let decoration):
      decorator = decoration
    case .shutdownHook(let hook, _):
      shutdownHook = hook
    case .context(let context, let override):
      let new = ContextOverride(context: context, override: override)
      if let index = contexts.firstIndex(where: { $0.context == context }) {
        contexts[index] = new
      } else {
        contexts.append(new)
      }
    case .noContexts:
      contexts = []
    case .timeToLive(let limit):
      timeToLive = limit
    case .scopeOnParameters(let type):
      parameterKey = type
    case .once:
      isOnce = true
    }
  }
}
