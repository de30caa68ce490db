// Factory, MIT licence; see LICENSE
//
// Time to live: how long an unused instance stays cached.

/// The time to live of an instance and the current time, both in nanoseconds of the container's
/// clock.
struct TimeToLive {
  let limit: UInt64
  let now: UInt64

  /// An unknown time of use. No clock reaches this value.
  static let unknown = UInt64.max

  /// The new time of last use of an instance that is used now. A thread that read the clock earlier
  /// than another one does not set it back.
  func use(after lastUse: UInt64) -> UInt64 {
    lastUse == Self.unknown ? now : max(now, lastUse)
  }

  /// Whether an instance has expired. An instance with an unknown last use has not: the time to
  /// live was set after it was cached.
  func hasExpired(lastUse: UInt64) -> Bool {
    lastUse != Self.unknown && now >= lastUse && now - lastUse >= limit
  }
}
