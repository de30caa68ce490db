// Factory, MIT licence; see LICENSE
//
// One change of a plan's settings.

/// What a modifier, a registration or a reset changes in a plan.
@usableFromInline
enum Modification {
  /// With the scope that the same chain of modifiers has stated before.
  case scope(ScopeReference, after: ScopeReference?)
  case registration(AnyOverride?)
  case decorator(AnyOverride)
  /// Not `.args`: several arguments are as many contexts.
  case context(FactoryContextType, AnyOverride)
  case noContexts
  /// In nanoseconds.
  case timeToLive(UInt64)
  case scopeOnParameters(ParameterKey.Type)
  case once
}

extension PlanSettings {
  /// Whether a modifier in a factory's definition has no effect any more, because of `.once()`.
  /// - Parameter isPastOnce: whether `.once()` has been passed in the same chain of modifiers.
  func isSettled(isPastOnce: Bool) -> Bool { isOnce && !isPastOnce }

  /// - Parameter stated: the scope that the same chain of modifiers has stated before.
  func isChanged(to scope: ScopeReference, after stated: ScopeReference?) -> Bool {
    if self.scope == scope { return false }
    // A chain that names several scopes has the last one. If this one was followed by another before,
    // the other one will probably follow again; if not, the resolution applies this one.
    let mayBeFollowed = stated.map(superseded.contains) ?? true
    return !(mayBeFollowed && superseded.contains(scope))
  }

  func isChanged(by modification: Modification, isPastOnce: Bool) -> Bool {
    switch modification {
    case .decorator, .context:
      return !isSettled(isPastOnce: isPastOnce)
    case .timeToLive(let limit):
      return !isSettled(isPastOnce: isPastOnce) && timeToLive != limit
    case .scopeOnParameters(let type):
      return !isSettled(isPastOnce: isPastOnce) && parameterKey != type
    case .once:
      return !isOnce
    case .scope, .registration, .noContexts:
      return true
    }
  }

  mutating func apply(_ modification: Modification) {
    switch modification {
    case .scope(let new, after: let stated):
      scope = new
      superseded = superseded.filter { $0 != new }
      if let stated, !superseded.contains(stated) { superseded.append(stated) }
    case .registration(let override):
      registration = override
    case .decorator(let decoration):
      decorator = decoration
    case .context(let context, let override):
      contexts = contexts.filter { $0.context != context }
      contexts.append(ContextOverride(context: context, override: override))
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
