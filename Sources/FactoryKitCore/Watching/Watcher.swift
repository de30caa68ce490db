// Factory, MIT licence; see LICENSE
//
// Reports resolutions to the watchers of a container.
//
// - A container with watchers has the flag `FACTORY_WATCHES`, with which lookups take the slow path,
//   as they do while resolutions are traced. Without watchers, only that flag is read.
// - `takeSlowStep` and `AsyncSearch.next` store the time in the resolution's `Completion`.
//   `InstanceSearch.recordIfObserved` then adds the plan to it, as it does for a decorator.
// - `Completion.complete` reports the resolution, after the decorator and the trace.
// - All events of a container pass `report`, which copies the array of watchers under the container's
//   lock and calls them without it.
internal import FactoryCore

extension Watcher {
  /// Calls the watchers, except those that are cancelled and those whose own call has caused the
  /// resolution. Called with no lock held.
  static func call(_ watchers: [Watcher], _ event: ResolutionEvent) {
    LockOrder.requireNone()
    let thread = factory_current_thread()
    let cycle = DetachedCycle(thread)
    for index in watchers.indices {
      // The array retains it.
      let watcher = Unmanaged.passUnretained(watchers[index])
      if watcher._withUnsafeGuaranteedRef({ $0.isCancelled }) { continue }
      let identity = UnsafeRawPointer(watcher.toOpaque())
      let outer = thread.pointee.watching
      if isRunning(identity, outer) { continue }
      var call = factory_watcher_call(watcher: identity, outer: outer)
      withUnsafePointer(to: &call) {
        thread.pointee.watching = UnsafeRawPointer($0)
        watcher._withUnsafeGuaranteedRef { $0.receive(event) }
        thread.pointee.watching = outer
      }
    }
    cycle.attach(to: thread)
  }

  /// Whether the thread is inside the watcher, which does not get the resolutions that it makes.
  private static func isRunning(
    _ watcher: UnsafeRawPointer, _ call: UnsafeRawPointer?
  ) -> Bool {
    var next = call
    // Written by `call`, which has not returned yet.
    while let call = next?.assumingMemoryBound(to: factory_watcher_call.self).pointee {
      if call.watcher == watcher { return true }
      next = call.outer
    }
    return false
  }
}

/// Removes the resolutions in progress from a thread while it calls watchers, because a watcher's
/// resolutions are not part of them: they neither share instances of the scope `graph` with them, nor
/// form a circular dependency with them.
private struct DetachedCycle: ~Copyable {
  private let top: Frame?
  private let asyncFrame: UnsafeMutableRawPointer?
  private let hasState: UInt32
  private let first: factory_graph_instance
  private let cycle: UnsafeMutableRawPointer?
  private let strict: UnsafeMutableRawPointer?

  init(_ thread: ThreadState) {
    top = thread.pointee.top
    asyncFrame = thread.pointee.async_frame
    hasState = thread.pointee.cycle_has_state
    strict = thread.pointee.strict
    thread.pointee.top = nil
    thread.pointee.strict = nil
    thread.pointee.async_frame = nil
    if hasState != 0 {
      first = thread.pointee.first
      cycle = thread.pointee.cycle
      thread.pointee.first = factory_graph_instance()
      thread.pointee.cycle = nil
      thread.pointee.cycle_has_state = 0
    } else {
      first = factory_graph_instance()
      cycle = nil
    }
  }

  /// Restores the resolutions in progress. Those that watchers have made have ended, and left nothing.
  consuming func attach(to thread: ThreadState) {
    thread.pointee.top = top
    thread.pointee.strict = strict
    thread.pointee.async_frame = asyncFrame
    if hasState != 0 {
      thread.pointee.first = first
      thread.pointee.cycle = cycle
      thread.pointee.cycle_has_state = hasState
    }
  }
}

extension ContainerManager {
  /// Whether this container has watchers.
  package var isWatched: Bool { core.hasFlag(Int(FACTORY_WATCHES)) }

  /// Those of this container, then those of its parents.
  private var allWatchers: [Watcher] {
    var watchers = core.withState { $0.watchers?.all } ?? []
    var next = core.parent
    while let parent = next {
      watchers += parent.withState { $0.watchers?.all } ?? []
      next = parent.parent
    }
    return watchers
  }

  /// Reports a resolution. Its frame is on the thread's list.
  @inline(never)
  func report(_ frame: Frame, isNew: Bool, _ completion: borrowing Completion) {
    // The time that the watchers take is not part of it.
    let end = factory_monotonic_nanoseconds()
    let start = completion.watchedSince
    let watchers = allWatchers
    if watchers.isEmpty { return }
    let plan = completion.plan
    let kind: ResolutionEvent.Kind =
      if !isNew {
        .kept
      } else if plan?.chosen != nil {
        .context
      } else if plan?.settings.registration != nil {
        .registered
      } else {
        .built
      }
    let around = TaskResolutions.around
    let outer = frame.outer(in: around.resolution)
    let scope =
      completion.entry.flatMap { factory_entry_scope($0) }.map { ScopeReference(address: $0) }
      ?? core.defaultScope
    let event = ResolutionEvent(
      kind: kind, depth: Int(frame.pointee.depth) + around.depth,
      duration: end > start ? Double(end - start) / 1e9 : 0,
      subject: FactoryReference(frame), outer: outer?.factory,
      isPartOfConstruction: outer?.isConstructing ?? false,
      scope: scope?.kind ?? .unique, hasCustomScope: scope?.isCustom ?? false,
      context: isNew ? plan?.chosen?.context : nil)
    TaskFrame.outside { Watcher.call(watchers, event) }
  }
}

extension Frame {
  /// The resolution around this one. `tree` is the one around all frames of the thread.
  fileprivate func outer(
    in tree: (any TaskResolution)?
  ) -> (factory: FactoryReference, isConstructing: Bool)? {
    if let outer = pointee.previous {
      let isConstructing = outer.pointee.phase == UInt32(FACTORY_CONSTRUCTING)
      return (FactoryReference(outer), isConstructing)
    }
    return tree.map { ($0.factory, true) }
  }
}
