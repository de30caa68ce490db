// Factory, MIT licence; see LICENSE
//
// The state machine of one instance. A value that decides and does nothing else: `Cell` guards it
// with a lock, `Construction` is what threads wait for.

/// The state of one scoped instance.
///
/// | phase    | `ask`                                   | `finish`           | `evict` |
/// |----------|-----------------------------------------|--------------------|---------|
/// | empty    | `build`; the asker becomes the builder  | ignored            | empty   |
/// | building | `wait`, or `reentered` by the builder   | kept, or empty     | empty   |
/// | kept     | `hit`; `build` if it is gone or expired | ignored            | empty   |
///
/// A builder that `evict` overtakes still has its ``Construction``, so everybody who waits for it gets
/// the instance. Its `finish` finds another phase and keeps nothing. That is why an eviction never
/// waits and is never undone.
package struct InstanceStateMachine<Instance: Evictable, Builder: InstanceBuilder> {
  package enum Phase {
    case empty
    case building(Builder)
    case kept(Instance)
  }

  package enum Answer {
    case hit(Instance)
    /// The asker has to build. An instance that was gone or expired was evicted.
    case build(Builder, evicted: Instance?)
    case wait(Builder)
    case reentered
  }

  package private(set) var phase = Phase.empty
  /// When the kept instance was last used, if it had a time to live by then.
  package private(set) var lastUse = TimeToLive.unknown

  package init() {}

  /// Answers a request for the instance.
  package mutating func ask(
    by owner: Builder.Owner, timeToLive: TimeToLive? = nil, builder: () -> Builder
  ) -> Answer {
    switch phase {
    case .empty:
      return begin(builder(), evicting: nil)
    case .building(let current):
      return current.owner == owner ? .reentered : .wait(current)
    case .kept(let instance):
      guard instance.isAlive, timeToLive?.hasExpired(lastUse: lastUse) != true else {
        return begin(builder(), evicting: instance)
      }
      if let timeToLive { lastUse = timeToLive.now }
      return .hit(instance)
    }
  }

  private mutating func begin(_ builder: Builder, evicting instance: Instance?) -> Answer {
    phase = .building(builder)
    return .build(builder, evicted: instance)
  }

  /// Keeps what the builder made, unless it was overtaken. `instance` is nil for what no scope keeps:
  /// a nil result, or a value in a scope that holds its instances weakly. Returns whether the
  /// builder was still the current one.
  @discardableResult
  package mutating func finish(
    _ builder: Builder, keeping instance: Instance?, at time: UInt64 = TimeToLive.unknown
  ) -> Bool {
    guard case .building(let current) = phase, current === builder else { return false }
    if let instance {
      phase = .kept(instance)
      lastUse = time
    } else {
      phase = .empty
    }
    return true
  }

  /// Forgets the instance, and whatever is being built. The caller releases the result outside of any
  /// lock.
  package mutating func evict() -> Evicted? {
    switch phase {
    case .empty:
      return nil
    case .building(let builder):
      phase = .empty
      return .builder(builder)
    case .kept(let instance):
      phase = .empty
      return .instance(instance)
    }
  }

  package enum Evicted {
    case instance(Instance)
    case builder(Builder)
  }

  /// Puts back what a snapshot saved, after an eviction.
  package mutating func restore(_ instance: Instance, lastUse: UInt64) {
    phase = .kept(instance)
    self.lastUse = lastUse
  }

  /// The instance and when it was last used, if there is one.
  package var kept: (instance: Instance, lastUse: UInt64)? {
    guard case .kept(let instance) = phase else { return nil }
    return (instance, lastUse)
  }
}

/// What a state machine keeps.
package protocol Evictable {
  /// Whether the instance still exists. One that is held weakly may not.
  var isAlive: Bool { get }
}

/// Who builds an instance.
package protocol InstanceBuilder: AnyObject {
  associatedtype Owner: Equatable
  var owner: Owner { get }
}
