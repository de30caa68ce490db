// Factory, MIT licence; see LICENSE
//
// What `timeToLive` promises, with a clock that the test turns.
import FactoryTesting
import Testing

private final class TimedContainer: ManagedContainer {
  let manager = ContainerManager()
  let clock: HandClock

  init(clock: HandClock = HandClock()) {
    self.clock = clock
    manager.clock = clock.reading
  }
}

extension Scope {
  fileprivate static let timedSession = Cached()
}

extension TimedContainer {
  // The guide's example.
  var session: Factory<Gadget> { self { Gadget() }.scope(.timedSession).timeToLive(60 * 20) }

  var cached: Factory<Gadget> { self { Gadget() }.cached.timeToLive(10) }
  var before: Factory<Gadget> { self { Gadget() }.timeToLive(10).cached }
  var brief: Factory<Gadget> { self { Gadget() }.cached.timeToLive(0.5) }
  var shared: Factory<Gadget> { self { Gadget() }.shared.timeToLive(10) }
  var singleton: Factory<Gadget> { self { Gadget() }.singleton.timeToLive(10) }
  var byNumber: ParameterFactory<Int, Gadget> {
    self { Gadget("\($0)") }.scopeOnParameters.cached.timeToLive(10)
  }
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  var duration: Factory<Gadget> { self { Gadget() }.cached.timeToLive(.milliseconds(1500)) }
  var forever: Factory<Gadget> { self { Gadget() }.cached.timeToLive(.infinity) }
  var plainCached: Factory<Gadget> { self { Gadget() }.cached }
  var slow: Factory<Gadget> {
    self {
      self.clock.advance(seconds: 60)
      return Gadget()
    }.cached.timeToLive(10)
  }
}

@Suite("Time to live", .container) struct TimeToLiveTests {
  private let container = TimedContainer()

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

  @Test("What replaces an instance that expired lives as long again")
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

  @Test("Fractions of a second count")
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

  @Test("An endless time to live is one")
  func forever() {
    let before = container.forever()
    container.clock.advance(seconds: 1_000_000_000)
    #expect(container.forever() === before)
  }

  @Test("A shared instance that is held expires too")
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

  @Test("A time to live given from outside lasts")
  func fromOutside() {
    container.plainCached.timeToLive(10)
    let before = container.plainCached()
    container.clock.advance(seconds: 11)
    #expect(container.plainCached() !== before)
  }

  @Test("A time to live given later starts with the next resolution at the earliest")
  func givenLater() {
    let before = container.plainCached()
    container.plainCached.timeToLive(10)
    #expect(container.plainCached() === before)
    container.clock.advance(seconds: 11)
    #expect(container.plainCached() !== before)
  }

  @Test("The clock may start at zero")
  func zero() {
    let container = TimedContainer(clock: HandClock(start: 0))
    let before = container.cached()
    #expect(container.cached() === before)
    container.clock.advance(seconds: 11)
    #expect(container.cached() !== before)
  }

  @Test("A clock that goes back expires nothing")
  func backwards() {
    let before = container.cached()
    container.manager.clock = HandClock(start: 7).reading
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
