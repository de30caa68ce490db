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

/// A scope that a factory no longer has, but may have an instance of.
typealias LeftScope = factory_left_scope

extension ContainerManager {
  /// Records a scope and returns the entry, made if need be. What was kept for the scope before is
  /// dropped, at once or, if nothing may be let go of, by the next one to use the container.
  @usableFromInline @inline(never)
  func record(
    _ scope: Scope, _ entry: Entry?, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    postponesDrop: Bool = false
  ) -> Entry {
    if !postponesDrop { leaveScopes() }
    let entry = entry ?? self.entry(declaration.name, types)
    if !declaration.isPastOnce, entry.traits & Trait.once != 0 { return entry }
    let recorded = scope.recorded
    if entry.isRecorded(recorded) { return entry }
    let defaultScope = recordedDefaultScope
    core.withLock { state, _ in
      state.scopes.keep(recorded)
    }
    // Replaced under the lock: of two threads that record the same scope only one changes it, and
    // the other must not drop what was made since.
    let replaced = entry.replaceScope(by: recorded) ?? defaultScope
    // A singleton that this container only hears of now is not a change of scope.
    if let replaced, replaced != RecordedScope(recorded) {
      let left = LeftScope(
        scope: replaced.pointer, entry: entry, file: declaration.file, line: declaration.line,
        next: nil)
      if postponesDrop { postpone(left) } else { leave(left) }
    }
    return entry
  }

  /// Has the next one to use the container drop what there may be of a scope. Until then it is not
  /// found: a cell says of which scope its instance is.
  private func postpone(_ left: LeftScope) {
    core.withLock { state, _ in
      var known = state.leftScopes
      while let other = known?.pointee {
        if other.entry == left.entry, other.scope == left.scope { return }
        known = other.next
      }
      let place = UnsafeMutablePointer<LeftScope>.allocate(capacity: 1)
      place.initialize(to: left)
      place.pointee.next = state.leftScopes
      state.leftScopes = place
    }
  }

  /// Drops what was postponed.
  @inline(never)
  func leaveScopes() {
    if core.traits & ContainerTrait.leavesScopes == 0 { return }
    var next = core.withLock { state, _ in
      let left = state.leftScopes
      state.leftScopes = nil
      return left
    }
    while let place = next {
      leave(place.pointee)
      next = place.pointee.next
      place.deallocate()
    }
  }

  /// Drops what was made, or is being made, for a scope the factory no longer has; not what others
  /// made for the new one since.
  @inline(never)
  private func leave(_ left: LeftScope) {
    let scope = RecordedScope(pointer: left.scope)
    left.entry.cell.invalidate(scope.identity)
    dropSingleton(of: left.entry, in: scope, left.file, left.line)
  }

  /// Drops the factory's singleton, if that is its scope.
  @inline(never)
  func dropSingleton(
    of entry: Entry, in scope: RecordedScope?, _ file: UnsafePointer<UInt8>, _ line: UInt32
  ) {
    guard let scope, scope.kind == FACTORY_SINGLETON_SCOPE else { return }
    let current = scope.singleton.current
    // The scope owns the cell, and this reference keeps the scope.
    withExtendedLifetime(current) {
      singletonCell(of: entry, in: current, file, line).invalidate()
    }
  }
}
