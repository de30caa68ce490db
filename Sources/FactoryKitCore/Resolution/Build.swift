// Factory, MIT licence; see LICENSE
//
// Storing a new instance at the end of its construction: in a store, or in the thread's resolution cycle.
internal import FactoryCore

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
    let (isReceived, isAwaited) = cache(box, at: time)
    if isAwaited { WaitGraph.finish(self, with: result) }
    if let record, let box { end(record, box, isReceived: isReceived) }
    manager = nil
    place = nil
    clock = nil
    record = nil
  }

  @inline(never)
  private func end(_ record: any InstanceRecord, _ box: InstanceBox, isReceived: Bool) {
    manager.store.withState { $0.hasRecords = true }
    record.didStore(box, in: place)
    // The result retains an instance that is held weakly.
    if !isReceived { record.didLose(box) }
  }

  /// Caches the instance, if there is one and somebody receives it. Returns whether somebody does, and whether others wait
  /// for it.
  private func cache(
    _ box: InstanceBox?, at time: UInt64
  ) -> (isReceived: Bool, isAwaited: Bool) {
    let place = place!
    return place.store.withLock { state in
      let isReceived = decideReceivers()
      // Does nothing if the parameter has been removed.
      state.withSlot(place.node, place.parameter) { slot, _ in
        slot.end(self, caching: isReceived ? box : nil, at: time)
      }
      return (isReceived, isAwaited)
    }
  }
}
