// Factory, MIT licence; see LICENSE
//
// The object that stores a container's state, and its settings.
public import FactoryCore

/// Stores a container's registrations, settings and cached instances.
///
/// Every container creates its own: `public let manager = ContainerManager()`. All members may be
/// used from any thread, and none of them waits for a factory's closure, but some wait for another thread's `autoRegister`.
/// See <doc:Containers>.
public final class ContainerManager: @unchecked Sendable {
  // Sendable: the constants are. Only `deinit` changes `parent`.

  /// What lookups read of the store, which owns it.
  @usableFromInline package let core: ContainerCore
  package let store: Store
  @exclusivity(unchecked) package private(set) var parent: ContainerManager?
  /// Nil for a container without a parent, and for a `Container` without a label.
  private let details: Details?
  /// The container, in the manager of a factory value of a child of another type than `Container`. A `Container` can be
  /// created again from its manager, another container cannot, so its factory values retain it. Nil in other managers.
  let retainedContainer: AnyObject?
  /// The container's own manager, which has the storage, if this one has `retainedContainer`.
  private let original: ContainerManager?

  private final class Details {
    let label: String?
    /// The parent of a child of another type than `Container`.
    let parent: ChildReference?

    init(_ label: String?, _ parent: ChildReference?) {
      (self.label, self.parent) = (label, parent)
    }
  }

  /// The label of a child container: ``Container/init(parent:sharing:label:)``. Nil for one without a label, and for a
  /// container without a parent.
  public var label: String? { details?.label }

  private init(
    _ store: Store, _ parent: ContainerManager? = nil, _ details: Details? = nil,
    retaining container: AnyObject? = nil, original: ContainerManager? = nil
  ) {
    self.store = store
    core = store.core
    self.parent = parent
    self.details = details
    retainedContainer = container
    self.original = original
  }

  /// Creates the storage of one container.
  public convenience init() {
    self.init(Store())
  }

  /// - Parameter container: the parent of a child of another type than `Container`.
  convenience init(
    _ store: Store, childOf parent: ContainerManager, _ label: String?,
    _ container: ChildReference? = nil
  ) {
    let details = label == nil && container == nil ? nil : Details(label, container)
    self.init(store, parent, details)
  }

  deinit {
    if original != nil { return }
    if core.parent != nil, store.withState({ $0.hasRecords }) { reportRelease() }
    // In a loop, because nested deinitialisers of a long chain of children would exhaust the stack. There are no weak
    // references to managers.
    var next = takeParent()
    while isKnownUniquelyReferenced(&next) { next = next!.takeParent() }
  }

  private func takeParent() -> ContainerManager? { parent.take() }

  /// The container's own manager, for what may outlive a resolution.
  var containersOwn: ContainerManager { original ?? self }

  /// The manager of a factory value of a child of another type than `Container`.
  func retaining(_ container: AnyObject) -> ContainerManager {
    ContainerManager(store, parent, details, retaining: container, original: self)
  }

  /// The container of the parent of a child of another type than `Container`; nil if it is gone.
  var containerOfParent: AnyObject? { details?.parent?.container }

  /// The outermost parent of a child; nil for a container without a parent, and if the outermost parent is unknown or gone.
  var outermostContainer: AnyObject? {
    guard var outermost = parent else { return nil }
    var child = self
    while let next = outermost.parent { (child, outermost) = (outermost, next) }
    if core.valuesRetainContainer { return child.details?.parent?.container }
    return outermost === Container.process.manager ? Container.process : Container(outermost)
  }

  /// Tells the records of the child's instances that it is being released. Called by `deinit`, with no lock held.
  @inline(never)
  private func reportRelease() {
    let records = store.withState { state in
      var records: [any InstanceRecord] = []
      for node in state.nodes {
        node.entry.pointee.withEachSlot { _, slot in
          // One that is held weakly belongs to those who retain it.
          guard let box = slot.cached?.instance, !box.isWeak, let record = box.record else {
            return
          }
          records.append(record)
        }
      }
      return records
    }
    for record in records { record.didRelease(with: nameAsChild ?? "") }
  }

  // MARK: Reset

  /// Resets every factory of this container. See ``FactoryResetOptions``.
  ///
  /// Returns without waiting: an instance that is being built goes to the callers that wait for it,
  /// but is not cached. Singletons do not belong to the container and stay. The cost is
  /// proportional to the number of factories in use.
  ///
  /// ```swift
  /// Container.shared.manager.reset(options: .scope)
  /// ```
  public func reset(options: FactoryResetOptions = .all) {
    // Otherwise a child would retain what its parents had set.
    store.foldAll()
    store.withLock { state in
      if parent == nil, options == .all || options == .registration {
        state.rearmAutoRegistration()
      }
      for node in state.nodes {
        state.forget(options, of: node)
        if options == .all || options == .scope { state.evict(node) }
      }
    }
  }

  /// Evicts this container's instances in one scope, including those that have it by default.
  ///
  /// A container does not manage singletons: for a singleton scope, it only logs a message. Call
  /// ``Scope/Singleton/reset()`` on the scope instead. The cost is proportional to the number of
  /// factories in use.
  ///
  /// ```swift
  /// Container.shared.manager.reset(scope: .session)
  /// ```
  public func reset(scope: Scope) {
    guard !scope.kind.isOfProcess else {
      log(Message.singletonsAreNotTheContainers)
      return
    }
    evictInstances(in: [scope], areSpared: false)
  }

