// Factory, MIT licence; see LICENSE
//
// What changes an entry: one function for each kind of change. All of them return at once, also
// while the factory's closure is running somewhere.
import FactoryAtomics

extension Entry {
  /// Forgets what was set from outside, as far as `options` says. Instances stay: whoever resets
  /// drops them afterwards, so that what is built with the old settings meanwhile is overtaken.
  @inline(never)
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

  @inline(never)
  func save() -> ContainerSnapshot.SavedEntry {
    ContainerSnapshot.SavedEntry(
      scope: scope, options: options?.options ?? EntryOptions(), cell: cell.save())
  }

  /// Puts back what `save` returned; nothing, for an entry made since.
  @inline(never)
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
    let defaultScope = recordedDefaultScope
    core.withLock { state, _ in
      state.scopes.keep(recorded)
    }
    // Replaced under the lock: of two threads that record the same scope only one changes it, and
    // the other must not drop what was made since.
    let replaced = entry.replaceScope(by: recorded) ?? defaultScope
    // A singleton that this container only hears of now is not a change of scope.
    if let replaced, replaced != RecordedScope(recorded) { leave(replaced, entry, declaration) }
  }

  /// Drops what was made, or is being made, for a scope the factory no longer has; not what others
  /// made for the new one since.
  private func leave(
    _ scope: RecordedScope, _ entry: Entry, _ declaration: FactoryDeclaration
  ) {
    entry.cell.invalidate(scope.identity)
    dropSingleton(of: entry, in: scope, declaration)
  }

  /// Drops the factory's singleton, if that is its scope.
  func dropSingleton(
    of entry: Entry, in scope: RecordedScope?, _ declaration: FactoryDeclaration
  ) {
    guard let scope, scope.kind == Scope.Kind.singleton else { return }
    let current = scope.singleton.current
    // The scope owns the cell, and this reference keeps the scope.
    withExtendedLifetime(current) {
      singletonCell(of: entry, in: current, declaration.file, declaration.line).invalidate()
    }
  }
}
