// Factory, MIT licence; see LICENSE
//
// The part of a container that keeps things: settings, and the lifetime of its entries.
import FactoryAtomics

/// Keeps a container's registrations, settings and instances.
///
/// Every container has one, made with it: `public let manager = ContainerManager()`. All of its
/// members may be used from any thread; none of them waits for a factory's closure to end.
public final class ContainerManager: @unchecked Sendable {
  // Sendable: `core` is constant and what it points to is guarded by its lock.
  @usableFromInline let core: ContainerCore

  public init() {
    core = ContainerCore.allocate()
  }

  deinit {
    core.destroy()
  }

  // MARK: Settings of this container

  /// The scope of factories that have none of their own. (Guide: Default scope.)
  public var defaultScope: Scope? {
    get {
      // Saves the lock for most.
      if core.traits & ContainerTrait.hasDefaultScope == 0 { return nil }
      return core.withLock { state, _ in state.settings.defaultScope }
    }
    set {
      core.withLock { state, garbage in
        garbage.add(state.settings.defaultScope)
        state.settings.defaultScope = newValue?.recorded
        if let newValue { state.scopes.keep(newValue.recorded) }
      }
    }
  }

  /// The same, for those who only compare it.
  var recordedDefaultScope: RecordedScope? { defaultScope.map { RecordedScope($0) } }

  /// Whether resolving a `promised()` factory that nobody registered stops a debug build; true
  /// unless changed. Release builds return nil either way.
  public var promiseTriggersError: Bool {
    get { core.withLock { state, _ in state.settings.promiseTriggersError } }
    set { core.withLock { state, _ in state.settings.promiseTriggersError = newValue } }
  }

  /// The clock of `timeToLive`, in nanoseconds from any origin; the system's monotonic clock
  /// unless replaced. Tests replace it to drive time.
  public var clock: @Sendable () -> UInt64 {
    get {
      let replacement = core.withLock { state, _ in state.settings.clock }
      // A closure, not the function itself, for callers that compile this in Swift 5 mode.
      return replacement ?? { @Sendable in factory_monotonic_nanoseconds() }
    }
    set {
      let old = core.withLock { state, _ in
        let old = state.settings.clock
        state.settings.clock = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  // MARK: Settings of the process

  /// Whether resolutions are written to the logger, for all containers. (Guide: Debugging.)
  ///
  /// Works in release builds too; costs one load per resolution while it is off.
  public var trace: Bool {
    get { factory_is_tracing() }
    set { factory_set_tracing(newValue) }
  }

  /// Receives the lines of the trace and the library's remarks, for all containers; prints them
  /// unless replaced. Called with no lock held, never by two threads at once; it may resolve.
  public var logger: @Sendable (String) -> Void {
    get { Log.receiver }
    set { Log.receiver = newValue }
  }

  /// Whether circular dependencies are looked for, for all containers; true unless changed.
  public var circularDependencyTesting: Bool {
    get { CircularDependency.isTested }
    set { CircularDependency.isTested = newValue }
  }

  // MARK: Reset

  /// Drops what `options` says from every factory of this container. (Guide: Reset.)
  ///
  /// Returns at once: instances being built are handed to those who wait for them, but not kept.
  /// Singletons are not the container's and stay.
  public func reset(options: FactoryResetOptions = .all) {
    // In this order a resolution in between is either overtaken or has registered anew.
    let entries = core.entries
    for entry in entries { entry.forget(options) }
    if options == .all || options == .registration { rearmAutoRegistration() }
    if options == .all || options == .scope {
      for entry in entries { entry.cell.invalidate() }
    }
  }

  /// Drops this container's instances in one scope, whoever gave them that scope.
  ///
  /// For singletons it only logs that the container does not manage them: use
  /// `Scope.singleton.reset()`.
  public func reset(scope: Scope) {
    guard scope.kind != .singleton else {
      Log.write(Message.singletonsAreNotTheContainers(container: containerName))
      return
    }
    for entry in core.entries { entry.cell.invalidate { $0 == ObjectIdentifier(scope) } }
  }

  // MARK: Snapshots

  /// Remembers registrations, contexts, scopes, instances and settings, for ``pop()``. They stay
  /// in force. Snapshots nest; singletons are not part of them.
  public func push() {
    // Cells have locks of their own, so they are saved outside the container's.
    let entries = core.entries
    let saved = entries.map { $0.save() }
    core.withLock { state, _ in
      state.snapshots.append(
        ContainerSnapshot(settings: state.settings, entries: entries, saved: saved))
    }
  }

  /// Goes back to the last ``push()``. Without one it logs that and does nothing.
  public func pop() {
    let snapshot: ContainerSnapshot? = core.withLock { state, _ in
      guard let snapshot = state.snapshots.popLast() else { return nil }
      // The old ones go with the snapshot, after the lock.
      swap(&state.settings, &snapshot.settings)
      state.autoRegistration = nil
      return snapshot
    }
    guard let snapshot else {
      Log.write(Message.popWithoutPush(container: containerName))
      return
    }
    let places = WordTable()
    for (place, entry) in snapshot.entries.enumerated() {
      places.set(Int(bitPattern: entry), to: place)
    }
    for entry in core.entries {
      entry.restore(places.find(Int(bitPattern: entry)).map { snapshot.saved[$0] })
    }
  }

  // MARK: Internal

  /// Whether `autoRegister` has yet to run, or is running.
  @_alwaysEmitIntoClient @inline(__always)
  var mustAutoRegister: Bool {
    core.traits & ContainerTrait.autoRegisters != 0
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

  var decorator: ((Any) -> Void)? {
    core.withLock { state, _ in state.settings.decorator }
  }

  var containerType: Any.Type {
    core.withLock { state, _ in state.containerType } ?? ContainerManager.self
  }

  var containerName: String { typeName(containerType) }
}
