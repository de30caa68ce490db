// Factory, MIT licence; see LICENSE
//
// What the modifiers do, without the factory's types: the modifiers themselves are compiled into
// the programs that use them.
import FactoryAtomics

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

extension ContainerManager {
  // Each gets the parts of a factory's definition, and returns its entry, made if need be.

  /// Registers a closure, as an `Override<P, T>`, in place of the factory's own.
  @usableFromInline
  func register(
    _ override: consuming AnyObject, _ entry: Entry?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Entry {
    leaveScopes()
    if mustAutoRegister { autoRegisterAgain() }
    let entry = entry ?? self.entry(declaration.name, types)
    // Inside `autoRegister` instances stay: a new container must not undo the singletons.
    let drops = factory_current_thread().pointee.auto_registering == 0
    entry.register(override, droppingInstances: drops)
    if drops {
      dropSingleton(
        of: entry, in: entry.recordedScope ?? recordedDefaultScope, declaration.file,
        declaration.line)
    }
    return entry
  }

  /// Resets one factory.
  @usableFromInline
  func reset(
    _ options: FactoryResetOptions, _ entry: Entry?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Entry {
    leaveScopes()
    let entry = entry ?? self.entry(declaration.name, types)
    let scope = entry.recordedScope ?? recordedDefaultScope
    switch options {
    case .all: entry.clear(droppingInstances: true)
    case .scope: entry.cell.invalidate()
    default: entry.forget(options)
    }
    if options == .all || options == .scope {
      dropSingleton(of: entry, in: scope, declaration.file, declaration.line)
    }
    return entry
  }

  /// Records one modification. One function for all kinds: what is done under the entry's lock is
  /// compiled once.
  @usableFromInline
  func record(
    _ modification: UInt8, _ entry: Entry?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes, object: AnyObject?, contexts: [FactoryContextType],
    nanoseconds: UInt64, key: ParameterKey.Type?
  ) -> Entry {
    leaveScopes()
    let made = entry ?? self.entry(declaration.name, types)
    let traits = made.traits
    // After `.once()` what the factory's definition sets was set for good, but for contexts after a
    // reset of the contexts.
    let isSettled = traits & Trait.once != 0 && !declaration.isPastOnce
    let isOpen =
      switch modification {
      case Modification.decorator: !isSettled
      case Modification.contexts: !isSettled || traits & Trait.contextsAgain != 0
      case Modification.timeToLive:
        !isSettled && made.options?.options.timeToLive != nanoseconds
      case Modification.scopeOnParameters: !isSettled && !made.isScopedOnParameters
      default: traits & (Trait.once | Trait.contextsAgain) != Trait.once
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
