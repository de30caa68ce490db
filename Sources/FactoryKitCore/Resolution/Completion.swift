// Factory, MIT licence; see LICENSE
//
// What a resolution has to do once it has its instance. A search decides it, and code that knows the
// instance's type does it.
internal import FactoryCore

/// What a resolution has to do once it has its instance: to store and decorate it, and to send its
/// steps to observers.
@usableFromInline
package struct Completion: ~Copyable {
  // Where a new instance is to be stored; nil if nowhere.
  package var build: Build?
  var cycleStore: CycleStore?
  /// The owner of what is built, and the container that was asked: the frame refers to them. Nil as long as there are no
  /// children.
  package var containers: (owner: ContainerManager, asked: ContainerManager)?
  /// Set if the resolution is observed, if its instance, new or cached, is to be decorated, or if layers wrap a new
  /// one.
  fileprivate(set) var plan: Plan?
  /// The entry that has the plan.
  fileprivate(set) var entry: Entry?
  /// Nil if the resolution is not observed.
  package var observation: ObservedResolution?
  /// Whether a cached instance is new for the resolution.
  var isNew = false

  @usableFromInline
  package init() {}

  /// Whether there is nothing to do.
  @usableFromInline
  package var isEmpty: Bool {
    build == nil && cycleStore == nil && plan == nil && observation == nil
  }

  // MARK: Recording

  /// Records the plan of the instance.
  mutating func use(_ plan: Plan, of entry: Entry, _ garbage: inout Garbage) {
    forgetPlan(&garbage)
    self.plan = plan
    self.entry = entry
  }

  /// Reverts `use`, because a repeated search uses the last plan that it finds.
  mutating func forgetPlan(_ garbage: inout Garbage) {
    if let plan = plan.take() { garbage.add(plan) }
  }

  /// The layers for an instance that is about to be built.
  package var layers: Layers { Layers(list: plan?.settings.layers ?? []) }

  // MARK: With the factory's types

  /// Wraps a new instance in the layers of its factory, stores it, then decorates it. Called in the resolution's frame.
  @usableFromInline @inline(never)
  package mutating func completeNew<T>(_ frame: Frame, _ value: inout T) {
    sendReturned(frame)
    if let plan, !plan.settings.layers.isEmpty {
      value = frame.runPart { plan.settings.layers.wrapped(value) }
    }
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if let build = build.take() {
      build.store(value, frame)
    } else if let store = cycleStore.take() {
      store.store(value)
    }
    if !isEmpty { complete(frame, value, isNew: true) }
  }

  /// Decorates a cached instance. Its frame has already been popped.
  @inline(never)
  mutating func completeCached<T>(_ frame: Frame, _ value: T) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    _ = factory_frame_push(frame)
    complete(frame, value, isNew: false)
    frame.pop()
  }

  /// Decorates an instance, with no lock held.
  @inline(never)
  package mutating func complete<T>(_ frame: Frame, _ value: T, isNew: Bool) {
    let isNew = isNew || self.isNew
    // `use` has set the entry together with the plan.
    if let plan { frame.manager.decorate(frame, entry!, plan, value, isNew) }
    sendEnd(frame, value, isNew: isNew)
  }

  /// Ends a resolution that throws an error. Nothing is cached.
  @usableFromInline @inline(never)
  package mutating func fail(_ frame: Frame, _ failure: ConstructionFailure) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    sendReturned(frame)
    build?.end(nil, failure, frame)
    sendFailure(frame, failure)
    let containers = containers
    self = Completion()
    // The frame refers to it.
    self.containers = containers
  }
}
