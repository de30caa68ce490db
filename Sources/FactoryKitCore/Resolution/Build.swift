// Factory, MIT licence; see LICENSE
//
// Storing a new instance at the end of its construction: in a cell, or in the thread's resolution cycle.
internal import FactoryCore

/// Where a new instance is to be stored for the rest of the calling thread's resolution cycle.
package struct CycleStore {
  let key: GraphKey
  /// The parameter's node.
  let node: ParameterNode?

  @inline(never)
  func store<T>(_ value: T) {
    if !isNil(value) { ResolutionCycle.store(StrongBox(value), node, for: key) }
  }
}

/// One run of a factory's closure, and where its instance is to be cached.
@usableFromInline
// Sendable: like `Construction`. The other variables are used by the thread or task that builds, until `end`
// releases them: a task that outlives the construction may retain it for long. So exclusivity need not be
// checked.
package final class Build: Construction, @unchecked Sendable {
  /// The container that the cell belongs to. For a singleton and for a graph instance of an asynchronous
  /// tree: the container through which it is built.
  @exclusivity(unchecked) private(set) var manager: ContainerManager!
  /// Its storage, which it owns.
  private let core: ContainerCore
  /// The factory's entry in that container.
  let entry: Entry
  let cell: Cell
  /// Those of `instanceCell`.
  @exclusivity(unchecked) private var node: ParameterNode?
  @exclusivity(unchecked) private var cellOwner: AnyObject?
  let isWeak: Bool
  /// The container whose clock measures the time to live; nil if there is none.
  @exclusivity(unchecked) private var clock: ContainerManager?
  /// Whether somebody receives the instance. Set when it is cached.
  @exclusivity(unchecked) private var isReceived = true
  @exclusivity(unchecked) private var record: (any InstanceRecord)?

  init(
    builder: ThreadState?, _ frame: Frame, restorations: UInt32, _ manager: ContainerManager,
    _ entry: Entry,
    _ instanceCell: InstanceCell, isWeak: Bool, clock: ContainerManager?,
    _ record: (any InstanceRecord)?
  ) {
    self.manager = manager.containersOwn
    core = manager.core
    self.entry = entry
    cell = instanceCell.cell
    node = instanceCell.node
    cellOwner = instanceCell.cellOwner
    self.isWeak = isWeak
    self.clock = clock
    self.record = record
    let frames =
      builder == nil ? Frames() : Frames(own: frame, around: frame.pointee.previous)
    super.init(builder: builder, frames, restorations: restorations)
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
    node = nil
    cellOwner = nil
    clock = nil
    record = nil
  }

  var instanceCell: InstanceCell { InstanceCell(cell: cell, node: node, cellOwner: cellOwner) }

  @inline(never)
  private func end(_ record: any InstanceRecord, _ box: InstanceBox, isCached: Bool) {
    manager.core.withState { $0.hasRecords = true }
    record.didStore(box, in: instanceCell, of: manager)
    // The result retains an instance that would be cached weakly.
    if !isCached, !isReceived { record.didLose(box) }
  }

  /// Caches the instance, if there is one. Returns whether the construction was still the current one and an instance could
  /// be cached, and whether others wait for it.
  private func cache(
    _ box: InstanceBox?, at time: UInt64
  ) -> (isCurrent: Bool, wasAwaited: Bool) {
    var garbage = Garbage()
    var (isCurrent, wasAwaited) = (false, false)
    if cell == entry.cell {
      entry.withLock(core, garbage: &garbage) { locked, _ in
        locked.willChange()
        // A `pop` evicts the constructions that began before it.
        let isOvertaken = restorations != factory_core_restorations(core)
        isCurrent = cache(locked.cell, isOvertaken ? nil : box, time) && !isOvertaken
        wasAwaited = isAwaited
      }
    } else {
      isCurrent = cache(cell.lock(), box, time)
      wasAwaited = isAwaited
      cell.unlock(&garbage)
    }
    garbage.release()
    return (isCurrent, wasAwaited)
  }

  @inline(never)
  private func cache(_ locked: LockedCell, _ box: InstanceBox?, _ time: UInt64) -> Bool {
    isReceived = decideReceivers()
    // Nothing would retain an instance that is held weakly and that nobody receives.
    let isLost = isWeak && !isReceived
    let isCurrent = locked.withMachine(of: node) {
      $0.end(self, caching: isLost ? nil : box, at: time, isUnseen: !isReceived)
    }
    return isCurrent && !isLost
  }
}

/// The cell of one instance and, if each parameter has its own instance, the parameter's node in it.
package struct InstanceCell {
  package let cell: Cell
  /// The parameter's node; nil for the cell's own instance.
  package let node: ParameterNode?
  /// The object that owns the cell's memory; nil if the cell exists as long as the container or the
  /// process.
  package let cellOwner: AnyObject?
}
