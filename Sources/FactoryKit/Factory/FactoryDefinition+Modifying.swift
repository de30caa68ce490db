// Factory, MIT licence; see LICENSE
//
// What the modifiers do, without the factory's types: the modifiers themselves are compiled into
// the programs that use them.

/// What a modifier records, other than a scope.
@usableFromInline
enum Modification {
  /// A `Decoration<T>`.
  case decorator
  /// An `Override<P, T>` for some contexts.
  case contexts
  case timeToLive
  case scopeOnParameters
  case once
}

extension FactoryDefinition {
  // Each returns the factory's entry, made if need be.

  /// Registers a closure, as an `Override<P, T>`.
  @usableFromInline
  func registering(_ override: AnyObject, _ types: FactoryTypes) -> UnsafeMutablePointer<Entry> {
    var definition = self
    definition.record(registration: override, types)
    return definition.entryMakingIfNeeded(types)
  }

  @usableFromInline
  func resetting(
    _ options: FactoryResetOptions, _ types: FactoryTypes
  ) -> UnsafeMutablePointer<Entry> {
    var definition = self
    definition.reset(options, types)
    return definition.entryMakingIfNeeded(types)
  }

  /// Records one modification. One function for all kinds: what is done under the entry's lock is
  /// compiled once.
  @usableFromInline
  func record(
    _ modification: Modification, _ types: FactoryTypes, object: AnyObject? = nil,
    contexts: [FactoryContextType] = [], nanoseconds: UInt64 = 0, key: ParameterKey.Type? = nil
  ) -> UnsafeMutablePointer<Entry> {
    let made = entryMakingIfNeeded(types)
    var definition = with(made)
    let isOpen =
      switch modification {
      case .decorator: definition.entryToModify(types) != nil
      case .contexts: definition.entryToModifyContexts(types) != nil
      case .timeToLive:
        definition.entryToModify(types) != nil
          && made.options?.options.timeToLive != nanoseconds
      case .scopeOnParameters:
        definition.entryToModify(types) != nil && !made.isScopedOnParameters
      case .once:
        made.traits & (Entry.Trait.once | Entry.Trait.contextsAgain) != Entry.Trait.once
      }
    guard isOpen else { return made }
    made.withOptions { options, garbage in
      switch modification {
      case .decorator: options.decorator = object
      case .contexts:
        for context in contexts {
          guard case .args(let arguments) = context else {
            garbage.add(options.contexts.replace(context, by: object))
            continue
          }
          // Several arguments are as many contexts.
          for argument in arguments {
            garbage.add(options.contexts.replace(.arg(argument), by: object))
          }
        }
      case .timeToLive: options.timeToLive = nanoseconds
      case .scopeOnParameters: options.parameterCells = key.map { AnyParameterCells($0) }
      case .once:
        options.isOnce = true
        options.takesContextsAgain = false
      }
    }
    return made
  }
}
