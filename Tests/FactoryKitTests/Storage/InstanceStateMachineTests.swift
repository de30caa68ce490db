// Factory, MIT licence; see LICENSE
//
// The state machine of one instance: its result in every state, as a table, and invariants after
// every short sequence of events.
import FactoryTesting
import Testing

@testable import FactoryKit

/// An instance that a test can deallocate, as a weakly referenced one may be.
final class MockInstance: InstanceBox {
  var exists = true
  override var isAlive: Bool { exists }
}

extension ThreadState {
  /// A thread with a number as its address. The machine only compares threads.
  static func thread(_ number: Int) -> Self { Self(bitPattern: number * Self.bytesApart)! }

  /// The alignment of a thread's state.
  private static let bytesApart = 16
}

extension InstanceStateMachine {
  /// Answers a request of a thread.
  mutating func ask(
    by thread: ThreadState, timeToLive: TimeToLive? = nil, restorations: UInt32 = 0
  ) -> Answer {
    ask(by: Asker.thread(thread), timeToLive: timeToLive, restorations: restorations)
  }
}

@Suite("The state machine of an instance") struct InstanceStateMachineTests {
  @Test(
    "Every event has one result and one next state in every state",
    arguments: Row.table)
  func decision(_ row: Row) {
    var place = Place(row.state)
    let answer = place.send(row.event)
    #expect(answer == row.answer)
    #expect(place.following == row.following)
    if let lastUse = row.lastUse { #expect(place.machine.lastUse == lastUse) }
  }

  @Test("The table has a row for each pair of a state and an event, and no pair twice")
  func completeness() {
    for state in State.allCases {
      for event in Event.allCases {
        let rows = Row.table.filter { $0.state == state && $0.event == event }
        #expect(rows.count == 1, "\(state), \(event)")
      }
    }
  }

  @Test("What `kept` returns can be restored after an eviction, with its last use")
  func saved() throws {
    var place = Place(.keptAlive)
    let saved = try #require(place.machine.kept)
    _ = place.machine.evict()
    #expect(place.machine.kept == nil)
    place.machine.restore(saved.instance, lastUse: saved.lastUse)
    #expect(place.machine.kept?.instance === place.instance)
    #expect(place.machine.kept?.lastUse == Place.lastUse)
  }

  @Test("A thread that has read the clock earlier does not set the last use back")
  func lastUse() {
    var place = Place(.keptAlive)
    _ = place.machine.ask(by: .thread(1), timeToLive: TimeToLive(limit: 100, now: 1_000))
    _ = place.machine.ask(by: .thread(2), timeToLive: TimeToLive(limit: 100, now: 960))
    #expect(place.machine.lastUse == 1_000)
  }

  @Test(
    "After a `pop`, the next request on any thread supersedes an older construction",
    arguments: [1, 2])
  func restored(thread: Int) throws {
    var machine = InstanceStateMachine()
    let old = try #require(machine.ask(by: .thread(1), restorations: 4).built?.construction)
    let (new, evicted) = try #require(machine.ask(by: .thread(thread), restorations: 5).built)
    let isOldEvicted = evicted === old
    #expect(isOldEvicted)
    #expect(new.restorations == 5)
    let oldWasCurrent = machine.finish(old, keeping: MockInstance())
    #expect(!oldWasCurrent)
    let newWasCurrent = machine.finish(new, keeping: MockInstance())
    #expect(newWasCurrent)
  }
}

extension InstanceStateMachine.Answer {
  /// The values of `build`.
  var built: (construction: Construction, evicted: AnyObject?)? {
    guard case .build(let construction, let evicted) = self else { return nil }
    return (construction, evicted)
  }
}

// MARK: The table

extension InstanceStateMachineTests {
  enum State: CaseIterable {
    case empty, builtByMe, builtByAnother, keptAlive, keptButGone, keptAndExpired
    case keptWithUnknownUse
  }

  /// All requests come from thread 1.
  enum Event: CaseIterable {
    case ask, askWithTimeToLive, finish, finishWithNil, finishOvertaken, evict, restore
  }

