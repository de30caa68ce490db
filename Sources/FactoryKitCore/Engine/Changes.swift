// Factory, MIT licence; see LICENSE
//
// The changes made by modifiers, registrations and resets: one function for each kind of change.
// None of them waits for a factory's closure that is running on another thread.
//
// Those that evict instances have the scope of the factory value as an argument, because a reset may have
// removed that scope from the settings since the value was created. The next resolution through the value sets it
// again, and must not find the old singleton.
internal import FactoryCore

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
    // An override in a child precedes those of its parents, also if it is equal to what holds.
    if declaration.isAfterOnce, core.parent != nil { return false }
    return factory_has_scope(
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
    let (node, settings, isCreated) = store.node(
      declaration.key(types), for: scope, isFirst: earlier == nil)
    if isCreated { return reference }
    _ = store.fold(node, during: .skipped)
    let isAfterOnce = declaration.isAfterOnce
    return store.withLock { state in
      let own = state.own(node).values
      // `.once()` has been applied, so the modifiers before it no longer have an effect. The entry of a child
      // has no scope if a parent's scope was enough at that time.
      if own.scope.value != nil, own.isFixedByOnce(isAfterOnce: isAfterOnce) {
        return state.settings(node).values.scope.value
      }
      // The factory, or its parent's, may have got another scope after `.once()`.
      let override = isAfterOnce ? nil : state.settings(node).values.scope.override
      if !own.isChanged(to: reference, after: earlier, isAfterOnce: isAfterOnce) {
        return state.settings(node).values.scope.override ?? reference
      }
      let previous = state.setScope(
        reference, of: node, settings, after: earlier, isAfterOnce: isAfterOnce)
      evictSingleton(previous, of: node, declaration.file, declaration.line, &state)
      return override ?? reference
    }
  }

  /// Sets a factory's scope to the one of a factory value.
  func setScope(
    _ scope: ScopeReference, of node: Node, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ state: inout StoreState
  ) {
    let previous = state.setScope(scope, of: node, nil, after: nil, isAfterOnce: false)
    evictSingleton(previous, of: node, file, line, &state)
  }

  // MARK: Registrations

  /// Registers a closure that replaces the factory's own.
  @usableFromInline @inline(never)
  package func register(
    _ override: ModifierClosure, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    let (node, evicts) = changeRegistration(declaration, types, scope) { state, node in
      state.apply(.registration(override), to: node)
      return true
    }
    #if DEBUG
      // A registration in `autoRegister` is usually meant for the cases in which no context holds.
      if evicts, let chosen = store.currentSettings(node).chosen {
        Log.writeOnce(Message.outranked(describe(declaration, types), by: "\(chosen.context)"))
      }
    #endif
  }

  /// Changes what is registered for a factory, and evicts its instances. Returns whether it may evict them.
  /// - Parameters:
  ///   - mayEvict: false if the factory's definition makes the change.
  ///   - change: returns whether the instances are outdated.
  @discardableResult
  package func changeRegistration(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ scope: ScopeReference?,
    mayEvict: Bool = true, _ change: (inout StoreState, Node) -> Bool
  ) -> (node: Node, evicts: Bool) {
    let node = store.node(declaration.key(types))
    while true {
      let registration = core.hasFlag(Int(FACTORY_AUTO_REGISTERS)) ? ensureAutoRegistered() : nil
      // Inside this container's `autoRegister`, instances stay: creating a container must not evict
      // singletons.
      let evicts = mayEvict && registration != .inside
      let isDone = store.withLock { state in
        // After a reset on another thread. Otherwise, `autoRegister` would replace the change.
        if state.mustRegister(registration) { return false }
        if change(&state, node), evicts {
          evict(node, state.scope(of: node), of: scope, declaration, &state)
        }
        return true
      }
      if isDone { return (node, evicts) }
    }
  }

  // MARK: Other modifiers

  /// Whether the settings of a factory in this container have a closure already, or `.once()` keeps it from being added.
  package func has(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ isKnown: (Settings) -> Bool
  ) -> Bool {
    let node = store.node(declaration.key(types))
    let own = store.withState { $0.own(node) }
    return own.values.isFixedByOnce(isAfterOnce: declaration.isAfterOnce) || isKnown(own)
  }

  /// Whether the factory already has an identical closure for a context.
  @usableFromInline @inline(never)
  package func hasContext(
    _ context: FactoryContextType, _ closure: ClosureIdentity, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Bool {
    has(declaration, types) { own in
      own.values.contexts.contains {
        $0.context == context && $0.origin.isOverride == declaration.isAfterOnce
          && $0.override.closure == closure
      }
    }
  }

  /// Whether the factory already has an identical decorator.
  @usableFromInline @inline(never)
  func hasDecorator(
    _ closure: ClosureIdentity, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    has(declaration, types) {
      $0.values.decorator[isOverride: declaration.isAfterOnce]?.closure == closure
    }
  }

  /// Applies a modifier. Does nothing if that changes no setting.
  @usableFromInline @inline(never)
  package func change(
    _ modification: Modification, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) {
    let node = store.node(declaration.key(types))
    // The key's type depends only on the factory's types, so it need not be compared.
    if case .scopeOnParameters = modification,
      Int(factory_node_action(node)) == FACTORY_READ_PARAMETER_SETTINGS, core.parent == nil
    {
      return
    }
    store.withLock { state in
      let isAfterOnce = declaration.isAfterOnce
      guard state.own(node).values.isChanged(by: modification, isAfterOnce: isAfterOnce) else {
        return
      }
      state.apply(modification, to: node, isAfterOnce: isAfterOnce)
      if case .scopeOnParameters(let type) = modification {
        // It keeps the type when a reset removes the setting: see `restoreParameterType`.
        state.withParameters(node, type) { _, _ in }
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
    let node = store.node(declaration.key(types))
    _ = store.fold(node, during: .skipped)
    store.withLock { state in
      let previous = state.scope(of: node)
      state.forget(options, of: node)
      guard options == .all || options == .scope else { return }
      evict(node, previous, of: scope, declaration, &state)
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
    let node = store.node(declaration.key(types))
    var search = ParameterSearch(key, parameter)
    while true {
      _ = store.fold(node, during: .skipped)
      let place = store.withState { state -> ScopeReference? in
        let isScopedOnParameters =
          state.isScopedOnParameters(node)
          || declaration.isScopedOnParameters && state.parameterType(node) != nil
        return isScopedOnParameters ? state.scope(of: node, through: scope) : nil
      }
      guard let place else { return }
      var (store, kept) = (store, node)
      // A child evicts only what it keeps itself.
      if place.isOfProcess, core.parent == nil {
        let singletons = place.singleton.current.store
        kept = singletonNode(node, singletons, declaration.file, declaration.line)
        store = singletons.store
      }
      guard let (keys, _) = store.withLock({ search.evict(from: kept, in: &$0) }) else {
        return
      }
      // Without a lock, because comparing parameters is user code.
      search.search(keys, of: kept, parameter)
    }
  }

  // MARK: Singletons

  /// The node of a factory in a singleton scope. Valid while that exists.
  @inline(never)
  package func singletonNode(
    _ node: Node, _ singletons: SingletonStore, _ file: UnsafePointer<UInt8>, _ line: UInt32
  ) -> Node {
    // The process's scope is never released, so its node is stored.
    let isProcess = singletons === Scope.Singleton.process.store
    if isProcess, let singleton = node.singleton { return singleton }
    let singleton = singletons.node(
      for: node.pointee.key, of: containerType, declaredAt: file, line)
    if isProcess { node.setSingleton(singleton) }
    return singleton
  }

  /// Evicts the factory's instances, and its singletons in its scope and, if a resolution through the factory value sets
  /// another one, in that scope.
  @inline(never)
  private func evict(
    _ node: Node, _ scope: ScopeReference?, of value: ScopeReference?,
    _ declaration: FactoryDeclaration, _ state: inout StoreState
  ) {
    state.evict(node)
    let next = state.scope(of: node, through: value)
    evictSingleton(scope, of: node, declaration.file, declaration.line, &state)
    if next != scope {
      evictSingleton(next, of: node, declaration.file, declaration.line, &state)
    }
  }

  /// Evicts the factory's instance in a scope if that is a singleton scope. A child evicts only what it keeps itself.
  @inline(never)
  private func evictSingleton(
    _ scope: ScopeReference?, of node: Node, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ state: inout StoreState
  ) {
    guard let scope, scope.isOfProcess, core.parent == nil else { return }
    let singletons = scope.singleton.current.store
    let singleton = singletonNode(node, singletons, file, line)
    singletons.store.withLock(inside: &state) { $0.evict(singleton) }
  }
}

extension StoreState {
  /// Sets a factory's scope, and evicts the container's instances of the previous one. Returns that one, if it has.
  /// - Parameter settings: the settings of factories that have this scope and no other setting.
  fileprivate mutating func setScope(
    _ scope: ScopeReference, of node: Node, _ settings: Settings?, after earlier: ScopeReference?,
    isAfterOnce: Bool
  ) -> ScopeReference? {
    let previous = self.scope(of: node)
    if let settings, earlier == nil, !isAfterOnce, own(node).isEmpty {
      replace(node, by: settings)
    } else {
      apply(.scope(scope, after: earlier), to: node, isAfterOnce: isAfterOnce)
    }
    let own = own(node).values.scope
    let current = own.override ?? self.settings(node).values.scope.override ?? own.ofDefinition
    // Without a previous scope, nothing is evicted: an existing singleton must stay.
    guard let previous, previous != current else { return nil }
    evict(node)
    return previous
  }

  /// Removes the settings that `options` selects. Cached instances stay.
  @inline(never)
  mutating func forget(_ options: FactoryResetOptions, of node: Node) {
    switch options {
    case .all:
      replace(node, by: Settings.empty)
    case .context:
      apply(.noContexts, to: node)
    case .registration:
      apply(.registration(nil), to: node)
    case .scope, .none:
      break
    }
  }
}
