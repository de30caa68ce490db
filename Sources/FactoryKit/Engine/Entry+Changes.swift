// Factory, MIT licence; see LICENSE
//
// What changes an entry: one function for each kind of change. All of them return at once, also
// while the factory's closure is running somewhere.
import FactoryAtomics

extension Entry {
  /// Forgets what was set from outside, as far as `options` says. Instances stay: whoever resets
  /// drops them afterwards, so that what is built with the old settings meanwhile is overtaken.
  func forget(_ options: FactoryResetOptions) {
    switch options {
    case .all:
      clear(droppingInstances: false)
    case .context:
      var options = beginChange()
      options.contexts = ContextOverrides()
      options.takesContextsAgain = options.isOnce
      endChange(options)
    case .registration:
      var options = beginChange()
      options.registration = nil
      endChange(options)
    case .scope, .none:
      break
    }
  }

  func save() -> ContainerSnapshot.SavedEntry {
    ContainerSnapshot.SavedEntry(
      scope: scope, options: options?.options ?? EntryOptions(), cell: cell.save())
  }

  /// Puts back what `save` returned; nothing, for an entry made since.
  func restore(_ saved: ContainerSnapshot.SavedEntry?) {
    _ = beginChange()
    endChange(saved?.options ?? EntryOptions())
    replaceScope(by: saved?.scope)
    cell.restore(saved?.cell ?? SavedCell())
  }
}

extension ContainerManager {
  /// Records a scope and returns the entry, made if need be. What was kept for the scope before is
  /// dropped.
  @usableFromInline @inline(never)
  func record(
    _ scope: Scope, _ entry: Entry?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Entry {
    let entry = entry ?? self.entry(declaration.name, types)
    record(scope, entry, declaration)
    return entry
  }

  private func record(
    _ scope: Scope, _ entry: Entry, _ declaration: FactoryDeclaration
  ) {
    if !declaration.isPastOnce, entry.traits & Trait.once != 0 { return }
    let recorded = scope.recorded
    if entry.isRecorded(recorded) { return }
    let defaultScope = defaultScope
    core.withLock { state, _ in
      state.scopes.keep(recorded)
    }
    // Replaced under the lock: of two threads that record the same scope only one changes it, and
    // the other must not drop what was made since.
    let replaced = entry.replaceScope(by: recorded) ?? defaultScope
    // A singleton that this container only hears of now is not a change of scope.
    if let replaced, replaced !== recorded { leave(replaced, entry, declaration) }
  }

  /// Drops what was made, or is being made, for a scope the factory no longer has; not what others
  /// made for the new one since.
  private func leave(
    _ scope: Scope, _ entry: Entry, _ declaration: FactoryDeclaration
  ) {
    entry.cell.invalidate { $0 == ObjectIdentifier(scope) }
    dropSingleton(of: entry, in: scope, declaration)
  }

  fileprivate func dropSingleton(
    of entry: Entry, in scope: Scope?, _ declaration: FactoryDeclaration
  ) {
    guard let scope, scope.kind == .singleton else { return }
    // Only that class is of this kind.
    let current = unsafeDowncast(scope, to: Scope.Singleton.self).current
    // The scope owns the cell, and this reference keeps the scope.
    withExtendedLifetime(current) {
      singletonCell(of: entry, in: current, declaration.file, declaration.line).invalidate()
    }
  }
}

extension FactoryDefinition {
  /// The entry of this value, or of its key; made if need be.
  func entryMakingIfNeeded(_ types: FactoryTypes) -> Entry {
    entry ?? manager.entry(declaration.name, types)
  }

  /// The entry, made if need be, for a modifier that is to be recorded; nil if `.once()` says
  /// that what the factory's definition sets was set for good.
  mutating func entryToModify(_ types: FactoryTypes) -> Entry? {
    let entry = entryMakingIfNeeded(types)
    self.entry = entry
    let isSettled = entry.traits & Trait.once != 0
    return isSettled && !declaration.isPastOnce ? nil : entry
  }

  /// The same for contexts, which a reset of the contexts has the definition set once more.
  mutating func entryToModifyContexts(_ types: FactoryTypes) -> Entry? {
    if let entry = entryToModify(types) { return entry }
    guard let entry else { return nil }
    let isReset = entry.traits & Trait.contextsAgain != 0
    return isReset ? entry : nil
  }

  /// Registers a closure, as an `Override<P, T>`, in place of the factory's own.
  @usableFromInline
  mutating func record(registration: AnyObject, _ types: FactoryTypes) {
    if manager.mustAutoRegister { manager.autoRegisterAgain() }
    let entry = entryMakingIfNeeded(types)
    self.entry = entry
    // Inside `autoRegister` instances stay: a new container must not undo the singletons.
    let drops = factory_current_thread().pointee.auto_registering == 0
    entry.register(registration, droppingInstances: drops)
    if drops {
      manager.dropSingleton(of: entry, in: entry.scope ?? manager.defaultScope, declaration)
    }
  }

  /// Resets this one factory.
  mutating func reset(_ options: FactoryResetOptions, _ types: FactoryTypes) {
    let entry = entryMakingIfNeeded(types)
    self.entry = entry
    let scope = entry.scope ?? manager.defaultScope
    switch options {
    case .all: entry.clear(droppingInstances: true)
    case .scope: entry.cell.invalidate()
    default: entry.forget(options)
    }
    if options == .all || options == .scope {
      manager.dropSingleton(of: entry, in: scope, declaration)
    }
  }
}
