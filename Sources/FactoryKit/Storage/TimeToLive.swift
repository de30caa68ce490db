// Factory, MIT licence; see LICENSE
//
// Time to live: how long an instance that nobody asks for stays cached.

/// The time to live of an instance and the present time, both in nanoseconds by the container's
/// clock.
struct TimeToLive {
  let limit: UInt64
  let now: UInt64

  /// Stands for an unknown time of use. No clock gets that far.
  static let unknown = UInt64.max

  /// When an instance that is used now was last used. A thread that has read the clock before another
  /// one does not set it back.
  func use(after lastUse: UInt64) -> UInt64 {
    lastUse == Self.unknown ? now : max(now, lastUse)
  }

  /// Whether an instance has not been used for too long. One with an unknown last use has not expired:
  /// the time to live was set after it was cached.
  func hasExpired(lastUse: UInt64) -> Bool {
    lastUse != Self.unknown && now >= lastUse && now - lastUse >= limit
  }
}
