// Factory, MIT licence; see LICENSE
//
// The behaviour of `timeToLive`, with a clock that the test advances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class TimedContainer: ManagedContainer {
  let manager = ContainerManager()
  let clock: ManualClock
  let ended = LockedValue<[ObjectIdentifier]>([])

  init(clock: ManualClock = ManualClock()) {
    self.clock = clock
    manager.clock = clock.reading
  }
}

extension Scope {
  fileprivate static let timedSession = Cached()
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
  // The guide's example.
  var session: Factory<TestService> {
    self { TestService() }.scope(.timedSession).timeToLive(60 * 20)
  }

  var cached: Factory<TestService> { self { TestService() }.cached.timeToLive(10) }
  var before: Factory<TestService> { self { TestService() }.timeToLive(10).cached }
  var brief: Factory<TestService> { self { TestService() }.cached.timeToLive(0.5) }
  var shared: Factory<TestService> { self { TestService() }.shared.timeToLive(10) }
  var singleton: Factory<TestService> { self { TestService() }.singleton.timeToLive(10) }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached.timeToLive(10)
  }
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  var duration: Factory<TestService> {
    self { TestService() }.cached.timeToLive(.milliseconds(1500))
  }
  var forever: Factory<TestService> { self { TestService() }.cached.timeToLive(.infinity) }
  var plainCached: Factory<TestService> { self { TestService() }.cached }
  var slow: Factory<TestService> {
    self {
      self.clock.advance(seconds: 60)
      return TestService()
    }.cached.timeToLive(10)
  }
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

  @Test("The guide's session is discarded on the next resolution after 20 minutes")
  func guide() {
    let before = container.session()
    container.clock.advance(seconds: 60 * 20 - 1)
    #expect(container.session() === before)
    container.clock.advance(seconds: 60 * 20 + 1)
    #expect(container.session() !== before)
  }

  @Test("A resolution before the end starts the time again")
  func refresh() {
    let before = container.cached()
    for _ in 0..<5 {
      container.clock.advance(seconds: 9)
      #expect(container.cached() === before)
    }
    container.clock.advance(seconds: 11)
    #expect(container.cached() !== before)
  }

  @Test("The instance that replaces an expired one has the full time to live")
  func replacement() {
    _ = container.cached()
    container.clock.advance(seconds: 11)
    let second = container.cached()
    container.clock.advance(seconds: 9)
    #expect(container.cached() === second)
  }

  @Test("The modifier may come before the scope")
  func order() {
    let before = container.before()
    container.clock.advance(seconds: 9)
    #expect(container.before() === before)
    container.clock.advance(seconds: 11)
    #expect(container.before() !== before)
  }

  @Test("A time to live can have fractions of a second")
  func fraction() {
    let before = container.brief()
    container.clock.advance(seconds: 0.4)
    #expect(container.brief() === before)
    container.clock.advance(seconds: 0.6)
    #expect(container.brief() !== before)
  }

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @Test("The time can be given as a Duration")
  func duration() {
    let before = container.duration()
    container.clock.advance(seconds: 1.4)
    #expect(container.duration() === before)
    container.clock.advance(seconds: 1.6)
    #expect(container.duration() !== before)
  }

  @Test("An instance with an infinite time to live does not expire")
  func forever() {
    let before = container.forever()
    container.clock.advance(seconds: 1_000_000_000)
    #expect(container.forever() === before)
  }

  @Test("A shared instance that is still referenced expires too")
  func shared() {
    let before = container.shared()
    container.clock.advance(seconds: 9)
    #expect(container.shared() === before)
    container.clock.advance(seconds: 11)
    #expect(container.shared() !== before)
  }

  @Test("A singleton expires too")
  func singleton() {
    let before = container.singleton()
    container.clock.advance(seconds: 9)
    #expect(container.singleton() === before)
    container.clock.advance(seconds: 11)
    #expect(container.singleton() !== before)
  }

  @Test("Each parameter's instance has a time of its own")
  func parameters() {
    let (one, two) = (container.byNumber(1), container.byNumber(2))
    container.clock.advance(seconds: 6)
    #expect(container.byNumber(1) === one)
    container.clock.advance(seconds: 6)
    #expect(container.byNumber(1) === one)
    #expect(container.byNumber(2) !== two)
  }

  @Test("The time starts when the instance is finished, however long it took")
  func slow() {
    let before = container.slow()
    #expect(container.slow() === before)
  }

  @Test("A factory without a time to live does not expire")
  func untimed() {
    let before = container.plainCached()
    container.clock.advance(seconds: 1_000_000)
    #expect(container.plainCached() === before)
  }

  @Test("A time to live set from outside applies to later resolutions")
  func fromOutside() {
    container.plainCached.timeToLive(10)
    let before = container.plainCached()
    container.clock.advance(seconds: 11)
    #expect(container.plainCached() !== before)
  }

  @Test("A time to live that is set later starts with the next resolution at the earliest")
  func givenLater() {
    let before = container.plainCached()
    container.plainCached.timeToLive(10)
    #expect(container.plainCached() === before)
    container.clock.advance(seconds: 11)
    #expect(container.plainCached() !== before)
  }

  @Test("The clock may start at zero")
  func zero() {
    let container = TimedContainer(clock: ManualClock(start: 0))
    let before = container.cached()
    #expect(container.cached() === before)
    container.clock.advance(seconds: 11)
    #expect(container.cached() !== before)
  }

  @Test("No instance expires when the clock is set back")
  func backwards() {
    let before = container.cached()
    container.manager.clock = ManualClock(start: 7).reading
    #expect(container.cached() === before)
  }

  @Test("The system's clock is monotonic and counts nanoseconds")
  func systemClock() {
    let clock = ContainerManager().clock
    let first = clock()
    #expect(first > 0)
    #expect(clock() >= first)
  }
}