  /// Evicts this container's instances in `scopes` or, if `areSpared`, in all other scopes.
  @inline(never)
  package func evictInstances(in scopes: [Scope], areSpared: Bool) {
    store.foldAll()
    store.withLock { state in
      for node in state.nodes {
        let scope = state.scope(of: node)
        let isListed = scopes.contains { ScopeReference($0) == scope }
        if isListed != areSpared { state.evict(node) }
      }
    }
  }

  // MARK: Snapshots

  /// Saves registrations, contexts, scopes, cached instances and settings until the matching
  /// ``pop()``, and leaves them in effect. Calls may be nested. Singletons are not saved.
  ///
  /// The cost is proportional to the number of factories in use, and of their cached parameters. If another thread runs the
  /// container's `autoRegister`, the call waits for it. See <doc:Containers>.
  ///
  /// ```swift
  /// Container.shared.manager.push()
  /// defer { Container.shared.manager.pop() }
  /// Container.shared.myService.register { MockService() }
  /// ```
  public func push() {
    // A snapshot with a part of what another thread's `autoRegister` adds would keep that, and have it added again.
    while !takeSnapshot(besideAutoRegister: false) {
      // Waiting would be a deadlock.
      if ensureAutoRegistered() == .skipped {
        _ = takeSnapshot(besideAutoRegister: true)
        return
      }
    }
  }

  /// Returns whether there is a snapshot now.
  private func takeSnapshot(besideAutoRegister: Bool) -> Bool {
    store.withState { state in
      // After a `pop` during it, nobody waits for a call of `autoRegister`, and its members do not count.
      if !besideAutoRegister, !state.settings.isAutoRegistered,
        let running = state.autoRegistration?.running, !running.isRunOnThisThread
      {
        return false
      }
      state.push()
      return true
    }
  }

  /// Restores the state of the last ``push()``. Without one, it logs a message and does nothing.
  ///
  /// The cost is proportional to the number of factories in use, and of their cached parameters. An instance that is being built
  /// goes to the callers that wait for it, but is not cached. The call does not wait for another
  /// thread's `autoRegister`: what that registers afterwards stays registered.
  public func pop() {
    if !store.withLock({ $0.pop() }) { log(Message.popWithoutPush) }
  }

  // MARK: Internal

  var containerType: Any.Type {
    // Written by `prepare`: metadata of a type, which is never freed.
    factory_core_type(core).map { unsafeBitCast($0, to: Any.Type.self) } ?? ContainerManager.self
  }

  var containerName: String { typeName(containerType) }

  /// Identifies a factory of this container, or of another one of its type.
  func identity(of key: factory_key) -> FactoryIdentity {
    FactoryIdentity(key, in: containerType)
  }

  /// Logs a message about this container.
  @inline(never)
  func log(_ text: (before: String, after: String)) {
    let label = label.map { " \"\($0)\"" } ?? ""
    Log.write("FactoryKit: " + text.before + containerName + label + text.after)
  }
}

// MARK: -

// The settings of a container, and those of the process that are accessed through it.
//
// The properties are emitted into the clients that use them. Each calls one exported function to
// read and one to write. An exported property would have additional code in every program.

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
  /// See <doc:Registrations>.
  @_alwaysEmitIntoClient
  public var promiseTriggersError: Bool {
    get { doPromisesTriggerErrors() }
    set { setPromiseTriggersError(newValue) }
  }

  /// The clock for `timeToLive`. It returns nanoseconds since any fixed moment. The default is the
  /// system's monotonic clock.
  ///
  /// Replace it in tests to control the time, before instances with a time to live are resolved: the times of those that are
  /// cached are not converted. It is called on any thread, with no lock held. See
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
    guard core.hasFlag(Int(FACTORY_HAS_CLOCK)) else { return factory_monotonic_nanoseconds() }
    LockOrder.requireNone()
    return clock()
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
  /// the process. The default is true. See <doc:Debugging>.
  ///
  /// If it is false, endless recursion overflows the stack. A factory that requires the cached instance that it is building
  /// traps in either case.
  @_alwaysEmitIntoClient
  public var circularDependencyTesting: Bool {
    get { CircularDependency.isTested() }
    set { CircularDependency.setTested(newValue) }
  }
}

// MARK: -

// Members that the module FactoryTesting needs in addition to the public API: for its options.

extension ContainerManager {
  /// Makes this container never run its `autoRegister`, unless that has run already.
  package func skipAutoRegister(of container: AnyObject) {
    store.withLock { state in
      if state.settings.isAutoRegistered || state.autoRegistration?.running != nil { return }
      state.neverAutoRegisters = true
      state.settings.isAutoRegistered = true
      state.publishFlags()
    }
    // Records the container's type, as its first use does otherwise.
    _ = prepare(container)
  }

  /// Passes a line to the logger.
  package static func log(_ line: String) { Log.write(line) }
}

extension FactoryModifying {
  /// Identifies the factory, in all containers of its container's type.
  package var identity: FactoryIdentity {
    _definition.manager.identity(of: _definition.declaration.key(Self._types))
  }
}
