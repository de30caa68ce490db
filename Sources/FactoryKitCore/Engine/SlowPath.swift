// Factory, MIT licence; see LICENSE
//
// The slow path of a resolution: builds, waits, overrides, parameters, times to live, decorators
// and observers. Few functions are generic over the factory's types.
public import FactoryCore

/// The result of the slow path.
@usableFromInline
package enum SlowStep {
  /// Return the instance of a `StrongBox<T>`.
  case cached(InstanceBox)
  /// Return the instance of a `WeakBox`, to which these bits own a reference: the caller moves it out of them once.
  case retained(WeakBox, UnsafeMutableRawPointer)
  /// Throw the error of another thread's construction: a `FailureBox`.
  case failed(ConstructionFailure)
  /// Call a closure that replaces the factory's own: an `Override<P, T, Failure>`.
  case override(ModifierClosure)
  /// Call the factory's own closure.
  case definition
}

extension ContainerManager {
  /// Resolves a factory according to its settings, up to the call of a closure. Not generic over the
  /// factory's types.
  @usableFromInline @inline(never)
  package func resolveSlowly(
    _ frame: Frame, _ lookup: factory_lookup, _ definition: FactoryDefinition,
    _ types: FactoryTypes, _ completion: inout Completion
  ) -> SlowStep {
    definition.describe(&frame.pointee, types)
    if let closure = lookup.takeClosure() { return .override(closure) }
    let acting = factory_children_exist() ? Owners.acting(self, for: frame) : nil
    // Before the frame is compared with those around it.
    if let acting { frame.pointee.container = factory_core_identity(acting.manager.core) }
    if let weak = lookup.weak {
      defer { Retirement.endProtection(weak.slot) }
      if let bits = weak.retainedBits {
        // Alive while protected.
        return .retained(weak.object.withoutTag.object(WeakBox.self), bits)
      }
    }
    while true {
      let step = takeSlowStep(frame, acting, lookup.node, definition.scope, &completion)
      guard case .cached(let box) = step, box.isWeak else { return step }
      // `isWeak` is true only for a `WeakBox`.
      let weak = assumedObject(box, WeakBox.self)
      if let bits = weak.retainedBits { return .retained(weak, bits) }
      // The object was deallocated after the search.
    }
  }
}

// MARK: With the factory's types

extension Frame {
  /// Returns the instance that the slow path has found, or throws the error, or calls the closure that
  /// replaces the factory's own.
  ///
  /// Generic code of the library is not specialised. So it declares no variable of a type such as `T?`,
  /// whose metadata the runtime would look up at each call, in about 440 instructions. A cast with
  /// `assumedObject` needs no metadata in a release build.
  @usableFromInline @inline(never)
  package func take<P, T, Failure: Error>(
    _ step: SlowStep, _ completion: inout Completion, _: P.Type, _: T.Type, _: Failure.Type
  ) throws(Failure) -> T {
    switch step {
    case .cached(let box):
      // Not weak, and of the type in the entry's key.
      let strong = assumedObject(box, StrongBox<T>.self)
      if !completion.isEmpty { completion.completeCached(self, strong.value) }
      return strong.value
    case .retained(let box, let bits):
      // Not released before the value has been moved: the box owns the bits, and may be evicted.
      return withExtendedLifetime(box) {
        // The bits of an instance of the type in the entry's key.
        let instance = bits.assumingMemoryBound(to: T.self)
        if !completion.isEmpty { completion.completeCached(self, instance.pointee) }
        return instance.move()
      }
    case .failed(let failure):
      // An entry's key contains the types, so the box is of that type too.
      throw assumedObject(failure, FailureBox<Failure>.self).error
    case .override(let override):
      // An entry's key contains the types: only overrides of these types are stored in this one.
      let make = assumedObject(override, Override<P, T, Failure>.self).make
      // Only an address, and never read, if `P` is `Void`.
      let parameter = (pointee.parameter ?? UnsafeRawPointer(self)).assumingMemoryBound(to: P.self)
      return try run(&completion) { () throws(Failure) in try make(parameter.pointee) }
    case .definition:
      fatalError("FactoryKit: the caller has to call the factory's own closure")
    }
  }
}

