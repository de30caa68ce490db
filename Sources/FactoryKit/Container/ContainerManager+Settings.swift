// Factory, MIT licence; see LICENSE
//
// The settings of a container, and those of the process that are accessed through it.
//
// The properties are emitted into the clients that use them. Each calls one exported function to
// read and one to write: the additional code of an exported property would be in every program.
public import FactoryCore

// MARK: Settings of this container

extension ContainerManager {
  /// The scope of factories that do not set one; nil by default, which means unique. Changing it
  /// evicts the instances that the container has cached for these factories. See <doc:Scopes>.
  ///
  /// ```swift
  /// Container.shared.manager.defaultScope = .cached
  /// ```
  @_alwaysEmitIntoClient
  public var defaultScope: Scope? {
    get { currentDefaultScope() }
    set { setDefaultScope(newValue) }
  }

  /// Whether resolving a `promised()` factory without a registration traps in a debug build; true
  /// by default. If false, and in release builds, it resolves to nil. See <doc:Optionals>.
  @_alwaysEmitIntoClient
  public var promiseTriggersError: Bool {
    get { doPromisesTriggerErrors() }
    set { setPromiseTriggersError(newValue) }
  }

  /// The clock for `timeToLive`, in nanoseconds from any origin; the system's monotonic clock by
  /// default. Tests replace it to control time. It is called with no lock held. See <doc:Testing>.
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
    core.withLock { state, garbage in
      let reference = (scope?.origin).map(ScopeReference.init)
      if let scope { _ = state.retain(scope.origin) }
      if state.settings.defaultScope == reference { return }
      state.settings.defaultScope = reference
      core.publishDefaultScope(of: state)
      core.updateLookups(evicting: true, &garbage)
    }
  }

  @usableFromInline
  func doPromisesTriggerErrors() -> Bool {
    core.withLock { state, _ in state.settings.promiseTriggersError }
  }

  @usableFromInline
  func setPromiseTriggersError(_ isOn: Bool) {
    core.withLock { state, _ in state.settings.promiseTriggersError = isOn }
  }

  /// The current time of the container's clock, which may be user code.
  var now: UInt64 {
    factory_core_has_clock(core) ? clock() : factory_monotonic_nanoseconds()
  }

  @usableFromInline
  func currentClock() -> @Sendable () -> UInt64 {
    let replacement = core.withLock { state, _ in state.settings.clock }
    // A closure, not the function itself, for callers that compile this in Swift 5 mode.
    return replacement?.now ?? { @Sendable in factory_monotonic_nanoseconds() }
  }

  @usableFromInline
  func setClock(_ clock: @escaping @Sendable () -> UInt64) {
    core.withLock { state, garbage in
      if let old = state.settings.clock { garbage.add(old) }
      state.settings.clock = ContainerClock(clock)
    }
  }

  @usableFromInline
  func setDecorator(_ decorator: ((Any) -> Void)?) {
    core.withLock { state, garbage in
      if let old = state.settings.decorator { garbage.add(old) }
      state.settings.decorator = decorator.map(ContainerDecorator.init)
    }
  }

  @usableFromInline
  var decorator: ((Any) -> Void)? {
    core.withLock { state, _ in state.settings.decorator }?.apply
  }
}

// MARK: Settings of the process

extension ContainerManager {
  /// Whether resolutions are written to the ``logger``, for all containers of the process; false by
  /// default. See <doc:Debugging>.
  ///
  /// Works in release builds too. While it is false, it costs one load per resolution.
  @_alwaysEmitIntoClient
  public var trace: Bool {
    get { factory_is_tracing() }
    set { factory_set_tracing(newValue) }
  }

  /// Receives the lines of the trace and the library's messages, for all containers of the process;
  /// writes them to standard error by default. See <doc:Debugging>.
  ///
  /// It is called with no lock held, and never by two threads at the same time. It may resolve
  /// factories; these resolutions are not traced. The closure need not be `@Sendable`, so that a test can
  /// append to a local array. It is called on every thread that logs, so it must not depend on one.
  ///
  /// ```swift
  /// Container.shared.manager.logger = { line in print("[factory]", line) }
  /// ```
  @_alwaysEmitIntoClient
  public var logger: (String) -> Void {
    get { Log.receiver() }
    set { Log.setReceiver(newValue) }
  }

  /// Whether a circular dependency traps with a message that shows its chain, for all containers of
  /// the process; true by default. See <doc:Cycle>.
  ///
  /// If false, endless recursion traps when the thread's stack is almost exhausted. A factory that
  /// needs the cached instance that it is building traps in either case.
  @_alwaysEmitIntoClient
  public var circularDependencyTesting: Bool {
    get { CircularDependency.isTested() }
    set { CircularDependency.setTested(newValue) }
  }
}
