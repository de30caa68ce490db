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
  fileprivate(set) var settings: Settings?
  /// The node that has the settings.
  fileprivate(set) var node: Node?
  /// Nil if the resolution is not observed.
  package var observation: ObservedResolution?

  @usableFromInline
  package init() {}

  /// Whether there is nothing to do.
  @usableFromInline
  package var isEmpty: Bool {
    build == nil && cycleStore == nil && settings == nil && observation == nil
  }

  // MARK: Recording

  /// Records the settings of the instance.
  mutating func use(_ settings: Settings, of node: Node, _ garbage: inout Garbage) {
    forgetSettings(&garbage)
    self.settings = settings
    self.node = node
  }

  /// Reverts `use`, because a repeated search uses the last settings that it finds.
  mutating func forgetSettings(_ garbage: inout Garbage) {
    if let settings = settings.take() { garbage.add(settings) }
  }

  /// The layers for an instance that is about to be built.
  package var layers: Layers { Layers(list: settings?.values.layers ?? []) }

  // MARK: With the factory's types

  /// Wraps a new instance in the layers of its factory, stores it, then decorates it. Called in the resolution's frame.
  @usableFromInline @inline(never)
  package mutating func completeNew<T>(_ frame: Frame, _ value: inout T) {
    sendReturned(frame)
    if let settings, !settings.values.layers.isEmpty {
      value = frame.runPart { settings.values.layers.wrapped(value) }
    }
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if let build = build.take() {
      build.store(value)
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
    // `use` has set the node together with the settings.
    if let settings { frame.manager.decorate(frame, node!, settings, value, isNew) }
    sendEnd(frame, value, isNew: isNew)
  }

  /// Ends a resolution that throws an error. Nothing is cached.
  @usableFromInline @inline(never)
  package mutating func fail(_ frame: Frame, _ failure: ConstructionFailure) {
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    sendReturned(frame)
    build?.end(nil, failure)
    sendFailure(frame, failure)
    let containers = containers
    self = Completion()
    // The frame refers to it.
    self.containers = containers
  }
}
