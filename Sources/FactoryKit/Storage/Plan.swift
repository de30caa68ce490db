// Factory, MIT licence; see LICENSE
//
// What a resolution of one factory has to do: one immutable value, replaced as a whole whenever a
// modifier changes something.
internal import FactoryCore

/// Everything that modifiers have set for one factory in one container.
struct PlanSettings {
  /// The scope given by a modifier; nil if the container's default applies.
  var scope: ScopeReference?
  /// The scopes that a chain of modifiers named before `scope`: a definition that names several, such
  /// as `self { … }.unique.cached`, has the last one, and must not change its scope on each read.
  var superseded: [ScopeReference] = []
  /// An `Override<P, T>`.
  var registration: AnyOverride?
  /// `Override<P, T>` by context.
  var contexts: [ContextOverride] = []
  /// A `Decoration<T>`.
  var decorator: AnyOverride?
  /// Nanoseconds that an unused instance stays cached.
  var timeToLive: UInt64?
  /// Set for factories that are scoped on their parameters.
  var parameterKey: ParameterKey.Type?
  /// Whether what the definition states before `.once()` was applied for good.
  var isOnce = false
}

/// The closure for one context.
struct ContextOverride {
  let context: FactoryContextType
  let override: AnyOverride
}

/// An immutable plan. Read under the lock of the entry's cell, which also guards replacing it.
final class Plan: @unchecked Sendable {
  // Sendable: never changed. The closures in it run where the factory is resolved.
  let settings: PlanSettings
  /// The closure of the context that holds, if one does.
  let chosen: (override: AnyOverride, context: FactoryContextType)?
  /// The version of `FactoryContext.current` for which `chosen` was chosen.
  private let contextVersion: UInt32

  init(_ settings: PlanSettings) {
    self.settings = settings
    if settings.contexts.isEmpty {
      chosen = nil
      contextVersion = 0
    } else {
      // Read before the context itself: a change in between makes this choice outdated.
      contextVersion = factory_context_current_version()
      chosen = FactoryContext.current.select(from: settings.contexts)
    }
  }

  /// The plan of a factory without modifiers.
  static let empty = Plan(PlanSettings())

  /// Whether `chosen` still holds.
  var isCurrent: Bool {
    settings.contexts.isEmpty || contextVersion == factory_context_current_version()
  }

  /// The closure that replaces the factory's own, if any.
  var override: AnyOverride? { chosen?.override ?? settings.registration }

  /// What replaces the factory's own closure, in the words of the trace.
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
      let hasOverrides = settings.registration != nil || !settings.contexts.isEmpty
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

/// A closure that a modifier was given, without its type.
@usableFromInline
class AnyOverride {
  let closure: ClosureIdentity

  init(_ closure: ClosureIdentity) {
    self.closure = closure
  }
}

/// A closure that replaces the factory's own.
@usableFromInline
final class Override<P, T>: AnyOverride {
  @usableFromInline let make: (P) -> T

  @usableFromInline
  init(_ make: @escaping (P) -> T, _ closure: ClosureIdentity) {
    self.make = make
    super.init(closure)
  }
}

/// A decorator of one factory.
@usableFromInline
final class Decoration<T>: AnyOverride {
  let apply: (T, Bool) -> Void

  @usableFromInline
  init(_ apply: @escaping (T, Bool) -> Void, _ closure: ClosureIdentity) {
    self.apply = apply
    super.init(closure)
  }
}

/// Identifies a closure by its function and its captured context.
///
/// A modifier in a factory's definition is applied again on every read. If its closure is identical to
/// the one that is stored, nothing has to change and nothing is allocated: that holds for closures
/// that capture nothing, and for those that capture a single reference. The stored closure keeps its
/// context alive, so no other closure can have the same identity meanwhile.
@usableFromInline
@frozen
struct ClosureIdentity: Equatable {
  @usableFromInline let function: UInt
  @usableFromInline let context: UInt

  /// - Parameter closure: a value of a function type.
  @_alwaysEmitIntoClient @inline(__always)
  init<Closure>(of closure: Closure) {
    // A thick function is two words. They are only compared, never called through.
    precondition(MemoryLayout<Closure>.size == 2 * MemoryLayout<UInt>.size)
    (function, context) = withUnsafeBytes(of: closure) {
      (
        $0.load(as: UInt.self),
        $0.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
      )
    }
  }
}
