// Factory, MIT licence; see LICENSE
//
// The settings of a container, and those of the process that are accessed through it.
//
// The properties are emitted into the clients that use them. Each calls one exported function to
// read and one to write. An exported property would have additional code in every program.
public import FactoryCore

// MARK: Settings of this container

extension ContainerManager {
  /// The scope of factories that do not set a scope. The default is nil, which means
  /// ``Scope/unique``. See <doc:Scopes>.
  ///
  /// Changing it evicts the instances that the container has cached for these factories.
  ///
  /// ```swift
  /// Container.shared.manager.defaultScope = .cached
  /// ```
  @_alwaysEmitIntoClient
  public var defaultScope: Scope? {
    get { currentDefaultScope() }
    set { setDefaultScope(newValue) }
  }

  /// Whether resolving a `promised()` factory without a registration traps in debug builds. The
  /// default is true. If it is false, and always in release builds, the factory resolves to nil.
  /// See <doc:Optionals>.
  @_alwaysEmitIntoClient
  public var promiseTriggersError: Bool {
    get { doPromisesTriggerErrors() }
    set { setPromiseTriggersError(newValue) }
  }

  /// The clock for `timeToLive`. It returns nanoseconds since any fixed moment. The default is the
  /// system's monotonic clock.
  ///
  /// Replace it in tests to control the time. It is called on any thread, with no lock held. See
  /// <doc:Testing>.
  ///
  /// ```swift
  /// Container.shared.manager.clock = { 60_000_000_000 }
  /// ```
  @_alwaysEmitIntoClient
  public var clock: @Sendable () -> UInt64 {
    get { currentClock() }
    set { setClock(newValue) }
  }

  @usableFromInline
  func currentDefaultScope() -> Scope? { core.defaultScope?.scope }

  @usableFromInline
  func setDefaultScope(_ scope: Scope?) {
    if let scope { _ = store.root.withState { $0.retain(scope.origin) } }
    store.foldAll()
    store.withLock { state in
      let reference = (scope?.origin).map(ScopeReference.init)
      if state.settings.defaultScope == reference { return }
      state.settings.defaultScope = reference
      state.publishDefaultScope()
      for node in state.nodes where state.settings(node).values.scope.value == nil {
        state.evict(node)
        state.withdraw(node)
      }
    }
  }

  @usableFromInline
  func doPromisesTriggerErrors() -> Bool {
    store.setting { $0.settings.promiseTriggersError } ?? true
  }

  @usableFromInline
  func setPromiseTriggersError(_ isOn: Bool) {
    store.withState { state in state.settings.promiseTriggersError = isOn }
  }

  /// The current time of the container's clock, which may be user code.
  var now: UInt64 {
    guard hasClock else { return factory_monotonic_nanoseconds() }
    LockOrder.requireNone()
    return clock()
  }

  private var hasClock: Bool {
    var next: ContainerCore? = core
    while let core = next {
      if factory_core_has_clock(core) { return true }
      next = core.parent
    }
    return false
  }

  @usableFromInline
  func currentClock() -> @Sendable () -> UInt64 {
    let replacement = store.setting { $0.settings.clock }
    // A closure, not the function itself, for callers that compile this in Swift 5 mode.
    return replacement?.now ?? { @Sendable in factory_monotonic_nanoseconds() }
  }

  @usableFromInline
  func setClock(_ clock: @escaping @Sendable () -> UInt64) {
    store.withLock { state in
      if let old = state.settings.clock { state.garbage.add(old) }
      state.settings.clock = ContainerClock(clock)
      state.publishFlags()
    }
  }

  @usableFromInline
  func setDecorator(_ decorator: ((Any) -> Void)?) {
    store.withLock { state in
      if let old = state.settings.decorator { state.garbage.add(old) }
      state.settings.decorator = decorator.map(ContainerDecorator.init)
      state.publishFlags()
    }
  }

  @usableFromInline
  package var decorator: ((Any) -> Void)? {
    store.setting { $0.settings.decorator }?.apply
  }
}

// MARK: Settings of the process

extension ContainerManager {
  /// Whether the resolutions of all containers in the process are written to the ``logger``. The
  /// default is false. See <doc:Debugging>.
  ///
  /// Tracing works in release builds too. While it is off, it costs one load per resolution.
  @_alwaysEmitIntoClient
  public var trace: Bool {
    get { factory_is_tracing() }
    set { factory_set_tracing(newValue) }
  }

  /// Receives the lines of the trace and the library's messages, for all containers in the process.
  /// The default writes them to standard error. See <doc:Debugging>.
  ///
  /// It is called with no lock held, and never by two threads at the same time. It may resolve
  /// factories; these resolutions are not traced. The closure need not be `@Sendable`, so that a
  /// test can append to a local array, but it is called on any thread that logs.
  ///
  /// ```swift
  /// Container.shared.manager.logger = { line in print("[factory]", line) }
  /// ```
  @_alwaysEmitIntoClient
  public var logger: (String) -> Void {
    get { Log.currentLogger() }
    set { Log.setLogger(newValue) }
  }

  /// Whether a circular dependency traps with a message that shows its chain, for all containers in
  /// the process. The default is true. See <doc:Cycle>.
  ///
  /// If it is false, endless recursion traps when the thread's stack is almost exhausted. A factory
  /// that requires the cached instance that it is building traps in either case.
  @_alwaysEmitIntoClient
  public var circularDependencyTesting: Bool {
    get { CircularDependency.isTested() }
    set { CircularDependency.setTested(newValue) }
  }
}
