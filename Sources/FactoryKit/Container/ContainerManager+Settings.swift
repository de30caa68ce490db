// Factory, MIT licence; see LICENSE
//
// The settings of a container, and those of the process that are reached through it.
//
// The properties are compiled into the programs that use them, over one function for reading and
// one for changing: what an exported property has besides would be in every program.
import FactoryAtomics

// MARK: Settings of this container

extension ContainerManager {
  /// The scope of factories that have none of their own. (Guide: Default scope.)
  @_alwaysEmitIntoClient
  public var defaultScope: Scope? {
    get {
      // Saves the lock for most.
      core.traits & ContainerTrait.hasDefaultScope == 0 ? nil : currentDefaultScope()
    }
    set { setDefaultScope(newValue) }
  }

  /// Whether resolving a `promised()` factory that nobody registered stops a debug build; true
  /// unless changed. Release builds return nil either way.
  @_alwaysEmitIntoClient
  public var promiseTriggersError: Bool {
    get { doPromisesTriggerErrors() }
    set { setPromiseTriggersError(newValue) }
  }

  /// The clock of `timeToLive`, in nanoseconds from any origin; the system's monotonic clock
  /// unless replaced. Tests replace it to drive time.
  @_alwaysEmitIntoClient
  public var clock: @Sendable () -> UInt64 {
    get { currentClock() }
    set { setClock(newValue) }
  }

  @usableFromInline @inline(never)
  func currentDefaultScope() -> Scope? {
    core.withLock { state, _ in state.settings.defaultScope }
  }

  /// The same, for those who only compare it.
  var recordedDefaultScope: RecordedScope? { defaultScope.map { RecordedScope($0) } }

  @usableFromInline
  func setDefaultScope(_ scope: Scope?) {
    core.withLock { state, garbage in
      garbage.add(state.settings.defaultScope)
      state.settings.defaultScope = scope?.recorded
      if let scope { state.scopes.keep(scope.recorded) }
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

  @usableFromInline
  func currentClock() -> @Sendable () -> UInt64 {
    let replacement = core.withLock { state, _ in state.settings.clock }
    // A closure, not the function itself, for callers that compile this in Swift 5 mode.
    return replacement ?? { @Sendable in factory_monotonic_nanoseconds() }
  }

  @usableFromInline
  func setClock(_ clock: @escaping @Sendable () -> UInt64) {
    let old = core.withLock { state, _ in
      let old = state.settings.clock
      state.settings.clock = clock
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  func setDecorator(_ decorator: ((Any) -> Void)?) {
    let old = core.withLock { state, _ in
      let old = state.settings.decorator
      state.settings.decorator = decorator
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  var decorator: ((Any) -> Void)? {
    core.withLock { state, _ in state.settings.decorator }
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

  /// Receives the lines of the trace and the library's remarks, for all containers; prints them
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
