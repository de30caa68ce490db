// Factory, MIT licence; see LICENSE
//
// The settings of a container, and those of the process that are reached through it.
//
// The properties are compiled into the programs that use them, over one function for reading and
// one for changing: what an exported property has besides would be in every program.
public import FactoryCore

// MARK: Settings of this container

extension ContainerManager {
  /// The scope of factories that have none of their own; nil unless set. Changing it evicts what the
  /// previous one kept.
  @_alwaysEmitIntoClient
  public var defaultScope: Scope? {
    get { currentDefaultScope() }
    set { setDefaultScope(newValue) }
  }

  /// Whether resolving a `promised()` factory that has no registration stops a debug build; true
  /// unless changed. Release builds return nil in either case.
  @_alwaysEmitIntoClient
  public var promiseTriggersError: Bool {
    get { doPromisesTriggerErrors() }
    set { setPromiseTriggersError(newValue) }
  }

  /// The clock of `timeToLive`, in nanoseconds from any origin; the system's monotonic clock
  /// unless replaced. Tests replace it to control time.
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

  /// The time by the container's clock, which may be user code.
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
  /// Whether resolutions are written to the logger, for all containers. (Guide: Debugging.)
  ///
  /// Works in release builds too; costs one load per resolution while it is off.
  @_alwaysEmitIntoClient
  public var trace: Bool {
    get { factory_is_tracing() }
    set { factory_set_tracing(newValue) }
  }

  /// Receives the lines of the trace and the library's messages, for all containers; prints them
  /// unless replaced. Called with no lock held, never by two threads at once; it may resolve.
  @_alwaysEmitIntoClient
  public var logger: @Sendable (String) -> Void {
    get { Log.receiver() }
    set { Log.setReceiver(newValue) }
  }

  /// Whether circular dependencies are looked for, for all containers; true unless changed.
  @_alwaysEmitIntoClient
  public var circularDependencyTesting: Bool {
    get { CircularDependency.isTested() }
    set { CircularDependency.setTested(newValue) }
  }
}
