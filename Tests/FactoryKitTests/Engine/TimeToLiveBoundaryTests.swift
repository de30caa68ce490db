// Factory, MIT licence; see LICENSE
//
// When exactly a time to live ends, as a table. What `timeToLive` promises to its users is in
// `Factory/TimeToLiveTests`.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

@Suite("The end of a time to live") struct TimeToLiveBoundaryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let limit: UInt64
    let now: UInt64
    let lastUse: UInt64
    let hasExpired: Bool

    init(
      _ description: String, limit: UInt64, now: UInt64, lastUse: UInt64, expired hasExpired: Bool
    ) {
      testDescription = description
      self.limit = limit
      self.now = now
      self.lastUse = lastUse
      self.hasExpired = hasExpired
    }
  }

  @Test(
    "An instance expires when the whole time has passed since its last use, and not before",
    arguments: [
      Case("at its last use", limit: 10, now: 100, lastUse: 100, expired: false),
      Case("one nanosecond early", limit: 10, now: 109, lastUse: 100, expired: false),
      Case("to the nanosecond", limit: 10, now: 110, lastUse: 100, expired: true),
      Case("one nanosecond late", limit: 10, now: 111, lastUse: 100, expired: true),
      Case("used when the clock showed zero, early", limit: 10, now: 9, lastUse: 0, expired: false),
      Case("used when the clock showed zero, due", limit: 10, now: 10, lastUse: 0, expired: true),

      Case("no time at all, at its last use", limit: 0, now: 100, lastUse: 100, expired: true),
      Case("no time at all, later", limit: 0, now: 101, lastUse: 100, expired: true),
      Case("no time at all, earlier", limit: 0, now: 99, lastUse: 100, expired: false),

      Case("the clock went back a little", limit: 10, now: 99, lastUse: 100, expired: false),
      Case("the clock went back to zero", limit: 10, now: 0, lastUse: 100, expired: false),
      Case(
        "the clock went back as far as it can", limit: 10, now: 0, lastUse: .max - 1, expired: false
      ),

      Case("unknown last use", limit: 10, now: 100, lastUse: .max, expired: false),
      Case("unknown last use, no time at all", limit: 0, now: 100, lastUse: .max, expired: false),
      Case(
        "unknown last use, at the end of the clock", limit: 0, now: .max, lastUse: .max,
        expired: false),

      Case("the longest limit, soon", limit: .max, now: 100, lastUse: 0, expired: false),
      Case(
        "the longest limit, one nanosecond early", limit: .max, now: .max - 1, lastUse: 0,
        expired: false),
      Case("the longest limit, due", limit: .max, now: .max, lastUse: 0, expired: true),
      Case("the end of the clock", limit: 1, now: .max, lastUse: .max - 1, expired: true),
    ])
  func expiry(_ example: Case) {
    let timeToLive = TimeToLive(limit: example.limit, now: example.now)
    #expect(timeToLive.hasExpired(lastUse: example.lastUse) == example.hasExpired)
  }

  @Test("Only the last time that a clock can return is treated as unknown")
  func unknown() {
    #expect(TimeToLive.unknown == .max)
  }
}
