// Factory, MIT licence; see LICENSE
//
// What a resolution has to do once it has its instance. A search decides it, and code that knows the
// instance's type does it.
internal import FactoryCore

/// What a resolution has to do once it has its instance: to store, decorate, trace and report it.
@usableFromInline
package struct Completion: ~Copyable {
  // Where a new instance is to be stored; nil if nowhere.
  package var build: Build?
  var cycleStore: CycleStore?
  /// The owner of what is built, and the container that was asked: the frame refers to them. Nil as long as there are no
  /// children.
  package var containers: (owner: ContainerManager, asked: ContainerManager)?
  /// Set if the instance, new or cached, is to be decorated, traced or reported, or if layers wrap a new
  /// one.
  fileprivate(set) var plan: Plan?
  /// The factory's entry, if that is known, of an instance that is to be decorated or reported.
  fileprivate(set) var entry: Entry?
  /// The resolution's line of the trace.
  private var line: Trace.Line?
  /// When the resolution began; zero if it is not watched.
  fileprivate(set) var watchedSince: UInt64 = 0
  /// Whether a cached instance is new for the resolution.
  var isNew = false
  /// Whether the call of the closure is one that a strict test may report.
  package var isStrict = false

  @usableFromInline
  package init() {}

  /// Whether there is nothing to do.
  @usableFromInline
  package var isEmpty: Bool {
    build == nil && cycleStore == nil && plan == nil && watchedSince == 0 && !isStrict
  }

  // MARK: Recording

  /// Records that the instance is to be decorated, traced or reported, or wrapped.
  mutating func use(_ plan: Plan, of entry: Entry, _ garbage: inout Garbage) {
    forgetPlan(&garbage)
    self.plan = plan
    self.entry = entry
  }

  /// Reverts `use`, because a repeated search uses the last plan that it finds.
  mutating func forgetPlan(_ garbage: inout Garbage) {
    if let plan = plan.take() { garbage.add(plan) }
  }

  /// Reserves a line of the trace, if resolutions are traced.
  package mutating func beginTrace() {
    if factory_is_tracing(), line == nil { line = Trace.begin() }
  }

  /// Whether the resolution is traced or watched.
  var isObserved: Bool { line != nil || watchedSince != 0 }

  /// Records that the resolution is watched, from now on.
  package mutating func beginWatching() {
    if watchedSince == 0 { watchedSince = max(1, factory_monotonic_nanoseconds()) }
  }

  /// The layers for an instance that is about to be built.
  package var layers: Layers { Layers(list: plan?.settings.layers ?? []) }

  // MARK: With the factory's types

  /// Wraps a new instance in the layers of its factory, stores it, then decorates, traces and reports it.
  /// Called in the resolution's frame.
  @usableFromInline @inline(never)
  package mutating func completeNew<T>(
    _ frame: Frame, _ manager: ContainerManager, _ value: inout T
  ) {
    // A strict test does not count what layers resolve.
    if isStrict { endStrict(frame) }
    if let plan, !plan.settings.layers.isEmpty {
      value = frame.runPart { plan.settings.layers.wrapped(value) }
    }
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if let build = build.take() {
      build.store(value, frame)
    } else if let store = cycleStore.take() {
      store.store(value)
    }
    if !isEmpty { complete(frame, manager, value, isNew: true) }
  }

  /// Decorates and traces a cached instance. Its frame has already been popped.
  @inline(never)
  mutating func completeCached<T>(_ frame: Frame, _ manager: ContainerManager, _ value: T) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    _ = factory_frame_push(frame)
    complete(frame, manager, value, isNew: false)
    frame.pop()
  }

  /// Decorates, traces and reports an instance, with no lock held.
  @inline(never)
  package mutating func complete<T>(
    _ frame: Frame, _ manager: ContainerManager, _ value: T, isNew: Bool
  ) {
    let isNew = isNew || self.isNew
    if let plan {
      // `use` has set the entry together with the plan.
      let owner = containers?.owner ?? manager
      owner.decorate(frame, entry!, plan, value, isNew)
      if let line { Trace.end(line, frame, value, isNew, plan.overrideDescription) }
    }
    if watchedSince != 0 { manager.report(frame, isNew: isNew, self) }
  }

  /// Ends a resolution that throws an error. Nothing is cached.
  @usableFromInline @inline(never)
  package mutating func fail(_ frame: Frame, _ failure: ConstructionFailure) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if isStrict { endStrict(frame) }
    build?.end(nil, failure, frame)
    if let line { Trace.fail(line, frame, failure, plan?.overrideDescription) }
    let containers = containers
    self = Completion()
    // The frame refers to it.
    self.containers = containers
  }
}
