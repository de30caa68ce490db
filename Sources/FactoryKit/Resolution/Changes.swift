// Factory, MIT licence; see LICENSE
//
// What modifiers, registrations and resets change: one function for each kind of change. All of them
// return at once, also while the factory's closure is running on some thread.
internal import FactoryCore

extension ContainerManager {
  // MARK: Scopes

  /// Gives a factory a scope, and evicts what the previous one kept. Returns the scope that the factory
  /// value states from now on. `stated` is the one that its chain of modifiers has stated before.
  @usableFromInline @inline(never)
  func changeScope(
    _ scope: Scope, _ stated: ScopeReference?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> ScopeReference? {
    let scope = scope.origin
    let plan = core.withLock { state, _ in state.retain(scope) }
    let reference = ScopeReference(scope)
    return core.entry(declaration.key(types)).withLock(core) { locked, garbage in
      // `.once()` has been applied: the modifiers before it no longer have an effect.
      if locked.withPlan({ $0.settings.isSettled(isPastOnce: declaration.isPastOnce) }) {
        return locked.withPlan { $0.settings.scope }
      }
      if locked.withPlan({ $0.settings.isChanged(to: reference, after: stated) }) {
        setScope(
          reference, plan, superseding: stated, locked, declaration.file, declaration.line,
          &garbage)
      }
      return reference
    }
  }

  /// Gives a factory the scope that its value states. Called with the entry's lock held.
  func setScope(
    _ scope: ScopeReference, _ locked: LockedEntry, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ garbage: inout Garbage
  ) {
    setScope(scope, nil, superseding: nil, locked, file, line, &garbage)
  }

  /// - Parameter plan: the plan of factories that have this scope and nothing else.
  @inline(never)
  private func setScope(
    _ scope: ScopeReference, _ plan: Plan?, superseding stated: ScopeReference?,
    _ locked: LockedEntry, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ garbage: inout Garbage
  ) {
    locked.willChange()
    let previous = locked.scope
    if let plan, stated == nil, locked.withPlan({ $0 === Plan.empty }) {
      locked.replace(plan, &garbage)
    } else {
      locked.apply(.scope(scope, after: stated), &garbage)
    }
    // If there was no scope before, nothing changes: an existing singleton must stay.
    if let previous, previous != scope {
      locked.evict(&garbage)
      evictSingleton(locked, previous, file, line, &garbage)
    }
  }

  // MARK: Registrations

  /// Registers a closure in place of the factory's own.
  @usableFromInline @inline(never)
  func register(
    _ override: AnyOverride, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) {
    let registration = factory_core_auto_registers(core) ? ensureAutoRegistered() : .done
    // Inside of this container's `autoRegister` instances stay: a new container must not undo the
    // singletons.
    let evicts = registration != .inside
    core.entry(declaration.key(types)).withLock(core) { locked, garbage in
      locked.willChange()
      locked.apply(.registration(override), &garbage)
      guard evicts else { return }
      locked.evict(&garbage)
      evictSingleton(locked, locked.scope, declaration.file, declaration.line, &garbage)
    }
  }

  // MARK: Other modifiers

  /// Whether the factory already has this very closure for a context.
  @usableFromInline @inline(never)
  func hasContext(
    _ context: FactoryContextType, _ closure: ClosureIdentity, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Bool {
    core.entry(declaration.key(types)).readPlan(core) { plan in
      if plan.settings.isSettled(isPastOnce: declaration.isPastOnce) { return true }
      for known in plan.settings.contexts
      where known.override.closure == closure && known.context == context {
        return true
      }
      return false
    }
  }

  /// Whether the factory already has this very decorator.
  @usableFromInline @inline(never)
  func hasDecorator(
    _ closure: ClosureIdentity, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    core.entry(declaration.key(types)).readPlan(core) { plan in
      plan.settings.isSettled(isPastOnce: declaration.isPastOnce)
        || plan.settings.decorator?.closure == closure
    }
  }

  /// Applies a modifier. Does nothing if it says what the plan says already.
  @usableFromInline @inline(never)
  func change(
    _ modification: Modification, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) {
    let entry = core.entry(declaration.key(types))
    // The key depends on the factory's types only, so there is nothing to compare.
    if case .scopeOnParameters = modification,
      Int(factory_entry_action(entry)) == FACTORY_FOLLOW_PARAMETER_PLAN
    {
      return
    }
    guard
      entry.readPlan(
        core, { $0.settings.isChanged(by: modification, isPastOnce: declaration.isPastOnce) })
    else {
      return
    }
    entry.withLock(core) { locked, garbage in
      // Another thread may have applied `.once()` meanwhile.
      guard
        locked.withPlan({
          $0.settings.isChanged(by: modification, isPastOnce: declaration.isPastOnce)
        })
      else { return }
      locked.willChange()
      locked.apply(modification, &garbage)
    }
  }

  // MARK: Resets

  /// Resets one factory.
  @usableFromInline @inline(never)
  func reset(
    _ options: FactoryResetOptions, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) {
    core.entry(declaration.key(types)).withLock(core) { locked, garbage in
      let scope = locked.scope
      locked.willChange()
      locked.forget(options, &garbage)
      if options == .all || options == .scope {
        locked.evict(&garbage)
        evictSingleton(locked, scope, declaration.file, declaration.line, &garbage)
      }
    }
  }

  // MARK: Singletons

  /// The factory's cell in a singleton scope, and the scope if that has to be kept for as long as the
  /// cell is used. It is nil for the process's scope, which is never released; its cell is
  /// remembered in the entry.
  @inline(never)
  func singletonCell(
    _ locked: LockedEntry, _ singletons: Scope.Singleton, _ file: UnsafePointer<UInt8>,
    _ line: UInt32
  ) -> (cell: Cell, owner: Scope.Singleton?) {
    let isProcess = singletons === Scope.Singleton.process
    if isProcess, let cell = factory_entry_singleton(locked.entry) { return (Cell(cell), nil) }
    let cell = singletons.store.cell(
      for: locked.entry.pointee.key, of: ObjectIdentifier(containerType), declaredAt: file, line)
    guard isProcess else { return (cell, singletons) }
    factory_entry_set_singleton(locked.entry, cell.shared)
    locked.updateLookup()
    return (cell, nil)
  }

  /// Evicts the factory's singleton, if that is its scope.
  @inline(never)
  private func evictSingleton(
    _ locked: LockedEntry, _ scope: ScopeReference?, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ garbage: inout Garbage
  ) {
    guard let scope, scope.kind == .singleton else { return }
    let (cell, owner) = singletonCell(locked, scope.singleton.current, file, line)
    cell.lock().evict(&garbage)
    cell.unlock(&garbage)
    if let owner { garbage.add(owner) }
  }
}

extension LockedEntry {
  /// Forgets what was set from outside, as far as `options` says. Instances stay.
  @inline(never)
  func forget(_ options: FactoryResetOptions, _ garbage: inout Garbage) {
    switch options {
    case .all:
      replace(Plan.empty, &garbage)
    case .context:
      apply(.noContexts, &garbage)
    case .registration:
      apply(.registration(nil), &garbage)
    case .scope, .none:
      break
    }
  }

  /// Whether a resolution has to give the factory the scope that its value states: it was reset
  /// meanwhile, or the end of the chain that the value comes from did not follow.
  func mustTake(_ stated: ScopeReference) -> Bool {
    withPlan { plan in
      plan.settings.scope != stated && (plan.settings.scope == nil || !plan.settings.isOnce)
    }
  }
}
