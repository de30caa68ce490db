// Factory, MIT licence; see LICENSE
//
// The behaviour of `timeToLive`, with a clock that the test advances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class TimedContainer: ManagedContainer {
  let manager = ContainerManager()
  let clock = ManualClock()
  let ended = LockedValue<[ObjectIdentifier]>([])

  init() { manager.clock = clock.reading }
}

/// Calls a closure when it is released.
private final class Ending: Sendable {
  let atEnd = LockedValue<(@Sendable () -> Void)?>(nil)

  deinit { atEnd.withLock { $0 }?() }
}

extension TimedContainer {
  fileprivate var ending: Factory<Ending> { self { Ending() }.cached.timeToLive(10) }
  fileprivate var requiresEnding: Factory<ObjectIdentifier> {
    self { ObjectIdentifier(self.ending()) }
  }
  var brief: Factory<TestService> { self { TestService() }.cached.timeToLive(0.5) }
  var forever: Factory<TestService> { self { TestService() }.cached.timeToLive(.infinity) }
  var plainCached: Factory<TestService> { self { TestService() }.cached }
}

@Suite("Time to live", .container) struct TimeToLiveTests {
  private let container = TimedContainer()

  @Test("The deinit of an expired instance may resolve a factory that requires the same factory")
  func deinitOfExpired() {
    let container = container
    container.ending().atEnd.withLock {
      $0 = { container.ended.withLock { $0.append(container.requiresEnding()) } }
    }
    container.clock.advance(seconds: 11)
    let new = container.ending()
    #expect(container.ended.withLock { $0 } == [ObjectIdentifier(new)])
  }

  @Test("A time to live can have fractions of a second")
  func fraction() {
    let before = container.brief()
    container.clock.advance(seconds: 0.4)
    #expect(container.brief() === before)
    container.clock.advance(seconds: 0.6)
    #expect(container.brief() !== before)
  }

  @Test("Without a time to live, or with an infinite one, an instance does not expire")
  func forever() {
    let (plain, infinite) = (container.plainCached(), container.forever())
    container.clock.advance(seconds: 1_000_000_000)
    #expect(container.plainCached() === plain)
    #expect(container.forever() === infinite)
  }

  @Test("A time to live that is set later starts with the next resolution at the earliest")
  func givenLater() {
    let before = container.plainCached()
    container.plainCached.timeToLive(10)
    #expect(container.plainCached() === before)
    container.clock.advance(seconds: 11)
    #expect(container.plainCached() !== before)
  }

  @Test("The system's clock is monotonic and counts nanoseconds")
  func systemClock() {
    let clock = ContainerManager().clock
    let first = clock()
    #expect(first > 0)
    #expect(clock() >= first)
  }
}