extension ContainerManager {
  /// Decorates an instance of this owner, new or cached.
  func decorate<T>(_ frame: Frame, _ node: Node, _ settings: Settings, _ value: T, _ isNew: Bool) {
    if let decorator = settings.values.decorator.value {
      // An entry's key contains the type: only a `Decoration<T>` is stored in this one.
      let decoration = assumedObject(decorator, Decoration<T>.self)
      frame.decorate(for: node) { decoration.apply(value, isNew) }
    } else if let (decorator, owner) = containerDecorator(frame) {
      frame.decorate(for: owner) { decorator.apply(value) }
    }
  }
}

// MARK: Independent of the factory's types

extension ContainerManager {
  /// Finds the instance, waits for it, or decides which closure to call.
  @inline(never)
  func takeSlowStep(
    _ frame: Frame, _ acting: Acting?, _ node: Node?, _ scope: ScopeReference?,
    _ completion: UnsafeMutablePointer<Completion>
  ) -> SlowStep {
    let isObserved = isObserved
    if !isObserved, let node, !frame.isScopedOnParameters,
      acting.map({ $0.isPlain(for: self) }) ?? true,
      let box = ResolutionCycle.instance(of: node, scope, core)
    {
      return .cached(box)
    }
    frame.pointee.phase = UInt32(FACTORY_RESOLVING)
    if factory_frame_push(frame) { CircularDependency.check(frame) }
    if isObserved { completion.pointee.observe(frame, in: self) }
    var search = InstanceSearch(
      asked: self, acting, frame: frame, scope: scope, node: node,
      asker: .thread(frame.pointee.thread!), completion)
    var step = SlowStep.definition
    switch search.find() {
    case .cached(let box): step = .cached(box)
    case .wait(let construction): step = search.wait(for: construction)
    case .call(let override):
      if let override { step = .override(override) }
      completion.pointee.sendCall(override, frame)
      // The closure belongs to the same cycle.
      _ = factory_frame_pop(frame)
      return step
    case .missing: fatalError("FactoryKit: only a reader gets no instance")
    }
    if case .failed(let failure) = step { completion.pointee.fail(frame, failure) }
    if factory_frame_pop(frame), completion.pointee.isEmpty { ResolutionCycle.end() }
    return step
  }

  /// Searches for a cached instance, and returns its box. Builds nothing, and does not wait.
  /// - Parameter isForResolution: whether a resolution by parameter returns the instance. Then the
  ///   result is nil if there is more to do than that, such as running a decorator, or setting the
  ///   scope or the last use.
  @usableFromInline @inline(never)
  func existingBox(
    _ frame: Frame, _ node: Node?, _ scope: ScopeReference?, isForResolution: Bool
  ) -> InstanceBox? {
    let acting = factory_children_exist() ? Owners.acting(self, for: frame) : nil
    if isForResolution {
      let node = node ?? store.node(frame.key)
      let isPlain =
        Int(factory_node_action(node)) == FACTORY_READ_PARAMETER_SETTINGS
        && !core.hasFlag(Int(FACTORY_FLAGS)) && !factory_is_tracing()
      guard isPlain, acting.map({ $0.isPlain(for: self) }) ?? true else { return nil }
    }
    frame.pointee.thread = factory_current_thread()
    frame.pointee.previous = frame.pointee.thread!.pointee.top
    var search = InstanceSearch(
      asked: self, acting, frame: frame, scope: scope, node: node, asker: .reader, nil,
      isForResolution: isForResolution)
    if case .cached(let box) = search.find() { return box }
    return nil
  }

  /// The owner's decorator or, if it has none, that of the nearest parent that has one. Nil if the frame's factory is
  /// a function that a property wrapper has created from a parameter factory.
  private func containerDecorator(
    _ frame: Frame
  ) -> (decorator: ContainerDecorator, owner: ContainerCore)? {
    if frame.pointee.flags & FACTORY_IS_FUNCTION.rawValue != 0 { return nil }
    var next: Store? = store
    while let store = next {
      if factory_core_flags(store.core) & UInt32(FACTORY_DECORATES) != 0,
        let decorator = store.withState({ state in state.settings.decorator })
      {
        return (decorator, store.core)
      }
      next = store.parent
    }
    return nil
  }
}

extension Frame {
  /// Runs the decorator of a factory or a container, unless it is already running: a decorator is
  /// not called for instances that it resolves itself.
  fileprivate func decorate<Owner>(for owner: UnsafeMutablePointer<Owner>, _ body: () -> Void) {
    let identity = UnsafeRawPointer(owner)
    let thread = pointee.thread!
    if thread.pointee.decorating != 0, isRunning(identity) { return }
    LockOrder.requireNone()
    pointee.phase = UInt32(FACTORY_DECORATING)
    pointee.decorator = identity
    thread.pointee.decorating += 1
    runPart(body)
    thread.pointee.decorating -= 1
    pointee.decorator = nil
    pointee.phase = UInt32(FACTORY_RESOLVING)
  }

