// Factory, MIT licence; see LICENSE
//
// The state machine of one instance. It only computes state transitions: the lock of a store guards it,
// and threads wait for a `Construction`.
internal import FactoryCore

/// The state of one scoped instance.
///
/// | phase    | `ask` by a thread                       | `end`       | `evict` |
/// |----------|-----------------------------------------|-------------|---------|
/// | empty    | `build`; the caller calls `begin`       | ignored     | empty   |
/// | building | `wait`, or `reentered` for the builder | cached, or  | empty   |
/// |          |                                         | empty       |         |
/// | cached   | `hit`; `build` if it is gone or expired | ignored     | empty   |
///
/// | phase    | `ask` by a task                         | by a cancelled task  | by a reader |
/// |----------|-----------------------------------------|----------------------|-------------|
/// | empty    | `build`; a new task builds the instance | `missing`            | `missing`   |
/// | building | `wait`                                  | `wait`               | `missing`   |
/// | cached   | `hit`; `build` if it is gone or expired | `hit`; `missing` if  | `hit`, or   |
/// |          |                                         | gone or expired      | `missing`   |
///
/// A hit starts the time to live again, except for a reader. A caller that gets `missing` leaves
/// the phase as it was.
///
/// If an eviction comes during a construction, the builder still has its ``Construction``, so all
/// waiting threads get the instance. Its `end` finds another phase and caches nothing. So an
/// eviction never waits, and is never undone.
package struct InstanceSlot {
  /// Who asks for an instance.
  package enum Asker {
    /// A thread, which builds a missing instance itself.
    case thread(ThreadState)
    /// A task, for which a missing instance is built in a task of its own, unless the asking task
    /// is cancelled.
    case task(mayBuild: Bool)
    /// A caller that only wants an instance that is there already.
    case reader

    /// The thread that builds a missing instance; nil if a task does.
    var thread: ThreadState? { if case .thread(let thread) = self { thread } else { nil } }

    var mayBuild: Bool {
      switch self {
      case .thread, .task(mayBuild: true): true
      case .task(mayBuild: false), .reader: false
      }
    }
  }

  enum Phase {
    case empty
    // The first case with a payload: its reference is stored unchanged. Those of other cases have bits
    // of their case in them, so leak detectors, which search memory for addresses, do not find the
    // object. An instance by parameter has no other reference.
    case cached(InstanceBox)
    case building(Construction)
  }

  enum Answer {
    case hit(InstanceBox)
    /// The caller has to build the instance, and calls `begin` before it releases the lock. That evicts
    /// an instance that was gone or expired, which the caller releases outside of any lock.
    case build(evicting: AnyObject?)
    case wait(Construction)
    case reentered
    /// There is no instance, and the caller does not build one.
    case missing
  }

  private(set) var phase = Phase.empty
  /// When the cached instance was last used; unknown if it had no time to live at that time.
  private(set) var lastUse = TimeToLive.unknown

  /// Answers a request for the instance.
  mutating func ask(by asker: Asker, timeToLive: TimeToLive? = nil) -> Answer {
    switch phase {
    case .empty:
      return asker.mayBuild ? .build(evicting: nil) : .missing
    case .building(let current):
      switch asker {
      case .thread(let thread): return current.builder == thread ? .reentered : .wait(current)
      case .task: return .wait(current)
      case .reader: return .missing
      }
    case .cached(let instance):
      guard instance.isAlive, timeToLive?.hasExpired(lastUse: lastUse) != true else {
        return asker.mayBuild ? .build(evicting: instance) : .missing
      }
      if case .reader = asker { return .hit(instance) }
      if let timeToLive { lastUse = timeToLive.use(after: lastUse) }
      return .hit(instance)
    }
  }

  /// Begins a construction, after `ask` has answered `build`.
  mutating func begin(_ construction: Construction) {
    phase = .building(construction)
  }

  /// Caches the built instance, unless the construction has been evicted. `instance` is nil if
  /// nothing is to be cached: for an error, a nil result, or a value that cannot be held weakly. Returns whether the construction was still the current one.
  @discardableResult
  mutating func end(
    _ construction: Construction, caching instance: InstanceBox?,
    at time: UInt64 = TimeToLive.unknown
  ) -> Bool {
    guard case .building(let current) = phase, current === construction else { return false }
    if let instance {
      phase = .cached(instance)
      lastUse = time
    } else {
      phase = .empty
    }
    return true
  }

  /// Removes the instance if it has expired, and returns it. The caller releases it outside of any
  /// lock.
  mutating func evictExpired(_ timeToLive: TimeToLive?) -> AnyObject? {
    guard case .cached = phase, let timeToLive, timeToLive.hasExpired(lastUse: lastUse) else {
      return nil
    }
    return evict()
  }

  /// Removes the instance, or its construction, and returns it. The caller releases it outside of
  /// any lock.
  package mutating func evict() -> AnyObject? {
    let evicted = object
    phase = .empty
    return evicted
  }

  private var object: AnyObject? {
    switch phase {
    case .empty: nil
    case .building(let construction): construction
    case .cached(let instance): instance
    }
  }

  func isSame(as other: InstanceSlot) -> Bool {
    object === other.object && lastUse == other.lastUse
  }

  /// Removes the instance if it is in this box. Returns what `evict` does.
  package mutating func evict(_ box: InstanceBox) -> AnyObject? {
    guard case .cached(let instance) = phase, instance === box else { return nil }
    return evict()
  }

  /// Caches an instance without a construction: that of a lazy wrapper.
  mutating func store(_ instance: InstanceBox, lastUse: UInt64 = TimeToLive.unknown) {
    phase = .cached(instance)
    self.lastUse = lastUse
  }

  /// Removes the instance if a shutdown has closed it, and returns it. The caller releases it outside of any lock.
  mutating func evictClosed() -> AnyObject? {
    cached?.instance.record?.isClosed == true ? evict() : nil
  }

  /// Removes a construction from a saved slot. Somebody else retains it.
  mutating func forgetConstruction() {
    if case .building = phase { forget() }
  }

  /// Removes what is in a saved slot, which somebody else retains.
  mutating func forget() { self = InstanceSlot() }

  /// The instance that a resolution may return without changing the slot, if it has no time to live.
  var instanceOfHit: InstanceBox? {
    guard case .cached(let box) = phase, !box.isWeak else { return nil }
    return box
  }

  /// The instance and when it was last used, if there is one.
  package var cached: (instance: InstanceBox, lastUse: UInt64)? {
    guard case .cached(let instance) = phase else { return nil }
    return (instance, lastUse)
  }
}
