// Factory, MIT licence; see LICENSE
//
// What the modifiers do, without the factory's types: the modifiers themselves are compiled into
// the programs that use them.

/// What a modifier records, other than a scope.
@usableFromInline
enum Modification {
  // Numbers: an `enum` with cases would bring what makes it `Hashable` with it.

  /// A `Decoration<T>`.
  @_alwaysEmitIntoClient static var decorator: UInt8 { 0 }
  /// An `Override<P, T>` for some contexts.
  @_alwaysEmitIntoClient static var contexts: UInt8 { 1 }
  @_alwaysEmitIntoClient static var timeToLive: UInt8 { 2 }
  @_alwaysEmitIntoClient static var scopeOnParameters: UInt8 { 3 }
  @_alwaysEmitIntoClient static var once: UInt8 { 4 }
}

extension FactoryDefinition {
  // Each returns the factory's entry, made if need be.

  @usableFromInline
  func resetting(
    _ options: FactoryResetOptions, _ types: FactoryTypes
  ) -> Entry {
    var definition = self
    definition.reset(options, types)
    return definition.entryMakingIfNeeded(types)
  }

  /// Records one modification. One function for all kinds: what is done under the entry's lock is
  /// compiled once.
  @usableFromInline
  func record(
    _ modification: UInt8, _ types: FactoryTypes, object: AnyObject? = nil,
    contexts: [FactoryContextType] = [], nanoseconds: UInt64 = 0, key: ParameterKey.Type? = nil
  ) -> Entry {
    let made = entryMakingIfNeeded(types)
    var definition = with(made)
    let isOpen =
      switch modification {
      case Modification.decorator: definition.entryToModify(types) != nil
      case Modification.contexts: definition.entryToModifyContexts(types) != nil
      case Modification.timeToLive:
        definition.entryToModify(types) != nil
          && made.options?.options.timeToLive != nanoseconds
      case Modification.scopeOnParameters:
        definition.entryToModify(types) != nil && !made.isScopedOnParameters
      default:
        made.traits & (Trait.once | Trait.contextsAgain) != Trait.once
      }
    guard isOpen else { return made }
    // Whatever is replaced here, the entry holds until the lock is given back.
    var options = made.beginChange()
    switch modification {
    case Modification.decorator: options.decorator = object
    case Modification.contexts:
      for context in contexts {
        guard case .args(let arguments) = context else {
          options.contexts.replace(context, by: object)
          continue
        }
        // Several arguments are as many contexts.
        for argument in arguments { options.contexts.replace(.arg(argument), by: object) }
      }
    case Modification.timeToLive: options.timeToLive = nanoseconds
    case Modification.scopeOnParameters:
      options.parameterCells = key.map { ParameterCells($0) }
    default:
      options.isOnce = true
      options.takesContextsAgain = false
    }
    made.endChange(options)
    return made
  }
}