  private func isRunning(_ decorator: UnsafeRawPointer) -> Bool {
    var next = pointee.previous
    while let frame = next {
      if frame.pointee.decorator == decorator { return true }
      next = frame.pointee.previous
    }
    return false
  }
}

// MARK: -

// What a resolution has to do once it has its instance. A search decides it, and code that knows the
// instance's type does it.

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
  /// Whether a cached instance is new for the resolution.
  var isNew = false

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
    let isNew = isNew || self.isNew
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

// MARK: -

// Storing a new instance at the end of its construction: in a store, or in the thread's resolution cycle.

/// Where a new instance is to be stored for the rest of the calling thread's resolution cycle.
package struct CycleStore {
  let key: GraphKey
  let parameter: ParameterKey?

  @inline(never)
  func store<T>(_ value: T) {
    if !isNil(value) { ResolutionCycle.store(StrongBox(value), parameter, for: key) }
  }
}

/// One run of a factory's closure, and where its instance is to be kept.
@usableFromInline
// Sendable: like `Construction`. The other variables are used by the thread or task that builds, until `end`
// releases them: a task that outlives the construction may retain it for long. So exclusivity need not be
// checked.
package final class Build: Construction, @unchecked Sendable {
  /// The container by and for which it is built.
  @exclusivity(unchecked) private(set) var manager: ContainerManager!
  @exclusivity(unchecked) private(set) var place: Place!
  let isWeak: Bool
  /// The container whose clock measures the time to live; nil if there is none.
  @exclusivity(unchecked) private var clock: ContainerManager?
  /// Whether somebody receives the instance. Set when it is cached.
  @exclusivity(unchecked) private var isReceived = true
  @exclusivity(unchecked) private var record: (any InstanceRecord)?

  init(
    builder: ThreadState?, _ manager: ContainerManager, _ place: Place,
    isWeak: Bool, clock: ContainerManager?,
    _ record: (any InstanceRecord)?
  ) {
    self.manager = manager.containersOwn
    self.place = place
    self.isWeak = isWeak
    self.clock = clock
    self.record = record
    super.init(builder: builder)
  }

  /// Stores a new instance, and passes it to those that wait.
  @inline(never)
  package func store<T>(_ value: T) {
    record?.didBuild()
    let strong = StrongBox(value, record)
    if isNil(value) {
      end(nil, strong)
    } else if isWeak {
      end(WeakBox(value, record), strong)
    } else {
      end(strong, strong)
    }
  }

  /// Ends the construction.
  /// - Parameters:
  ///   - box: the instance to cache; nil if the scope cannot cache it, or for an error.
  ///   - result: for those that wait: the instance's box or a `ConstructionFailure`.
  @inline(never)
  package func end(_ box: InstanceBox?, _ result: AnyObject) {
    // The clock may be user code, so it is read outside of the lock.
    let time = clock.map { $0.now } ?? TimeToLive.unknown
    let (isCached, wasAwaited) = cache(box, at: time)
    if wasAwaited { WaitGraph.finish(self, with: result) }
    if let record, let box { end(record, box, isCached: isCached) }
    manager = nil
    place = nil
    clock = nil
    record = nil
  }

  @inline(never)
  private func end(_ record: any InstanceRecord, _ box: InstanceBox, isCached: Bool) {
    manager.store.withState { $0.hasRecords = true }
    record.didStore(box, in: place)
    // The result retains an instance that would be cached weakly.
    if !isCached, !isReceived { record.didLose(box) }
  }

  /// Caches the instance, if there is one. Returns whether it is cached, and whether others wait for it.
  private func cache(
    _ box: InstanceBox?, at time: UInt64
  ) -> (isCached: Bool, wasAwaited: Bool) {
    let place = place!
    return place.store.withLock { state in
      isReceived = decideReceivers()
      // Nothing would retain an instance that is held weakly and that nobody receives.
      let cached = isWeak && !isReceived ? nil : box
      // Nil if the parameter has been removed.
      let isCurrent =
        state.withSlot(place.node, place.parameter) { slot, _ in
          slot.end(self, caching: cached, at: time, isUnseen: !isReceived)
        } ?? false
      return (isCurrent && cached != nil, isAwaited)
    }
  }
}
