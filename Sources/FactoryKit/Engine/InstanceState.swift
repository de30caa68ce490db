// Factory, MIT licence; see LICENSE
//
// The state machine of one instance: decides, and does nothing else. `Cell` locks around it,
// `Construction` waits for it. See the table of states below.

/// Where one scoped instance stands.
///
/// | state    | `instance` | `construction` | a request gets                          |
/// |----------|------------|----------------|-----------------------------------------|
/// | empty    | nil        | nil            | `build`: it becomes the builder         |
/// | building | nil        | the builder's  | `wait`, or `reentered` on the same thread |
/// | ready    | the box    | nil            | `hit`                                   |
///
/// `invalidate` leads back to empty from everywhere. A builder it overtakes keeps its own
/// `Construction`, so its callers get their instance, but `finish` finds another one (or none)
/// in the state and keeps nothing: that is how a reset never waits and is never undone.
struct InstanceState {
  private(set) var instance: InstanceBox?
  /// The scope `instance` was made for. An instance made for another scope does not count.
  private(set) var scope: ObjectIdentifier?
  private(set) var construction: Construction?
  /// When `instance` was last handed out, by the container's clock. Only kept with a time to live.
  private(set) var lastUse: UInt64?
  /// How often the state was invalidated. Graph instances are checked against it.
  private(set) var generation: UInt32 = 0

  enum Action {
    case hit(InstanceBox)
    case build(Construction)
    case wait(Construction)
    case reentered(Construction)
  }

  /// What a request finds, apart from the state itself.
  struct Request {
    let scope: ObjectIdentifier
    let owner: ThreadState
    /// Nanoseconds an unused instance lives, and what the clock says now.
    let timeToLive: (limit: UInt64, now: UInt64)?
  }

  /// Answers a request. What is dropped on the way goes to `garbage`, for release after the lock.
  mutating func request(_ request: Request, garbage: inout [AnyObject]) -> Action {
    if let instance {
      if scope == request.scope, !isExpired(request.timeToLive), instance.isAlive {
        if let now = request.timeToLive?.now { lastUse = now }
        return .hit(instance)
      }
      invalidate(garbage: &garbage)
    }
    if let construction {
      if scope == request.scope {
        return construction.owner == request.owner ? .reentered(construction) : .wait(construction)
      }
      invalidate(garbage: &garbage)
    }
    let construction = Construction(owner: request.owner)
    self.construction = construction
    scope = request.scope
    return .build(construction)
  }

  /// The generation of an instance that the resolution cycle keeps in this state's stead.
  mutating func generation(for scope: ObjectIdentifier, garbage: inout [AnyObject]) -> UInt32 {
    if self.scope != scope {
      invalidate(garbage: &garbage)
      self.scope = scope
    }
    return generation
  }

  /// Keeps what the builder made, unless it was overtaken. `instance` is nil for what no scope
  /// keeps: a nil result, a value in `.shared`.
  mutating func finish(_ finished: Construction, instance: InstanceBox?, now: UInt64?) {
    guard construction === finished else { return }
    construction = nil
    self.instance = instance
    lastUse = now
  }

  /// Empties the state.
  mutating func invalidate(garbage: inout [AnyObject]) {
    if let instance { garbage.append(instance) }
    if let construction { garbage.append(construction) }
    instance = nil
    construction = nil
    scope = nil
    generation &+= 1
  }

  /// Puts a kept instance back, for `pop` and for clones of the singleton scope.
  mutating func restore(_ saved: SavedInstance, garbage: inout [AnyObject]) {
    invalidate(garbage: &garbage)
    instance = saved.instance
    scope = saved.scope
    lastUse = saved.lastUse
  }

  /// What `restore` needs, if there is an instance.
  var saved: SavedInstance? {
    guard let instance, let scope else { return nil }
    return SavedInstance(instance: instance, scope: scope, lastUse: lastUse)
  }

  private func isExpired(_ timeToLive: (limit: UInt64, now: UInt64)?) -> Bool {
    // Without a last use the time to live was given after the instance: it starts with this one.
    guard let timeToLive, let lastUse else { return false }
    return timeToLive.now &- lastUse >= timeToLive.limit && timeToLive.now >= lastUse
  }
}

/// An instance as it is kept in a snapshot.
struct SavedInstance {
  let instance: InstanceBox
  let scope: ObjectIdentifier
  let lastUse: UInt64?
}