  enum Answer: Equatable {
    case hit, build, buildEvicting, wait, reentered
    case wasCurrent, wasOvertaken
    case nothing, instance, builder
    case none
  }

  /// The expected state after an event.
  enum NextState: Equatable {
    case empty
    /// There is a builder: the previous one, or a new one of thread 1.
    case sameBuilder, newBuilder
    /// There is an instance: the previous one, or the event's.
    case sameInstance, newInstance
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let state: State
    let event: Event
    let answer: Answer
    let following: NextState
    /// When the instance was last used, where it matters.
    let lastUse: UInt64?

    init(
      _ state: State, _ event: Event, _ answer: Answer, _ following: NextState,
      lastUse: UInt64? = nil
    ) {
      self.state = state
      self.event = event
      self.answer = answer
      self.following = following
      self.lastUse = lastUse
    }

    var testDescription: String { "\(state), \(event): \(answer), then \(following)" }

    // In `finish` and `finishWithNil`, the builder is the state's current or previous one: in a
    // state without a builder, it has finished before.
    static let table: [Row] = [
      Row(.empty, .ask, .build, .newBuilder),
      Row(.empty, .askWithTimeToLive, .build, .newBuilder),
      Row(.empty, .finish, .wasOvertaken, .empty),
      Row(.empty, .finishWithNil, .wasOvertaken, .empty),
      Row(.empty, .finishOvertaken, .wasOvertaken, .empty),
      Row(.empty, .evict, .nothing, .empty),
      Row(.empty, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.builtByMe, .ask, .reentered, .sameBuilder),
      Row(.builtByMe, .askWithTimeToLive, .reentered, .sameBuilder),
      Row(.builtByMe, .finish, .wasCurrent, .newInstance, lastUse: Place.finishedAt),
      Row(.builtByMe, .finishWithNil, .wasCurrent, .empty),
      Row(.builtByMe, .finishOvertaken, .wasOvertaken, .sameBuilder),
      Row(.builtByMe, .evict, .builder, .empty),
      Row(.builtByMe, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.builtByAnother, .ask, .wait, .sameBuilder),
      Row(.builtByAnother, .askWithTimeToLive, .wait, .sameBuilder),
      Row(.builtByAnother, .finish, .wasCurrent, .newInstance, lastUse: Place.finishedAt),
      Row(.builtByAnother, .finishWithNil, .wasCurrent, .empty),
      Row(.builtByAnother, .finishOvertaken, .wasOvertaken, .sameBuilder),
      Row(.builtByAnother, .evict, .builder, .empty),
      Row(.builtByAnother, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // Without a time to live, the last use does not change.
      Row(.keptAlive, .ask, .hit, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .askWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(.keptAlive, .finish, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .finishWithNil, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .finishOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptAlive, .evict, .instance, .empty),
      Row(.keptAlive, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      Row(.keptButGone, .ask, .buildEvicting, .newBuilder),
      Row(.keptButGone, .askWithTimeToLive, .buildEvicting, .newBuilder),
      Row(.keptButGone, .finish, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .finishWithNil, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .finishOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.lastUse),
      Row(.keptButGone, .evict, .instance, .empty),
      Row(.keptButGone, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // Only a request with a time to live treats the instance as expired.
      Row(.keptAndExpired, .ask, .hit, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .askWithTimeToLive, .buildEvicting, .newBuilder),
      Row(.keptAndExpired, .finish, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .finishWithNil, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .finishOvertaken, .wasOvertaken, .sameInstance, lastUse: Place.longAgo),
      Row(.keptAndExpired, .evict, .instance, .empty),
      Row(.keptAndExpired, .restore, .none, .newInstance, lastUse: Place.restoredUse),

      // The first request with a time to live starts it.
      Row(.keptWithUnknownUse, .ask, .hit, .sameInstance, lastUse: TimeToLive.unknown),
      Row(.keptWithUnknownUse, .askWithTimeToLive, .hit, .sameInstance, lastUse: Place.now),
      Row(
        .keptWithUnknownUse, .finish, .wasOvertaken, .sameInstance, lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .finishWithNil, .wasOvertaken, .sameInstance,
        lastUse: TimeToLive.unknown),
      Row(
        .keptWithUnknownUse, .finishOvertaken, .wasOvertaken, .sameInstance,
        lastUse: TimeToLive.unknown),
      Row(.keptWithUnknownUse, .evict, .instance, .empty),
      Row(.keptWithUnknownUse, .restore, .none, .newInstance, lastUse: Place.restoredUse),
    ]
  }

  /// A machine in one of the states, and the values that the events use.
  struct Place {
    static let now: UInt64 = 1_000
    static let lastUse: UInt64 = 950
    static let longAgo: UInt64 = 900
    static let finishedAt: UInt64 = 990
    static let restoredUse: UInt64 = 960

    var machine = InstanceStateMachine()
    /// The builder of the state, or of the instance in it.
    let builder: Construction
    /// Another builder of the same thread, which `evict` superseded.
    let overtaken: Construction
    let instance = MockInstance()
    let newInstance = MockInstance()
    /// Expired if the last use was `longAgo`, and not if it was `lastUse`.
    let timeToLive = TimeToLive(limit: 100, now: Self.now)

    init(_ state: State) {
      let owner = ThreadState.thread(state == .builtByAnother ? 2 : 1)
      overtaken = machine.ask(by: owner).built!.construction
      _ = machine.evict()
      builder = machine.ask(by: owner).built!.construction
      switch state {
      case .empty: machine.finish(builder, keeping: nil)
      case .builtByMe, .builtByAnother: break
      case .keptAlive, .keptButGone: machine.finish(builder, keeping: instance, at: Self.lastUse)
      case .keptAndExpired: machine.finish(builder, keeping: instance, at: Self.longAgo)
      case .keptWithUnknownUse: machine.finish(builder, keeping: instance)
      }
      instance.exists = state != .keptButGone
    }

    mutating func send(_ event: Event) -> Answer {
      switch event {
      case .ask: ask(nil)
      case .askWithTimeToLive: ask(timeToLive)
      case .finish: finish(builder, newInstance)
      case .finishWithNil: finish(builder, nil)
      case .finishOvertaken: finish(overtaken, newInstance)
      case .evict: evict()
      case .restore: restore()
      }
    }

    private mutating func ask(_ timeToLive: TimeToLive?) -> Answer {
      switch machine.ask(by: .thread(1), timeToLive: timeToLive) {
      case .hit(let hit):
        #expect(hit === instance)
        return .hit
      case .build(let new, let evicted):
        guard case .building(let current) = machine.phase, current === new else { return .none }
        guard let evicted else { return .build }
        return evicted === instance ? .buildEvicting : .none
      case .wait(let current):
        #expect(current === builder)
        return .wait
      case .reentered:
        return .reentered
      case .missing:
        return .none
      }
    }

    private mutating func finish(_ builder: Construction, _ instance: MockInstance?) -> Answer {
      let wasCurrent = machine.finish(builder, keeping: instance, at: Self.finishedAt)
      return wasCurrent ? .wasCurrent : .wasOvertaken
    }

    private mutating func evict() -> Answer {
      switch machine.evict() {
      case nil:
        return .nothing
      case let evicted?:
        return evicted === instance ? .instance : evicted === builder ? .builder : .none
      }
    }

    private mutating func restore() -> Answer {
      machine.restore(newInstance, lastUse: Self.restoredUse)
      return .none
    }

    /// The new state, described by the values of the previous one.
    var following: NextState? {
      switch machine.phase {
      case .empty:
        return .empty
      case .building(let current):
        if current === builder { return .sameBuilder }
        return current !== overtaken && current.owner == .thread(1) ? .newBuilder : nil
      case .kept(let kept):
        if kept === instance { return .sameInstance }
        return kept === newInstance ? .newInstance : nil
      }
    }
  }
}
