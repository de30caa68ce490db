// Factory, MIT licence; see LICENSE
//
// The rarely used part of an entry: what modifiers other than scopes have set.

/// What was set for one factory in one container, a value so that `push` can keep it.
struct EntryOptions {
  /// An `Override<P, T>`.
  var registration: AnyObject?
  /// `Override<P, T>` by context.
  var contexts = ContextOverrides()
  /// A `Decoration<T>`.
  var decorator: AnyObject?
  /// Nanoseconds an unused instance lives.
  var timeToLive: UInt64?
  /// An empty table, to make others like it.
  var parameterCells: ParameterCells?
  var isOnce = false
  var takesContextsAgain = false

  var traits: UInt32 {
    (registration != nil || !contexts.isEmpty ? Entry.Trait.overridden : 0)
      | (decorator != nil ? Entry.Trait.decorated : 0)
      | (timeToLive != nil ? Entry.Trait.timed : 0)
      | (parameterCells != nil ? Entry.Trait.perParameter : 0)
      | (isOnce ? Entry.Trait.once : 0)
      | (takesContextsAgain ? Entry.Trait.contextsAgain : 0)
  }
}

/// Options as an entry keeps them: never changed, only replaced, so a resolution that has them may
/// go on reading them.
final class SharedOptions {
  let options: EntryOptions

  init(_ options: EntryOptions) {
    self.options = options
  }
}

/// Closures by context: few, so they are searched through.
struct ContextOverrides {
  private var contexts: [FactoryContextType] = []
  private var overrides: [AnyObject] = []

  var isEmpty: Bool { contexts.isEmpty }

  @inline(never)
  func find(_ context: FactoryContextType) -> AnyObject? {
    let index = index(of: context)
    return index < contexts.count ? overrides[index] : nil
  }

  /// Past the end if it is not there.
  private func index(of context: FactoryContextType) -> Int {
    var index = 0
    while index < contexts.count, contexts[index] != context { index += 1 }
    return index
  }

  /// Sets a context's closure and returns the one before.
  @inline(never)
  mutating func replace(_ context: FactoryContextType, by override: AnyObject?) -> AnyObject? {
    guard let override else { return nil }
    let index = index(of: context)
    if index == contexts.count {
      contexts.append(context)
      overrides.append(override)
      return nil
    }
    let old = overrides[index]
    overrides[index] = override
    return old
  }
}

/// A closure that stands in for the factory's own.
@usableFromInline
final class Override<P, T> {
  let make: (P) -> T

  @usableFromInline
  init(_ make: @escaping (P) -> T) {
    self.make = make
  }
}

/// A decorator of one factory.
@usableFromInline
final class Decoration<T> {
  let apply: (T, Bool) -> Void

  @usableFromInline
  init(_ apply: @escaping (T, Bool) -> Void) {
    self.apply = apply
  }
}
