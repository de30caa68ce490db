// Factory, MIT licence; see LICENSE
//
// The changes made by modifiers, registrations and resets: one function for each kind of change.
// None of them waits for a factory's closure that is running on another thread.
//
// Those that evict instances have the scope of the factory value as an argument, because a reset may have
// removed that scope from the settings since the value was created. The next resolution through the value sets it
// again, and must not find the old singleton.
package import FactoryCore

extension ContainerManager {
  // MARK: Scopes

  /// Sets a factory's scope. Returns the scope that the factory value has from now on. `earlier` is the
  /// scope that its chain of modifiers has set before.
  @usableFromInline @inline(never)
  func setScope(
    _ scope: Scope, after earlier: ScopeReference?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> ScopeReference? {
    let reference = ScopeReference(scope)
    if hasScope(reference, declaration, types) { return reference }
    return changeScope(scope, earlier, declaration, types)
  }

  /// The same for the built-in scope of a kind, without accessing the scope if the factory has it.
  @usableFromInline @inline(never)
  func setScope(
    ofKind kind: Int, after earlier: ScopeReference?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> ScopeReference? {
    if let address = factory_built_in_scope(kind) {
      let scope = ScopeReference(address: address)
      if hasScope(scope, declaration, types) { return scope }
    }
    return changeScope(Scope.builtIn(kind), earlier, declaration, types)
  }

  private func hasScope(
    _ scope: ScopeReference, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    factory_has_scope(
      core, declaration.name, declaration.keyFile, types.result, types.parameter, scope.address)
  }

  /// Changes a factory's scope, and evicts the instances cached under the previous one.
  @inline(never)
  private func changeScope(
    _ scope: Scope, _ earlier: ScopeReference?, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> ScopeReference? {
    let scope = scope.origin
    let reference = ScopeReference(scope)
    let (entry, settings, isCreated) = core.entry(
      declaration.key(types), for: scope, isFirst: earlier == nil)
    if isCreated { return reference }
    return entry.withLock(core) { locked, garbage in
      // `.once()` has been applied, so the modifiers before it no longer have an effect. The entry of a child
      // has no scope if a parent's scope was enough at that time.
      if locked.withOwnSettings({
        $0.values.scope.value != nil
          && $0.values.isFixedByOnce(isAfterOnce: declaration.isAfterOnce)
      }) {
        return locked.withSettings { $0.values.scope.value }
      }
      let isChanged = locked.withOwnSettings { settings in
        settings.values.isChanged(to: reference, after: earlier)
          // A child's definition has the same scope, but its parent was given another one.
          || core.parent != nil && declaration.isAfterOnce
            && settings.values.scope.override == nil
      }
      if isChanged {
        setScope(
          reference, settings, after: earlier, locked, declaration.file, declaration.line,
          isAfterOnce: declaration.isAfterOnce, &garbage)
      }
      // The factory, or its parent's, may have got another scope after `.once()`.
      return locked.withSettings { settings in
        settings.values.scope.override ?? reference
      }
    }
  }

  /// Sets a factory's scope to the one of a factory value. Called with the entry's lock held.
  func setScope(
    _ scope: ScopeReference, _ locked: LockedEntry, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ garbage: inout Garbage
  ) {
    setScope(scope, nil, after: nil, locked, file, line, isAfterOnce: false, &garbage)
  }

  /// - Parameter settings: the settings of factories that have this scope and no other setting.
  @inline(never)
  private func setScope(
    _ scope: ScopeReference, _ settings: Settings?, after earlier: ScopeReference?,
    _ locked: LockedEntry, _ file: UnsafePointer<UInt8>, _ line: UInt32, isAfterOnce: Bool,
    _ garbage: inout Garbage
  ) {
    locked.willChange()
    let previous = locked.scope
    if let settings, earlier == nil, !isAfterOnce, locked.withOwnSettings({ $0.isConstant }) {
      locked.replace(settings, &garbage)
    } else {
      locked.apply(.scope(scope, after: earlier), isAfterOnce: isAfterOnce, &garbage)
    }
    // Without a previous scope, nothing is evicted: an existing singleton must stay.
    if let previous, previous != locked.scope {
      locked.evict(&garbage)
      evictSingleton(locked, previous, file, line, &garbage)
    }
  }

  // MARK: Registrations

  /// Registers a closure that replaces the factory's own.
  @usableFromInline @inline(never)
  package func register(
    _ override: ModifierClosure, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    let (entry, evicts) = changeRegistration(declaration, types, scope, isInheriting: false) {
      locked, garbage in
      if declaration.isPromise { locked.markAsPromise() }
      // Brings a child's settings up to date.
      locked.apply(.registration(override), &garbage)
      return true
    }
    #if DEBUG
      // A registration in `autoRegister` is usually meant for the cases in which no context holds.
      if evicts, let chosen = entry.settings(core).chosen {
        Log.writeOnce(Message.outranked(describe(declaration, types), by: "\(chosen.context)"))
      }
    #endif
  }

  /// Changes what is registered for a factory, and evicts its instances. Returns whether it has.
  /// - Parameters:
  ///   - mayEvict: false if the factory's definition makes the change.
  ///   - isInheriting: false if `change` does not need a child's settings to be up to date.
  ///   - change: returns whether it has changed the settings.
  @discardableResult
  package func changeRegistration(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ scope: ScopeReference?,
    mayEvict: Bool = true, isInheriting: Bool = true, _ change: (LockedEntry, inout Garbage) -> Bool
  ) -> (entry: Entry, evicts: Bool) {
    let registration = core.hasFlag(Int(FACTORY_AUTO_REGISTERS)) ? ensureAutoRegistered() : .done
    // Inside this container's `autoRegister`, instances stay: creating a container must not evict
    // singletons.
    let evicts = mayEvict && registration != .inside
    let entry = core.entry(declaration.key(types))
    entry.withLock(core, isInheriting: isInheriting) { locked, garbage in
      locked.willChange()
      guard change(locked, &garbage), evicts else { return }
      locked.evict(&garbage)
      evictSingletons(locked, locked.scope, of: scope, declaration, &garbage)
    }
    return (entry, evicts)
  }

  // MARK: Other modifiers

  /// Whether the factory already has an identical closure for a context.
  @usableFromInline @inline(never)
  package func hasContext(
    _ context: FactoryContextType, _ closure: ClosureIdentity, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Bool {
    core.entry(declaration.key(types)).readOwnSettings(core) { settings in
      if settings.values.isFixedByOnce(isAfterOnce: declaration.isAfterOnce) { return true }
      // The first one of a context is in force.
      let known = settings.values.contexts.first { $0.context == context }
      return known?.override.closure == closure
    }
  }

  /// Whether the factory already has an identical decorator.
  @usableFromInline @inline(never)
  func hasDecorator(
    _ closure: ClosureIdentity, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    core.entry(declaration.key(types)).readOwnSettings(core) { settings in
      settings.values.isFixedByOnce(isAfterOnce: declaration.isAfterOnce)
        || settings.values.decorator.value?.closure == closure
    }
  }

  /// Whether the factory already has an identical hook.
  @usableFromInline @inline(never)
  package func hasHook(
    _ closure: ClosureIdentity, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    core.entry(declaration.key(types)).readOwnSettings(core) { settings in
      settings.values.isFixedByOnce(isAfterOnce: declaration.isAfterOnce)
        || settings.values.hook.value?.closure == closure
    }
  }

  /// Applies a modifier. Does nothing if that changes no setting.
  @usableFromInline @inline(never)
  package func change(
    _ modification: Modification, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) {
    let entry = core.entry(declaration.key(types))
    // The key's type depends only on the factory's types, so it need not be compared.
    if case .scopeOnParameters = modification,
      Int(factory_entry_action(entry)) == FACTORY_READ_PARAMETER_SETTINGS, core.parent == nil
    {
      return
    }
    guard
      entry.readOwnSettings(
        core, { $0.values.isChanged(by: modification, isAfterOnce: declaration.isAfterOnce) })
    else {
      return
    }
    entry.withLock(core) { locked, garbage in
      // Another thread may have applied `.once()` in the meantime.
      guard
        locked.withOwnSettings({
          $0.values.isChanged(by: modification, isAfterOnce: declaration.isAfterOnce)
        })
      else { return }
      locked.willChange()
      locked.apply(modification, isAfterOnce: declaration.isAfterOnce, &garbage)
      if case .scopeOnParameters(let type) = modification {
        // It keeps the type when a reset removes the setting: see `restoreParameterKey`.
        locked.cell.addParameterTable(type)
      }
    }
  }

  // MARK: Resets

  /// Resets one factory.
  @usableFromInline @inline(never)
  package func reset(
    _ options: FactoryResetOptions, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    core.entry(declaration.key(types)).withLock(core) { locked, garbage in
      let previous = locked.scope
      locked.willChange()
      locked.forget(options, &garbage)
      if options == .all || options == .scope {
        locked.evict(&garbage)
        evictSingletons(locked, previous, of: scope, declaration, &garbage)
      }
    }
  }

  /// Evicts the instance of one parameter.
  /// - Parameter key: the type of the parameter's key.
  @usableFromInline @inline(never)
  package func reset(
    _ options: FactoryResetOptions, for parameter: UnsafeRawPointer, _ key: ParameterKey.Type,
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ scope: ScopeReference?
  ) {
    guard options == .all || options == .scope else { return }
    let entry = core.entry(declaration.key(types))
    var search = ParameterSearch()
    search.begin(key, parameter)
    var list: (nodes: ParameterNode?, cell: Cell)?
    repeat {
      // Without a lock, because comparing parameters is user code.
      if let (nodes, cell) = list { search.search(nodes, in: cell, parameter) }
      list = entry.withLock(core) { locked, garbage in
        guard let scope = locked.scope(of: scope),
          locked.hasParameterKey
            || declaration.isScopedOnParameters && locked.hadParameterKey
        else { return nil }
        locked.willChange()
        // A child evicts only what it caches itself.
        guard scope.kind == .singleton, core.parent == nil else {
          return search.evict(in: locked.cell, key, &garbage)
        }
        let (cell, owner) = singletonCell(
          locked, scope.singleton.current, declaration.file, declaration.line)
        let list = search.evict(in: cell.lock(), key, &garbage)
        cell.unlock(&garbage)
        if let owner { garbage.add(owner) }
        return list
      }
    } while list != nil
  }

  // MARK: Singletons

  /// The factory's cell in a singleton scope, and the scope, which has to be retained while the
  /// cell is used. The owner is nil for the process's scope, which is never released and whose cell
  /// is stored in the entry.
  @inline(never)
  package func singletonCell(
    _ locked: LockedEntry, _ singletons: Scope.Singleton, _ file: UnsafePointer<UInt8>,
    _ line: UInt32
  ) -> (cell: Cell, owner: Scope.Singleton?) {
    let isProcess = singletons === Scope.Singleton.process
    if isProcess, let cell = locked.singleton { return (Cell(cell), nil) }
    let cell = singletons.store.cell(
      for: locked.entry.pointee.key, of: containerType, declaredAt: file, line)
    guard isProcess else { return (cell, singletons) }
    locked.setSingleton(cell.shared)
    locked.updateLookup()
    return (cell, nil)
  }

  /// Evicts the factory's singletons in its scope and, if a resolution through the factory value sets another one,
  /// in that scope.
  private func evictSingletons(
    _ locked: LockedEntry, _ scope: ScopeReference?, of value: ScopeReference?,
    _ declaration: FactoryDeclaration, _ garbage: inout Garbage
  ) {
    evictSingleton(locked, scope, declaration.file, declaration.line, &garbage)
    let next = locked.scope(of: value)
    if next != scope {
      evictSingleton(locked, next, declaration.file, declaration.line, &garbage)
    }
  }

  /// Evicts the factory's singleton, if the scope is a singleton scope. A child evicts only what it
  /// caches itself.
  @inline(never)
  private func evictSingleton(
    _ locked: LockedEntry, _ scope: ScopeReference?, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ garbage: inout Garbage
  ) {
    guard core.parent == nil, let scope, scope.kind == .singleton else { return }
    let (cell, owner) = singletonCell(locked, scope.singleton.current, file, line)
    cell.lock().evict(&garbage)
    cell.unlock(&garbage)
    if let owner { garbage.add(owner) }
  }
}

extension LockedEntry {
  /// Removes the settings that `options` selects. Cached instances stay.
  @inline(never)
  func forget(_ options: FactoryResetOptions, _ garbage: inout Garbage) {
    switch options {
    case .all:
      replace(Settings.empty, &garbage)
    case .context:
      apply(.noContexts, &garbage)
    case .registration:
      apply(.registration(nil), &garbage)
    case .scope, .none:
      break
    }
  }
}

extension ContainerManager {
  /// The members of the group with a key at this moment; nil if the group has no entry.
  package func memberList(of key: factory_key) -> [Member]? {
    guard let (entry, owner) = core.nearestEntry(key) else { return nil }
    return entry.readSettings(owner) { $0.values.members }
  }
}
