// Factory, MIT licence; see LICENSE
//
// What changes an entry: one function for each kind of change. All of them return at once, also
// while the factory's closure is running somewhere.
import FactoryAtomics

extension UnsafeMutablePointer<Entry> {
  /// Forgets what was set from outside, as far as `options` says. Instances stay: whoever resets
  /// drops them afterwards, so that what is built with the old settings meanwhile is overtaken.
  func forget(_ options: FactoryResetOptions) {
    switch options {
    case .all:
      withOptions { options, _ in options = EntryOptions() }
      cell.withLock { _, _ in factory_pointer_store(scopeWord, nil) }
    case .context:
      withOptions { options, _ in
        options.contexts = [:]
        options.takesContextsAgain = options.isOnce
      }
    case .registration:
      withOptions { options, _ in options.registration = nil }
    case .scope, .none:
      break
    }
  }

  func save() -> ContainerSnapshot.SavedEntry {
    ContainerSnapshot.SavedEntry(scope: scope, options: options, cell: cell.save())
  }

  /// Puts back what `save` returned; nothing, for an entry made since.
  func restore(_ saved: ContainerSnapshot.SavedEntry?) {
    withOptions { options, _ in options = saved?.options ?? EntryOptions() }
    cell.withLock { _, _ in
      factory_pointer_store(
        scopeWord, saved?.scope.map { Unmanaged.passUnretained($0).toOpaque() })
    }
    cell.restore(saved?.cell ?? SavedCell(instance: nil, parameters: nil))
  }
}

extension FactoryDefinition {
  /// The entry, made if need be, for a modifier that is to be recorded; nil if `.once()` says
  /// that what the factory's definition sets was set for good.
  @usableFromInline
  mutating func entryToModify(_ key: FactoryTypes) -> UnsafeMutablePointer<Entry>? {
    let entry = entryMakingIfNeeded(key)
    self.entry = entry
    let isSettled = entry.traits & Entry.Trait.once != 0
    return isSettled && !isPastOnce ? nil : entry
  }

  /// The same for contexts, which a reset of the contexts has the definition set once more.
  mutating func entryToModifyContexts(_ key: FactoryTypes) -> UnsafeMutablePointer<Entry>? {
    if let entry = entryToModify(key) { return entry }
    guard let entry else { return nil }
    let isReset = entry.traits & Entry.Trait.contextsAgain != 0
    return isReset ? entry : nil
  }

  /// Records a scope. What was kept for the one before is dropped.
  @usableFromInline
  mutating func record(scope: Scope, _ types: FactoryTypes) {
    guard let entry = entryToModify(types) else { return }
    let recorded = scope.recorded
    let pointer = Unmanaged.passUnretained(recorded).toOpaque()
    if factory_pointer_load(entry.scopeWord) == pointer { return }
    let defaultScope = manager.defaultScope
    manager.core.withLock { state, _ in
      state.scopes[ObjectIdentifier(recorded)] = recorded
    }
    // Compared again under the lock: of two threads that record the same scope only one changes
    // it, and the other must not drop what was made since.
    let replaced: Scope? = entry.cell.withLock { _, _ in
      let old = entry.scope ?? defaultScope
      factory_pointer_store(entry.scopeWord, pointer)
      return old
    }
    // A singleton that this container only hears of now is not a change of scope.
    if let replaced, replaced !== recorded { leave(replaced, entry) }
  }

  /// Drops what was made, or is being made, for a scope the factory no longer has; not what others
  /// made for the new one since.
  private func leave(_ scope: Scope, _ entry: UnsafeMutablePointer<Entry>) {
    entry.cell.invalidate(scope: ObjectIdentifier(scope))
    if let singleton = scope as? Scope.Singleton {
      dropSingleton(of: entry, in: singleton)
    }
  }

  private func dropSingleton(
    of entry: UnsafeMutablePointer<Entry>, in scope: Scope.Singleton
  ) {
    let current = scope.current
    // The scope owns the cell, and this reference keeps the scope.
    withExtendedLifetime(current) { singletonCell(of: entry, in: current).invalidate() }
  }

  /// Drops the factory's instances, singletons included.
  func dropInstances(of entry: UnsafeMutablePointer<Entry>, in scope: Scope?) {
    entry.cell.invalidate()
    if let singleton = scope as? Scope.Singleton {
      dropSingleton(of: entry, in: singleton)
    }
  }

  /// Registers a closure in place of the factory's own.
  mutating func record<P, T>(
    registration: @escaping (P) -> T, _ types: FactoryTypes
  ) {
    if manager.mustAutoRegister {
      manager.autoRegisterAgain()
    }
    let entry = entryMakingIfNeeded(types)
    self.entry = entry
    let override = Override(registration)
    entry.withOptions { options, _ in options.registration = override }
    // Inside `autoRegister` instances stay: a new container must not undo the singletons.
    if factory_current_thread().pointee.auto_registering == 0 {
      dropInstances(of: entry, in: entry.scope ?? manager.defaultScope)
    }
  }

  /// Resets this one factory.
  mutating func reset(_ options: FactoryResetOptions, _ types: FactoryTypes) {
    let entry = entryMakingIfNeeded(types)
    self.entry = entry
    let scope = entry.scope ?? manager.defaultScope
    entry.forget(options)
    if options == .all || options == .scope { dropInstances(of: entry, in: scope) }
  }

  @usableFromInline
  func entryMakingIfNeeded(_ types: FactoryTypes) -> UnsafeMutablePointer<Entry> {
    entry
      ?? manager.core.entry(
        for: EntryKey(
          name: declaration.name.start, nameLength: UInt32(declaration.name.count),
          type: types.result, parameterType: types.parameter))
  }
}

/// The types of a factory, as they are part of its key.
@usableFromInline
struct FactoryTypes {
  @usableFromInline let parameter: ObjectIdentifier
  @usableFromInline let result: ObjectIdentifier

  @inlinable
  init<P, T>(_: P.Type, _: T.Type) {
    parameter = ObjectIdentifier(P.self)
    result = ObjectIdentifier(T.self)
  }
}
